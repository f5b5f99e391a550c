import { passwordMaxBytes, passwordMinLength } from '../../../domain/accounts/credential-rules.ts';

/** Tells password managers that a field takes a new password, and which ones. What they generate has one byte a character. */
export const newPassword = {
  autoComplete: 'new-password',
  minLength: passwordMinLength,
  passwordrules: `minlength: ${passwordMinLength}; maxlength: ${passwordMaxBytes};`,
};

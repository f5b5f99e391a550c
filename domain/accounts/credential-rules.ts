/** The rules for an e-mail address, a password and an owner's name, shared by the app and the server. */
import { limits } from '../limits.ts';
import { characterCount, hasVisibleCharacter, tidyLine, utf8Length } from '../text/text.ts';

export const passwordMinLength = 6;

/** Longer passwords are refused, because bcrypt ignores everything after this many bytes. */
export const passwordMaxBytes = 72;

/** The longest address that mail can be delivered to (RFC 5321), in characters. */
export const emailMaxLength = 254;

const emailPattern =
  /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)+$/i;

export function normalizeEmail(text: string): string {
  return text.trim().toLowerCase();
}

/** Whether the text is a valid address by the rule of HTML's e-mail field, and has a dot in the domain. */
export function isEmailAddress(text: string): boolean {
  return text.length <= emailMaxLength && emailPattern.test(text);
}

export type PasswordProblem = 'too short' | 'too long' | 'too common';

/** Returns what is wrong with a password, if anything. `email` is the address of the account for which it is new. */
export function passwordProblem(password: string, email?: string): PasswordProblem | undefined {
  if ([...password].length < passwordMinLength) return 'too short';
  if (utf8Length(password) > passwordMaxBytes) return 'too long';
  return email !== undefined && normalizeEmail(password) === normalizeEmail(email) ? 'too common' : undefined;
}

/** Whether an owner may be called this: by one tidy line, or by nothing. Guests read it on invitations and in mails. */
export function isOwnerName(name: string): boolean {
  const isTidy = tidyLine(name) === name && characterCount(name) <= limits.ownerName;
  return name === '' || (isTidy && hasVisibleCharacter(name));
}

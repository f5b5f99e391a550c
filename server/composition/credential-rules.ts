import { readFileSync } from 'node:fs';
import type { CredentialRules } from 'embedded-supabase';
import * as rules from '../../domain/accounts/credentials.ts';

const list = readFileSync(new URL('common-passwords.txt', import.meta.url), 'utf8');
const commonPasswords = new Set(list.split('\n').filter((line) => line !== '' && !line.startsWith('# ')));

/** The rules that pages know, and the list of common passwords, which is too long to be sent to them. */
export const credentialRules: CredentialRules = {
  ...rules,
  passwordProblem: (password, email) =>
    rules.passwordProblem(password, email) ?? (commonPasswords.has(password.toLowerCase()) ? 'too common' : undefined),
};

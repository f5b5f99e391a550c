import { expect, test } from 'vitest';
import {
  emailMaxLength,
  isEmailAddress,
  normalizeEmail,
  passwordMaxBytes,
  passwordProblem,
} from './credential-rules.ts';

test.each(['rex@example.com', 'a.b+dogs@mail.example.co.uk', "o'neil@example.org"])('%s is an address', (address) => {
  expect(isEmailAddress(address)).toBe(true);
});

test.each([
  '',
  'rex',
  'rex@',
  '@example.com',
  'rex@example',
  'rex @example.com',
  'rex@-example.com',
  'rex@example..com',
  'a@b@c.com',
])('%j is no address @5.7', (address) => {
  expect(isEmailAddress(address)).toBe(false);
});

test('an address has at most 254 characters', () => {
  const domain = `${'d'.repeat(62)}.`.repeat(3);
  const local = (length: number) => 'l'.repeat(length - domain.length - 4);
  expect(isEmailAddress(`${local(emailMaxLength)}@${domain}com`)).toBe(true);
  expect(isEmailAddress(`${local(emailMaxLength + 1)}@${domain}com`)).toBe(false);
});

test('addresses are known in lower case, without blanks around', () => {
  expect(normalizeEmail(' Rex@Example.COM ')).toBe('rex@example.com');
});

test('a password has at least 6 characters and at most 72 bytes @9.13', () => {
  expect(passwordProblem('12345')).toBe('too short');
  expect(passwordProblem('123456')).toBeUndefined();
  expect(passwordProblem('🐶🐶🐶')).toBe('too short');
  expect(passwordProblem('p'.repeat(passwordMaxBytes))).toBeUndefined();
  expect(passwordProblem('p'.repeat(passwordMaxBytes + 1))).toBe('too long');
});

test('the address of an account is no password for it', () => {
  expect(passwordProblem(' Rex@Example.com', 'rex@example.com')).toBe('too common');
  expect(passwordProblem('rex@example.com', 'bella@example.com')).toBeUndefined();
  expect(passwordProblem('rex@example.com')).toBeUndefined();
});

test.each([
  // The first and the last character of each length in UTF-8.
  ['\u007f', 1],
  ['\u0080', 2],
  ['\u07ff', 2],
  ['\u0800', 3],
  ['\uffff', 3],
  ['\u{10000}', 4],
  ['🐶', 4],
])('in a password %j counts as %d bytes', (character, bytes) => {
  const most = passwordMaxBytes / bytes;
  expect(passwordProblem(character.repeat(most))).toBeUndefined();
  expect(passwordProblem(character.repeat(most + 1))).toBe('too long');
});

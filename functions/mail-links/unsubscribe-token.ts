/**
 * Makes and checks the tokens of links that turn off an owner's reminders by mail, or a host's news of answers, end the mails to a guest, or confirm an address. A
 * token is the id of the owner or of the mail to the guest, and 160 bits of an HMAC over it with a key that only the site knows. So it
 * works for as long as the mail is kept, and nothing has to be stored. A confirmation is valid for only one address.
 */
import { fromBase64Url, toBase64Url } from '../push/base64url.ts';

const idLength = 16;
const proofLength = 20;
const shape = /^[\w-]{48}$/;
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

async function proofOf(purpose: string, id: Uint8Array<ArrayBuffer>, key: string): Promise<Uint8Array> {
  const bytes = new TextEncoder().encode(key);
  const hmac = await crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
  const begin = new TextEncoder().encode(purpose);
  const signed = await crypto.subtle.sign('HMAC', hmac, Uint8Array.of(...begin, ...id));
  return new Uint8Array(signed).subarray(0, proofLength);
}

/** Returns the headers that let a mail program end the mails with one click or request (RFC 8058). */
export function unsubscribeHeaders(address: string): Readonly<Record<string, string>> {
  return { 'List-Unsubscribe': `<${address}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' };
}

const unsubscribing = 'unsubscribe ';
const endingAnswers = 'no more news of answers ';
const endingGuestMails = 'no more mails after ';
const confirming = (address: string) => `confirm reminders to ${address} `;

/** Each makes a token for a UUID: an owner's, or that of a mail to a guest. */
export const unsubscribeToken = (owner: string, key: string) => tokenOf(unsubscribing, owner, key);
export const answersToken = (owner: string, key: string) => tokenOf(endingAnswers, owner, key);
export const guestMailToken = (mail: string, key: string) => tokenOf(endingGuestMails, mail, key);
export const confirmToken = (owner: string, address: string, key: string) => tokenOf(confirming(address), owner, key);

async function tokenOf(purpose: string, named: string, key: string): Promise<string> {
  if (!uuid.test(named)) throw new Error('What a token names is no UUID.');
  const digits = named.replaceAll('-', '');
  const id = Uint8Array.from({ length: idLength }, (_, index) =>
    Number.parseInt(digits.slice(2 * index, 2 * index + 2), 16),
  );
  return toBase64Url(Uint8Array.of(...id, ...(await proofOf(purpose, id, key))));
}

/** Each returns the owner, or the mail to a guest, of a token, or null for any text that was not made with this key. */
export const ownerOfToken = (token: string, key: string) => idMadeFor(unsubscribing, token, key);
export const hostOfToken = (token: string, key: string) => idMadeFor(endingAnswers, token, key);
export const guestMailOfToken = (token: string, key: string) => idMadeFor(endingGuestMails, token, key);

async function idMadeFor(purpose: string, token: string, key: string): Promise<string | null> {
  return (await isMadeFor(purpose, token, key)) ? idIn(token) : null;
}

/** Returns the owner that a confirmation claims, or null if it cannot be one. Only `isConfirmToken` verifies the claim. */
export function claimedOwnerOf(token: string): string | null {
  return shape.test(token) ? idIn(token) : null;
}

/** Whether the token was made with this key for its owner and this address. */
export function isConfirmToken(token: string, address: string, key: string): Promise<boolean> {
  return isMadeFor(confirming(address), token, key);
}

async function isMadeFor(purpose: string, token: string, key: string): Promise<boolean> {
  if (!shape.test(token)) return false;
  const bytes = fromBase64Url(token);
  const proof = await proofOf(purpose, bytes.slice(0, idLength), key);
  // Compares all bytes, so that the time reveals nothing.
  const difference = proof.reduce((found, byte, index) => found | (byte ^ (bytes[idLength + index] ?? 0)), 0);
  return difference === 0;
}

function idIn(token: string): string {
  const digits = [...fromBase64Url(token).slice(0, idLength)]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

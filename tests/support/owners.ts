import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import type { Sql } from '../../embedded-supabase/database/connect.ts';
import { linkIn, type Mailbox, tokenIn } from './mailbox.ts';

/** Returns a Supabase client without a browser. It keeps the session in memory and refreshes it only on request. */
export function newClient(backend: { url: string; key: string }): SupabaseClient {
  return createClient(backend.url, backend.key, { auth: { persistSession: false, autoRefreshToken: false } });
}

let addresses = 0;

/** Returns a new email address, unique even on a backend that keeps its users. */
export function newEmail(): string {
  addresses += 1;
  return `owner-${process.pid}-${Date.now()}-${addresses}@wagday.dev`;
}

export type Owner = {
  client: SupabaseClient;
  id: string;
  email: string;
  password: string;
  accessToken: string;
  refreshToken: string;
};

/** Signs a new owner up; the client stays signed in. */
export async function newOwner(backend: { url: string; key: string }, metadata: object = {}): Promise<Owner> {
  const client = newClient(backend);
  const email = newEmail();
  const password = 'sausages-4-ever';
  const { data, error } = await client.auth.signUp({ email, password, options: { data: metadata } });
  if (error) throw error;
  if (!data.user || !data.session) throw new Error('sign-up gave no session: is e-mail confirmation on?');
  const { access_token: accessToken, refresh_token: refreshToken } = data.session;
  return { client, id: data.user.id, email, password, accessToken, refreshToken };
}

type WithMail = { url: string; key: string; mailbox: Mailbox };

/** Asks for a new password, and returns the token of the link that is mailed. */
export async function recoveryToken({ email }: { email: string }, backend: WithMail): Promise<string> {
  const { error } = await newClient(backend).auth.resetPasswordForEmail(email);
  if (error) throw error;
  return tokenIn(linkIn(await backend.mailbox.next(email, 'Choose a new Wagday password')));
}

/** Signs an owner in by such a link. */
export async function signInByLink(owner: { email: string }, backend: WithMail): Promise<SupabaseClient> {
  const client = newClient(backend);
  const token_hash = await recoveryToken(owner, backend);
  const { error } = await client.auth.verifyOtp({ type: 'recovery', token_hash });
  if (error) throw error;
  return client;
}

/** Proves the owners' addresses, as if each had followed a mailed link. */
export async function proveAddresses({ sql }: { sql: Sql }): Promise<void> {
  await sql`insert into private.proven_addresses (user_id, email) select id, email from auth.users on conflict do nothing`;
}

/** Changes of a row to addresses that no photo has. */
export const badPhotos = (column: string): [what: string, changes: object][] => [
  ['a photo address too long', { [column]: `https://${'x'.repeat(2048)}` }],
  ['a photo address that is a script', { [column]: 'javascript:alert(1)' }],
  ['a photo address with data in it', { [column]: 'data:image/svg+xml,<svg/>' }],
  ["a photo address of another's scheme", { [column]: '//evil.example/p.png' }],
  ['a photo address of two lines', { [column]: 'https://example.com/\nx' }],
  ['an empty photo address', { [column]: '' }],
];

/** Returns a dog's row as the product writes it. */
export function dogRow(ownerId: string, changes: object = {}) {
  return {
    user_id: ownerId,
    name: 'Rex',
    size: 'medium',
    birth_date: '2020-02-29',
    photo_url: null,
    breed: null,
    notes: null,
    ...changes,
  };
}

/** Returns a party's row as the product writes it. */
export function partyRow(ownerId: string, dogId: string, changes: object = {}) {
  return {
    user_id: ownerId,
    dog_id: dogId,
    title: "Rex's birthday",
    description: null,
    celebration_date: '2030-02-28',
    location: null,
    invitation_image_url: `/invitations/${dogId}.png`,
    shared_platforms: [],
    ...changes,
  };
}

/** Makes a calendar of the owner's. @returns its token */
export async function makeFeed({ client }: Owner, changes: object = {}): Promise<string> {
  const wanted = { name: 'Phone', contents: 'all', parties: true, alarms: false, ...changes };
  return (await client.rpc('create_calendar_feed', wanted).throwOnError()).data;
}

/** Returns a portrait's row as the product writes it, but for its id, which the database sets too. */
export function portraitRow(ownerId: string, dogId: string, changes: object = {}) {
  return { user_id: ownerId, dog_id: dogId, day: '2026-02-28', kind: 'birthday', ...changes };
}

type Row = Record<string, unknown> & { id: string };
type Adder = Pick<Owner, 'client' | 'id'>;

async function insert({ client }: Adder, table: string, row: object): Promise<Row> {
  return (await client.from(table).insert(row).select().single().throwOnError()).data;
}

export const addDog = (owner: Adder, changes: object = {}) => insert(owner, 'dogs', dogRow(owner.id, changes));
export const planParty = (owner: Adder, dogId: string, changes: object = {}) =>
  insert(owner, 'birthday_celebrations', partyRow(owner.id, dogId, changes));
export const keepPortrait = (owner: Adder, dogId: string, changes: object = {}) =>
  insert(owner, 'portraits', portraitRow(owner.id, dogId, changes));

import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import type { Sql } from '../../embedded-supabase/database/connect.ts';

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

/** Proves the owners' addresses, as if each had followed a mailed link. */
export async function proveAddresses({ sql }: { sql: Sql }): Promise<void> {
  await sql`insert into private.proven_addresses (user_id, email) select id, email from auth.users on conflict do nothing`;
}

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

export async function addDog(owner: Owner, changes: object = {}): Promise<Record<string, unknown> & { id: string }> {
  const { data } = await owner.client.from('dogs').insert(dogRow(owner.id, changes)).select().single().throwOnError();
  return data;
}

export async function planParty(
  owner: Owner,
  dogId: string,
  changes: object = {},
): Promise<Record<string, unknown> & { id: string }> {
  const row = partyRow(owner.id, dogId, changes);
  const { data } = await owner.client.from('birthday_celebrations').insert(row).select().single().throwOnError();
  return data;
}

/** Returns a portrait's row as the product writes it, but for its id, which the database sets too. */
export function portraitRow(ownerId: string, dogId: string, changes: object = {}) {
  return { user_id: ownerId, dog_id: dogId, day: '2026-02-28', kind: 'birthday', ...changes };
}

export async function keepPortrait(
  owner: Owner,
  dogId: string,
  changes: object = {},
): Promise<Record<string, unknown> & { id: string }> {
  const row = portraitRow(owner.id, dogId, changes);
  const { data } = await owner.client.from('portraits').insert(row).select().single().throwOnError();
  return data;
}

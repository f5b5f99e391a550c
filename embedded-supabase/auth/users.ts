import { randomUUID } from 'node:crypto';
import type { Sql } from '../database/connect.ts';
import { AuthError } from './auth-error.ts';
import type { Metadata } from './credentials.ts';

export type User = {
  id: string;
  aud: string;
  role: string;
  email: string;
  app_metadata: Metadata;
  user_metadata: Metadata;
  [field: string]: unknown;
};

/** Finds a user as the API shows it; null when there is none. */
export async function findUser(sql: Sql, userId: string): Promise<User | null> {
  const [row] = await sql<{ user: User }[]>`
    select json_build_object(
      'id', id,
      'aud', aud,
      'role', role,
      'email', email,
      'email_confirmed_at', email_confirmed_at,
      'new_email', nullif(email_change, ''),
      'email_change_sent_at', email_change_sent_at,
      'phone', '',
      'confirmed_at', email_confirmed_at,
      'last_sign_in_at', last_sign_in_at,
      'app_metadata', raw_app_meta_data,
      'user_metadata', raw_user_meta_data,
      'identities', (
        select coalesce(json_agg(json_build_object(
          'identity_id', identities.id,
          'id', provider_id,
          'user_id', user_id,
          'identity_data', identity_data,
          'provider', provider,
          'last_sign_in_at', identities.last_sign_in_at,
          'created_at', identities.created_at,
          'updated_at', identities.updated_at,
          'email', identities.email
        ) order by identities.created_at), '[]')
        from auth.identities where user_id = users.id
      ),
      'created_at', created_at,
      'updated_at', updated_at,
      'is_anonymous', is_anonymous
    ) as user
    from auth.users where id = ${userId}`;
  return row?.user ?? null;
}

export function userNotFound(): AuthError {
  return new AuthError(403, 'user_not_found', 'User from sub claim in JWT does not exist');
}

export async function findAccount(sql: Sql, email: string) {
  const [row] = await sql<{ id: string; passwordHash: string; bannedUntil: string | null }[]>`
    select id, encrypted_password as "passwordHash", banned_until::text as "bannedUntil"
    from auth.users where email = ${email}`;
  return row;
}

/** Creates a user and their e-mail identity; null when the address is taken. Of several simultaneous calls exactly one succeeds. */
export async function createUser(
  sql: Sql,
  account: { email: string; passwordHash: string; metadata: Metadata; now: Date },
): Promise<string | null> {
  const id = randomUUID();
  const now = account.now.toISOString();
  const identityData = { sub: id, email: account.email, email_verified: true, phone_verified: false };
  const rows = await sql`
    with new_user as (
      insert into auth.users (
        id, email, encrypted_password, email_confirmed_at, raw_app_meta_data, raw_user_meta_data, created_at, updated_at
      ) values (
        ${id}, ${account.email}, ${account.passwordHash}, ${now},
        '{"provider": "email", "providers": ["email"]}', ${JSON.stringify(account.metadata)}::text::jsonb, ${now}, ${now}
      )
      on conflict (email) do nothing
      returning id
    )
    insert into auth.identities (provider_id, user_id, identity_data, provider, last_sign_in_at, created_at, updated_at)
    select id::text, id, ${JSON.stringify(identityData)}::text::jsonb, 'email', ${now}, ${now}, ${now} from new_user
    returning user_id`;
  return rows.length === 1 ? id : null;
}

/** Merges into the metadata; null removes a field. Returns false when the metadata would exceed its limit in bytes. */
export async function mergeMetadata(
  sql: Sql,
  userId: string,
  changes: Metadata,
  limits: { maxBytes: number; now: Date },
): Promise<boolean> {
  const json = JSON.stringify(changes);
  const rows = await sql`
    update auth.users set
      updated_at = ${limits.now.toISOString()},
      raw_user_meta_data = (
        select coalesce(jsonb_object_agg(key, value), '{}')
        from jsonb_each(raw_user_meta_data || ${json}::text::jsonb) where value <> 'null'
      )
    where id = ${userId} and octet_length((raw_user_meta_data || ${json}::text::jsonb)::text) <= ${limits.maxBytes}
    returning id`;
  return rows.length === 1;
}

/** Sets a new password and ends the user's other sessions; false when the password has changed since it was checked. */
export async function changePassword(
  sql: Sql,
  caller: { userId: string; sessionId: string },
  hashes: { checked: string; new: string },
  now: Date,
): Promise<boolean> {
  const [row] = await sql<{ is_changed: boolean }[]>`
    select ${sql.own}.change_password(
      ${caller.userId}, ${caller.sessionId}, ${hashes.checked}, ${hashes.new}, ${now.toISOString()}
    ) as is_changed`;
  return row?.is_changed ?? false;
}

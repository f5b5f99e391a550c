-- The part of Supabase's auth schema that the product touches, with the same names and types. Refresh tokens are the
-- one difference: only their SHA-256 is kept.

create schema auth;

create table auth.users (
  id uuid primary key default gen_random_uuid(),
  aud varchar(255) not null default 'authenticated',
  role varchar(255) not null default 'authenticated',
  email varchar(255) not null constraint users_email_key unique,
  encrypted_password varchar(255) not null,
  email_confirmed_at timestamptz,
  last_sign_in_at timestamptz,
  raw_app_meta_data jsonb not null default '{}',
  raw_user_meta_data jsonb not null default '{}',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  banned_until timestamptz,
  is_anonymous boolean not null default false,
  constraint users_email_lowercase check (email = lower(email)),
  constraint users_user_meta_data_object check (jsonb_typeof(raw_user_meta_data) = 'object')
);

create table auth.identities (
  id uuid primary key default gen_random_uuid(),
  provider_id text not null,
  user_id uuid not null references auth.users (id) on delete cascade,
  identity_data jsonb not null,
  provider text not null,
  last_sign_in_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  email text generated always as (lower(identity_data ->> 'email')) stored,
  constraint identities_provider_id_provider_unique unique (provider_id, provider)
);
create index identities_user_id_idx on auth.identities (user_id);

create table auth.sessions (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  refreshed_at timestamptz,
  aal text not null default 'aal1',
  -- Key of the HMAC that derives a refresh token from its parent: two refreshes of one parent get one child.
  refresh_token_hmac_key bytea not null,
  constraint sessions_hmac_key_length check (octet_length(refresh_token_hmac_key) = 32)
);
create index sessions_user_id_idx on auth.sessions (user_id);

create table auth.refresh_tokens (
  id bigint generated always as identity primary key,
  token_hash bytea not null constraint refresh_tokens_token_hash_unique unique,
  session_id uuid not null references auth.sessions (id) on delete cascade,
  rotated_at timestamptz,
  created_at timestamptz not null default now(),
  constraint refresh_tokens_token_hash_length check (octet_length(token_hash) = 32)
);
create index refresh_tokens_session_id_idx on auth.refresh_tokens (session_id);

create function auth.jwt() returns jsonb
language sql stable
as $$
  select coalesce(nullif(current_setting('request.jwt.claims', true), ''), '{}')::jsonb
$$;

create function auth.uid() returns uuid
language sql stable
as $$
  select (nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'sub')::uuid
$$;

create function auth.role() returns text
language sql stable
as $$
  select nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'role'
$$;

-- Row policies call the three functions; nothing else in the schema can be reached.
revoke all on schema auth from public;
revoke all on all tables in schema auth from public, anon, authenticated;
revoke all on all functions in schema auth from public;
grant usage on schema auth to anon, authenticated, service_role;
grant execute on function auth.jwt(), auth.uid(), auth.role() to anon, authenticated, service_role;

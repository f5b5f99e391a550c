-- Accounts, and who the caller is.

create schema auth;
revoke all on schema auth from public;
grant usage on schema auth to anon, authenticated, service_role;

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
  -- The address that replaces the present one when the link mailed to it is opened; empty for none.
  email_change varchar(255) not null default '',
  email_change_sent_at timestamptz,
  constraint users_email_lowercase check (email = lower(email)),
  constraint users_user_meta_data_object check (jsonb_typeof(raw_user_meta_data) = 'object'),
  constraint users_email_change_lowercase check (email_change = lower(email_change))
);
create index users_email_change_sent_at_idx on auth.users (email_change_sent_at) where email_change_sent_at is not null;

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

-- A new password also ends a change of the address: it may be the owner's answer to the notice of that change.
create function auth.end_email_change() returns trigger
language plpgsql
as $$
begin
  new.email_change := '';
  new.email_change_sent_at := null;
  return new;
end
$$;
create trigger end_email_change before update of encrypted_password on auth.users
  for each row when (new.encrypted_password is distinct from old.encrypted_password)
  execute function auth.end_email_change();

-- Row policies call these three. Callers reach nothing else of the schema.

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

grant execute on function auth.jwt(), auth.uid(), auth.role() to anon, authenticated, service_role;

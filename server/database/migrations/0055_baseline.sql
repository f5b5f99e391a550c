-- The whole schema at the release that made this baseline, made of the schema files by scripts/make-baseline.ts.

-- The roles of hosted Supabase, and default rights.
--
-- The files of this folder are the whole schema of the platform, one subject each, in order of dependency. What hosted Supabase has too, in the
-- schemas auth and storage, has its names and types there. Schema wagday is the server's own, and no API reaches it.

-- Roles belong to the whole cluster, so they may be there already. The role that runs this need not be a superuser: CREATEROLE is enough, here
-- and on an external PostgreSQL from version 15.
do $$
declare
  wanted text;
  can_bypass boolean;
  is_superuser boolean;
begin
  select rolsuper, rolsuper or rolbypassrls into is_superuser, can_bypass from pg_roles where rolname = current_user;

  foreach wanted in array array['anon', 'authenticated', 'service_role'] loop
    if not exists (select from pg_roles where rolname = wanted) then
      begin
        execute format('create role %I nologin noinherit', wanted);
      exception when duplicate_object or unique_violation then
        null; -- Another database of the cluster was prepared at the same moment.
      end;
      if wanted = 'service_role' and can_bypass then
        execute format('alter role %I bypassrls', wanted);
      end if;
    end if;

    if not is_superuser then
      begin
        -- From PostgreSQL 16 on, the creator of a role may grant it but not become it yet.
        execute format('grant %I to %I', wanted, current_user);
      exception when insufficient_privilege then
        if not pg_has_role(current_user, wanted, 'member') then
          raise exception 'the database role % must be granted role %', current_user, wanted;
        end if;
      end;
    end if;
  end loop;
end
$$;

grant usage on schema public to anon, authenticated, service_role;

-- Lets only the owner execute functions created from here on, unless they are granted by name. The product's schema does the same.
alter default privileges revoke execute on functions from public;

create schema if not exists wagday;
revoke all on schema wagday from public;

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

-- Sessions, their refresh tokens, and the devices on which an account was used.

create table auth.sessions (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  refreshed_at timestamptz,
  aal text not null default 'aal1',
  -- Key of the HMAC that derives a refresh token from its parent: two refreshes of one parent get one child.
  refresh_token_hmac_key bytea not null,
  authentication_method text not null default 'password',
  -- Whether it may set one new password without the current one.
  may_set_password boolean not null default false,
  -- Shown to the owner in the list of sessions, as a browser and a system.
  user_agent text,
  constraint sessions_hmac_key_length check (octet_length(refresh_token_hmac_key) = 32),
  constraint sessions_authentication_method_check check (authentication_method in ('password', 'otp')),
  constraint sessions_user_agent_check check (char_length(user_agent) <= 256)
);
create index sessions_user_id_created_at_idx on auth.sessions (user_id, created_at);

-- Unlike hosted Supabase, this keeps only the SHA-256 of a refresh token.
create table auth.refresh_tokens (
  id bigint generated always as identity primary key,
  token_hash bytea not null constraint refresh_tokens_token_hash_unique unique,
  session_id uuid not null references auth.sessions (id) on delete cascade,
  rotated_at timestamptz,
  created_at timestamptz not null default now(),
  constraint refresh_tokens_token_hash_length check (octet_length(token_hash) = 32)
);
create index refresh_tokens_session_id_idx on auth.refresh_tokens (session_id);

-- Where an account has been signed in: a SHA-256 of the account, the client's address and the kind of browser.
create table auth.known_devices (
  user_id uuid not null references auth.users (id) on delete cascade,
  device_hash bytea not null,
  last_seen_at timestamptz not null,
  primary key (user_id, device_hash),
  constraint known_devices_device_hash_length check (octet_length(device_hash) = 32)
);
create index known_devices_last_seen_at_idx on auth.known_devices (last_seen_at);

-- Returns whether a session exists. The login of requests cannot read accounts in any other way.
create function wagday.session_exists(session_id uuid, session_user_id uuid) returns boolean
language plpgsql stable security definer
set search_path = ''
as $$
begin
  return exists (select from auth.sessions where id = session_id and user_id = session_user_id);
end
$$;

-- Exchanges a refresh token for its child, which the server derives. A rotated token yields the same child within the grace; later it ends its
-- session, because somebody else may hold it.
create function wagday.rotate_refresh_token(
  hash bytea, child_hash bytea, at timestamptz, grace interval, memory interval
) returns text
language plpgsql
as $$
declare
  token auth.refresh_tokens;
begin
  -- The session's lock puts the refreshes and sign-outs of one family in a row; the token is read after it is held.
  perform from auth.sessions
  where id = (select session_id from auth.refresh_tokens where token_hash = hash)
  for update;
  select * into token from auth.refresh_tokens where token_hash = hash;
  if not found then
    return 'unknown';
  end if;

  if token.rotated_at is null then
    update auth.refresh_tokens set rotated_at = at where id = token.id;
    insert into auth.refresh_tokens (token_hash, session_id, created_at) values (child_hash, token.session_id, at);
    delete from auth.refresh_tokens where session_id = token.session_id and rotated_at < at - memory;
    update auth.sessions set refreshed_at = at, updated_at = at where id = token.session_id;
  elsif at > token.rotated_at + grace then
    delete from auth.sessions where id = token.session_id;
    return 'reused';
  end if;
  return 'rotated';
end
$$;

-- Returns whether a session may still set one password without the current one: a recovery link began it in the last fifteen minutes.
create function wagday.is_recovering(session auth.sessions, at timestamptz) returns boolean
language sql stable
return session.may_set_password and session.created_at > at - interval '15 minutes';

-- Ends the oldest sessions of an owner beyond this number, because a client that signs in again and again would fill the table. Those that may set
-- a password are ended last.
create function wagday.end_oldest_sessions(owner uuid, most integer) returns integer
language plpgsql
as $$
declare
  ended integer;
begin
  perform from auth.users where id = owner for no key update;
  delete from auth.sessions where id in (
    select id from auth.sessions where user_id = owner
    order by wagday.is_recovering(sessions, now()) desc, created_at desc, id desc offset most
  );
  get diagnostics ended = row_count;
  return ended;
end
$$;

-- Notes the browser in which a session began, and remembers the device. Returns the owner's address if the device is new and the account has been
-- used on others, else null: nobody is told of the first device.
create function wagday.note_sign_in(session uuid, agent text, device bytea, at timestamptz) returns text
language plpgsql
as $$
declare
  most constant integer := 100;
  owner uuid;
  has_others boolean;
begin
  update auth.sessions set user_agent = agent where id = session returning user_id into owner;
  if not found then
    return null;
  end if;
  update auth.known_devices set last_seen_at = at where user_id = owner and device_hash = device;
  if found then
    return null;
  end if;
  has_others := exists (select from auth.known_devices where user_id = owner);
  insert into auth.known_devices (user_id, device_hash, last_seen_at) values (owner, device, at)
  on conflict do nothing;
  if not found or not has_others then
    return null;
  end if;
  delete from auth.known_devices where user_id = owner and device_hash in (
    select device_hash from auth.known_devices where user_id = owner order by last_seen_at desc offset most
  );
  return (select email from auth.users where id = owner);
end
$$;

-- Links mailed to an account, and what they change: its password or its address.

-- A user has one token of each kind: a new request replaces the older one. Only a token's SHA-256 is kept.
create table auth.one_time_tokens (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  token_type text not null,
  token_hash bytea not null constraint one_time_tokens_token_hash_unique unique,
  created_at timestamptz not null default now(),
  -- The new address that the token is valid for.
  relates_to text not null default '',
  constraint one_time_tokens_user_id_token_type_key unique (user_id, token_type),
  constraint one_time_tokens_token_type_check check (token_type in ('recovery_token', 'email_change_token_new')),
  constraint one_time_tokens_token_hash_length check (octet_length(token_hash) = 32)
);

-- Sets a new password in place of the one that was checked, and ends the other sessions and the links that were mailed before; false when the
-- password is no longer that one, or the session has ended. The current password does not end another session that may set one. If a recovery
-- link began the session, ends all others and forgets the devices that the account was used on, so that a sign-in there is told to the owner.
-- Triggers on auth.users read the setting wagday.is_recovery.
create function wagday.change_password(
  changed_user uuid, kept_session uuid, checked_hash text, password_hash text, at timestamptz
) returns boolean
language plpgsql
as $$
declare
  kept auth.sessions;
begin
  -- The session is read in a second statement, after the wait for the user's row. The lock lets others refer to that row.
  perform from auth.users where id = changed_user and encrypted_password = checked_hash for no key update;
  if not found then
    return false;
  end if;
  select * into kept from auth.sessions where id = kept_session and user_id = changed_user;
  if not found then
    return false;
  end if;
  perform set_config('wagday.is_recovery', kept.may_set_password::text, true);
  update auth.users set encrypted_password = password_hash, updated_at = at where id = changed_user;
  delete from auth.one_time_tokens where user_id = changed_user;
  delete from auth.sessions
  where user_id = changed_user and id <> kept_session
    and (kept.may_set_password or not wagday.is_recovering(sessions, at));
  update auth.sessions set may_set_password = false, updated_at = at where id = kept_session;
  if kept.may_set_password then
    delete from auth.known_devices where user_id = changed_user and last_seen_at < kept.created_at;
  end if;
  return true;
end
$$;

-- Waits for the link that is mailed to the new address. Links to an earlier new address stop working.
create function wagday.request_email_change(changed_user uuid, address text, at timestamptz) returns void
language plpgsql
as $$
begin
  update auth.users set email_change = address, email_change_sent_at = at, updated_at = at where id = changed_user;
  delete from auth.one_time_tokens where user_id = changed_user and token_type = 'email_change_token_new';
end
$$;

-- Gives the account the address that the token was mailed to, and uses up the token. Sessions stay. Links to the old address stop working.
create function wagday.change_email(
  hash bytea, lifetime interval, at timestamptz, out changed_user uuid, out old_address text, out is_taken boolean
)
language plpgsql
as $$
declare
  address text;
begin
  is_taken := false;
  -- The user's row first, as everybody who changes an account does.
  perform from auth.users
  where id = (select user_id from auth.one_time_tokens where token_hash = hash and token_type = 'email_change_token_new')
  for update;
  delete from auth.one_time_tokens
  where token_hash = hash and token_type = 'email_change_token_new' and created_at > at - lifetime
  returning user_id, relates_to into changed_user, address;
  if not found then
    return;
  end if;
  select email into old_address from auth.users
  where id = changed_user and email_change = address and coalesce(banned_until <= at, true);
  if not found then
    changed_user := null;
    return;
  end if;
  begin
    update auth.users set email = address, email_change = '', email_change_sent_at = null, updated_at = at
    where id = changed_user;
  exception when unique_violation then
    update auth.users set email_change = '', email_change_sent_at = null, updated_at = at where id = changed_user;
    changed_user := null;
    is_taken := true;
    return;
  end;
  update auth.identities set identity_data = identity_data || jsonb_build_object('email', address), updated_at = at
  where user_id = changed_user and provider = 'email';
  delete from auth.one_time_tokens where user_id = changed_user;
end
$$;

-- What bounds mails about an account, however many accounts and spellings of an address a client makes.

-- When each account without a proved address was last sent a notice of a new password, and of anything else.
create table wagday.first_notices (
  user_id uuid references auth.users (id) on delete cascade,
  kind text default 'other',
  noticed_at timestamptz not null default now(),
  primary key (user_id, kind)
);

create function wagday.is_address_proven(account uuid, address text) returns boolean
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  return exists (select from private.proven_addresses where user_id = account and email = address);
end
$$;

-- Returns the key under which mails to an address are counted: the address itself where its owner has proved to read it, and where it is spelled
-- as its mailbox is. All other spellings of a mailbox count together, and use up nothing of these two.
create function wagday.mail_bucket(account uuid, address text) returns text
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  mailbox constant text := private.mailbox_of(address);
begin
  return case when lower(address) = mailbox or wagday.is_address_proven(account, address) then address else '*' || mailbox end;
end
$$;

-- Returns whether a notice may be sent to the address of an account, and the key under which it is counted; null for none. Until the address is
-- proved there is one of a new password a day, and one of everything else a week; but always the last one to a former address.
create function wagday.admit_notice(account uuid, address text, notice text, at timestamptz, out bucket text, out is_proven boolean)
language plpgsql
set search_path = ''
as $$
declare
  noticed_kind constant text := case notice when 'password_changed' then notice else 'other' end;
begin
  is_proven := wagday.is_address_proven(account, address);
  if not is_proven and notice <> 'email_changed' then
    insert into wagday.first_notices as former (user_id, kind, noticed_at) values (account, noticed_kind, at)
    on conflict (user_id, kind) do update set noticed_at = at
      where former.noticed_at <= at - case noticed_kind when 'other' then interval '1 week' else interval '1 day' end;
    if not found then
      return;
    end if;
  end if;
  bucket := wagday.mail_bucket(account, address);
end
$$;

-- Files: the part of hosted Supabase's storage that the product uses.

create schema storage;
revoke all on schema storage from public;
grant usage on schema storage to anon, authenticated, service_role;

create table storage.buckets (
  id text primary key,
  name text not null constraint bname unique,
  owner_id text,
  created_at timestamptz default now(),
  updated_at timestamptz default now(),
  public boolean default false,
  file_size_limit bigint,
  allowed_mime_types text[]
);
alter table storage.buckets enable row level security;
grant select on storage.buckets to anon, authenticated;

create table storage.objects (
  id uuid primary key default gen_random_uuid(),
  bucket_id text not null references storage.buckets (id),
  name text not null,
  owner_id text,
  created_at timestamptz default now(),
  updated_at timestamptz default now(),
  last_accessed_at timestamptz default now(),
  metadata jsonb,
  user_metadata jsonb,
  version text,
  constraint bucketid_objname unique (bucket_id, name)
);
-- Finds the objects of a folder in a database of any collation. Hosted Supabase has it under the same name.
create index name_prefix_search on storage.objects (name text_pattern_ops);
alter table storage.objects enable row level security;
grant select, insert, update, delete on storage.objects to anon, authenticated;
grant all on storage.buckets, storage.objects to service_role;

create function storage.foldername(name text) returns text[]
language sql immutable
as $$
  select parts[1:cardinality(parts) - 1] from (select string_to_array(name, '/') as parts) as path
$$;

create function storage.filename(name text) returns text
language sql immutable
as $$
  select parts[cardinality(parts)] from (select string_to_array(name, '/') as parts) as path
$$;

create function storage.extension(name text) returns text
language sql immutable
as $$
  select reverse(split_part(reverse(storage.filename(name)), '.', 1))
$$;

grant execute on function storage.foldername(text), storage.filename(text), storage.extension(text) to anon, authenticated, service_role;

-- What a request about photos needs before the role of its caller decides: the limits of a bucket, a photo that anybody may see, and whether a row
-- has arrived. Row policies show callers neither buckets nor the photos of others.

create function wagday.find_bucket(bucket text) returns table (id text, max_bytes bigint, types text[])
language sql stable security definer
set search_path = ''
as $$
  select buckets.id, file_size_limit, allowed_mime_types from storage.buckets where buckets.id = bucket
$$;

create function wagday.find_public_object(bucket text, object_name text) returns table (id uuid, metadata jsonb)
language sql stable security definer
set search_path = ''
as $$
  select objects.id, objects.metadata
  from storage.objects join storage.buckets on buckets.id = objects.bucket_id
  where buckets.public and objects.metadata is not null
    and objects.bucket_id = bucket and objects.name = object_name
$$;

create function wagday.object_exists(object_id uuid) returns boolean
language sql stable security definer
set search_path = ''
as $$
  select exists (select from storage.objects where id = object_id)
$$;

-- Runs a statement as a caller: their role and claims hold for this transaction only, and the row policies decide. First it looks up the session
-- of the token by its primary key, and refuses one that has ended.
-- The server builds the statement from catalogue identifiers. The statement finds its values in $1, an array of texts. With a name it stays prepared
-- under that name, which must stand for this text and role only. PostgreSQL plans anew when the schema has changed, or when a plan with row
-- policies was made for another role.
-- A statement that returns a length below zero has changed more rows than one answer holds, so all that it did is undone.
create function wagday.run_as(
  caller_role text, caller_claims text, statement_name text, statement text, parameters text[], exactly_one boolean,
  out body text, out length integer, out total integer
)
language plpgsql
as $$
declare
  claims constant jsonb := caller_claims;
  -- The server names 60 statements at a time; the others of these were forgotten by it.
  most_prepared constant integer := 80;
  forgotten text;
  -- An assignment is worked out on the spot, where PERFORM would run a statement.
  ignored text;
begin
  if caller_role <> 'anon' and not wagday.session_exists((claims ->> 'session_id')::uuid, (claims ->> 'sub')::uuid) then
    raise exception using errcode = 'WD401', message = 'Session from session_id claim in JWT does not exist';
  end if;
  ignored := set_config('request.jwt.claims', caller_claims, true);
  ignored := set_config('role', caller_role, true);
  if statement_name is null then
    execute statement into body, length, total using parameters;
  else
    begin
      execute format('execute %I (%L)', statement_name, parameters) into body, length, total;
    exception when invalid_sql_statement_name then
      -- The first time on this connection.
      for forgotten in
        select name from pg_catalog.pg_prepared_statements where name like 'wagday\_%'
        order by prepare_time desc offset most_prepared - 1
      loop
        execute format('deallocate %I', forgotten);
      end loop;
      execute format('prepare %I (text[]) as %s', statement_name, statement);
      execute format('execute %I (%L)', statement_name, parameters) into body, length, total;
    end;
  end if;
  if length < 0 then
    raise exception using errcode = 'WD413', message = 'The rows are too many for one answer';
  end if;
  if exactly_one and length <> 1 then
    raise exception using errcode = 'WD406', message = length::text;
  end if;
  -- The next request on this connection finds the settings of its login, whatever a statement has set.
  reset role;
  reset statement_timeout;
  reset lock_timeout;
end
$$;

-- Rate limits, counted for all servers together. A key is the SHA-256 of the client or account that is counted, so no address of a visitor is kept.
-- Rows whose time has ended mean nothing and are swept.

create table wagday.rate_limits (
  key bytea primary key,
  taken integer not null,
  ends_at timestamptz not null,
  constraint rate_limits_key_length check (octet_length(key) = 32)
) with (fillfactor = 70);
create index rate_limits_ends_at_idx on wagday.rate_limits (ends_at);

-- Takes a place under each of the keys. Takes none when one of them has none left; then it returns which (from 1) and until when. A place is not
-- needed while its exemption, another key or null, is remembered. All callers name their keys in the same order, so no two wait for each other.
create function wagday.take_places(
  keys bytea[], times integer[], lengths interval[], exemptions bytea[], at timestamptz,
  out full_at integer, out free_at timestamptz
)
language plpgsql
as $$
declare
  needed bytea[] := '{}';
  used integer;
begin
  -- Counts that a crash of the machine takes along cost nothing; waiting for the disk would.
  perform set_config('synchronous_commit', 'off', true);
  for place in 1 .. cardinality(keys) loop
    continue when exists (select from wagday.rate_limits where key = exemptions[place] and ends_at > at);
    insert into wagday.rate_limits as counted (key, taken, ends_at) values (keys[place], 0, at + lengths[place])
    on conflict (key) do update set
      taken = case when counted.ends_at <= at then 0 else counted.taken end,
      ends_at = case when counted.ends_at <= at then excluded.ends_at else counted.ends_at end
    returning taken, ends_at into used, free_at;
    if used >= times[place] then
      full_at := place;
      return;
    end if;
    needed := needed || keys[place];
  end loop;
  free_at := null;
  update wagday.rate_limits set taken = taken + 1 where key = any (needed);
end
$$;

-- Gives places back that were not used, such as those of a sign-in that succeeded, and remembers a key, if any.
create function wagday.give_places_back(
  keys bytea[], exemptions bytea[], at timestamptz, remembered_key bytea, remembered_until timestamptz
) returns void
language plpgsql
as $$
begin
  perform set_config('synchronous_commit', 'off', true);
  for place in 1 .. cardinality(keys) loop
    continue when exists (select from wagday.rate_limits where key = exemptions[place] and ends_at > at);
    update wagday.rate_limits set taken = taken - 1 where key = keys[place] and taken > 0;
  end loop;
  if remembered_key is not null then
    insert into wagday.rate_limits (key, taken, ends_at) values (remembered_key, 0, remembered_until)
    on conflict (key) do update set ends_at = excluded.ends_at;
  end if;
end
$$;

-- The server's own: the logins under which it works, its secrets, and its jobs.

-- The server works over logins that are neither superuser nor owner of anything (logins.ts creates them and grants their rights), so a request that
-- breaks out of its role finds no more rights behind it. Only the owner of the tables reads their passwords.
create table wagday.logins (
  purpose text primary key,
  name text not null unique,
  password text not null,
  created_at timestamptz not null default now(),
  constraint logins_purpose_check check (purpose in ('requests', 'service'))
);

-- Secrets by name, where several servers share one database. A server with its own database keeps them in a file beside it.
create table wagday.secrets (
  name text primary key,
  value jsonb not null,
  changed_at timestamptz not null default now()
);

-- Background work, done by the first server to claim it: mails to write and send, and hourly sweeps. `details` holds what a job needs, and never a
-- secret: the token of a mail is made when it is sent.
create table wagday.jobs (
  id bigint generated always as identity primary key,
  kind text not null,
  -- Only one job has a key, such as a sweep.
  key text constraint jobs_key_unique unique,
  details jsonb not null default '{}',
  attempts integer not null default 0,
  -- Nobody claims it before. A claim moves this on by the lease of its kind, so that another server takes over from one that died.
  due_at timestamptz not null,
  -- When it is of no use any more; null for what recurs.
  ends_at timestamptz
);
create index jobs_due_at_idx on wagday.jobs (due_at);
create index jobs_kind_idx on wagday.jobs (kind);

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
create function embedded.session_exists(session_id uuid, session_user_id uuid) returns boolean
language plpgsql stable security definer
set search_path = ''
as $$
begin
  return exists (select from auth.sessions where id = session_id and user_id = session_user_id);
end
$$;

-- Exchanges a refresh token for its child, which the server derives. A rotated token yields the same child within the grace; later it ends its
-- session, because somebody else may hold it.
create function embedded.rotate_refresh_token(
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
create function embedded.is_recovering(session auth.sessions, at timestamptz) returns boolean
language sql stable
return session.may_set_password and session.created_at > at - interval '15 minutes';

-- Ends the oldest sessions of an owner beyond this number, because a client that signs in again and again would fill the table. Those that may set
-- a password are ended last.
create function embedded.end_oldest_sessions(owner uuid, most integer) returns integer
language plpgsql
as $$
declare
  ended integer;
begin
  perform from auth.users where id = owner for no key update;
  delete from auth.sessions where id in (
    select id from auth.sessions where user_id = owner
    order by embedded.is_recovering(sessions, now()) desc, created_at desc, id desc offset most
  );
  get diagnostics ended = row_count;
  return ended;
end
$$;

-- Notes the browser in which a session began, and remembers the device. Returns the owner's address if the device is new and the account has been
-- used on others, else null: nobody is told of the first device.
create function embedded.note_sign_in(session uuid, agent text, device bytea, at timestamptz) returns text
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

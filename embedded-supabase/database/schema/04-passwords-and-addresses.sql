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
-- Triggers on auth.users read the setting embedded.is_recovery.
create function embedded.change_password(
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
  perform set_config('embedded.is_recovery', kept.may_set_password::text, true);
  update auth.users set encrypted_password = password_hash, updated_at = at where id = changed_user;
  delete from auth.one_time_tokens where user_id = changed_user;
  delete from auth.sessions
  where user_id = changed_user and id <> kept_session
    and (kept.may_set_password or not embedded.is_recovering(sessions, at));
  update auth.sessions set may_set_password = false, updated_at = at where id = kept_session;
  if kept.may_set_password then
    delete from auth.known_devices where user_id = changed_user and last_seen_at < kept.created_at;
  end if;
  return true;
end
$$;

-- Waits for the link that is mailed to the new address. Links to an earlier new address stop working.
create function embedded.request_email_change(changed_user uuid, address text, at timestamptz) returns void
language plpgsql
as $$
begin
  update auth.users set email_change = address, email_change_sent_at = at, updated_at = at where id = changed_user;
  delete from auth.one_time_tokens where user_id = changed_user and token_type = 'email_change_token_new';
end
$$;

-- Gives the account the address that the token was mailed to, and uses up the token. Sessions stay. Links to the old address stop working.
create function embedded.change_email(
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

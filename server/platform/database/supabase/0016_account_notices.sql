-- What an owner is told about their own account, and a new address for it.

-- The address that is to replace the present one, until the link that was mailed to it is followed; empty for none. Names and
-- meaning are Supabase's.
alter table auth.users
  add column email_change varchar(255) not null default '',
  add column email_change_sent_at timestamptz,
  add constraint users_email_change_lowercase check (email_change = lower(email_change));
create index users_email_change_sent_at_idx on auth.users (email_change_sent_at) where email_change_sent_at is not null;

-- A token for a new address is worth something for that address alone.
alter table auth.one_time_tokens
  add column relates_to text not null default '',
  drop constraint one_time_tokens_token_type_check,
  add constraint one_time_tokens_token_type_check check (token_type in ('recovery_token', 'email_change_token_new'));

-- Told to the owner in the list of sessions, as a browser and a system.
alter table auth.sessions
  add column user_agent text,
  add constraint sessions_user_agent_check check (char_length(user_agent) <= 256);

-- Where an account has been signed in to: a SHA-256 of the account, the client's address and the kind of browser.
create table auth.known_devices (
  user_id uuid not null references auth.users (id) on delete cascade,
  device_hash bytea not null,
  last_seen_at timestamptz not null,
  primary key (user_id, device_hash),
  constraint known_devices_device_hash_length check (octet_length(device_hash) = 32)
);
create index known_devices_last_seen_at_idx on auth.known_devices (last_seen_at);
revoke all on auth.known_devices from public, anon, authenticated;

-- Notes with which browser a session began and remembers the device. Answers the owner's address when the account has been
-- used on others and this one is new, null otherwise: the first is nobody's surprise.
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
revoke all on function wagday.note_sign_in(uuid, text, bytea, timestamptz) from public;

-- Waits for the link that is mailed to the new address. What was mailed for an earlier one is worth nothing any more.
create function wagday.request_email_change(changed_user uuid, address text, at timestamptz) returns void
language plpgsql
as $$
begin
  update auth.users set email_change = address, email_change_sent_at = at, updated_at = at where id = changed_user;
  delete from auth.one_time_tokens where user_id = changed_user and token_type = 'email_change_token_new';
end
$$;
revoke all on function wagday.request_email_change(uuid, text, timestamptz) from public;

-- Gives the account the address that the token was mailed to, and spends the token. Sessions stay. Links to the old address
-- end, so that it opens nothing any more.
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
revoke all on function wagday.change_email(bytea, interval, timestamptz) from public;

-- A new password also ends a change of the address that is under way: it may be what the owner answers a notice with.
create function auth.end_email_change() returns trigger
language plpgsql
as $$
begin
  new.email_change := '';
  new.email_change_sent_at := null;
  return new;
end
$$;
revoke all on function auth.end_email_change() from public;
create trigger end_email_change before update of encrypted_password on auth.users
  for each row when (new.encrypted_password is distinct from old.encrypted_password)
  execute function auth.end_email_change();

-- More kinds of mail. What one has to say is in `details`, and never a secret.
alter table wagday.mail_outbox
  add column details jsonb not null default '{}',
  drop constraint mail_outbox_kind_check,
  add constraint mail_outbox_kind_check check (
    kind in ('recovery', 'email_change', 'email_change_requested', 'email_changed', 'password_changed', 'new_sign_in')
  );

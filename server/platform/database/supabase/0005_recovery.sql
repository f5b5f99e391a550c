-- Password recovery by mail. The table and its name are Supabase's; of a token only its SHA-256 is kept, and a user has
-- one at a time: a new request replaces the older one.

create table auth.one_time_tokens (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  token_type text not null,
  token_hash bytea not null constraint one_time_tokens_token_hash_unique unique,
  created_at timestamptz not null default now(),
  constraint one_time_tokens_user_id_token_type_key unique (user_id, token_type),
  constraint one_time_tokens_token_type_check check (token_type = 'recovery_token'),
  constraint one_time_tokens_token_hash_length check (octet_length(token_hash) = 32)
);
revoke all on auth.one_time_tokens from public, anon, authenticated;

-- How a session began, and whether it may still set one new password without telling the current one.
alter table auth.sessions
  add column authentication_method text not null default 'password',
  add column may_set_password boolean not null default false,
  add constraint sessions_authentication_method_check check (authentication_method in ('password', 'otp'));

-- Sets a new password in place of the one that was checked and signs the other sessions out; false when it is no longer
-- that one. A sign-in with the old password holds the user's row until its session stands, so the delete sees it. Links
-- that were mailed before are worth nothing afterwards.
drop function wagday.change_password(uuid, uuid, text, timestamptz);
create function wagday.change_password(
  changed_user uuid, kept_session uuid, checked_hash text, password_hash text, at timestamptz
) returns boolean
language plpgsql
as $$
begin
  update auth.users set encrypted_password = password_hash, updated_at = at
  where id = changed_user and encrypted_password = checked_hash;
  if not found then
    return false;
  end if;
  delete from auth.one_time_tokens where user_id = changed_user;
  delete from auth.sessions where user_id = changed_user and id <> kept_session;
  update auth.sessions set may_set_password = false, updated_at = at where id = kept_session;
  return true;
end
$$;
revoke all on function wagday.change_password(uuid, uuid, text, text, timestamptz) from public;

-- An access token is worth something only as long as its session: whoever signed out, was signed out by a new password or
-- has deleted the account is refused at once, not when the token expires.

-- As before, and first the session of the token, by one look at its primary key.
create or replace function wagday.run_as(
  caller_role text, caller_claims text, statement text, parameters text[], exactly_one boolean,
  out body text, out length integer, out total integer
)
language plpgsql
as $$
declare
  claims constant jsonb := caller_claims;
begin
  if caller_role <> 'anon' and not exists (
    select from auth.sessions
    where id = (claims ->> 'session_id')::uuid and user_id = (claims ->> 'sub')::uuid
  ) then
    raise exception using errcode = 'WD401', message = 'Session from session_id claim in JWT does not exist';
  end if;
  perform set_config('request.jwt.claims', caller_claims, true), set_config('role', caller_role, true);
  execute statement into body, length, total using parameters;
  if exactly_one and length <> 1 then
    raise exception using errcode = 'WD406', message = length::text;
  end if;
end
$$;

-- As before, and only while the session that asks still stands: it may end while the new password is being hashed.
create or replace function wagday.change_password(
  changed_user uuid, kept_session uuid, checked_hash text, password_hash text, at timestamptz
) returns boolean
language plpgsql
as $$
begin
  -- Two statements: the session is looked for after the wait for the user's row, not as it was before.
  perform from auth.users where id = changed_user and encrypted_password = checked_hash for update;
  if not found or not exists (select from auth.sessions where id = kept_session and user_id = changed_user) then
    return false;
  end if;
  update auth.users set encrypted_password = password_hash, updated_at = at where id = changed_user;
  delete from auth.one_time_tokens where user_id = changed_user;
  delete from auth.sessions where user_id = changed_user and id <> kept_session;
  update auth.sessions set may_set_password = false, updated_at = at where id = kept_session;
  return true;
end
$$;

-- What the server does in one step. Each of these is one statement to the driver, so a connection that breaks leaves the
-- whole step done or undone, and no statement can ever run outside its caller's role.

create schema if not exists wagday;
revoke all on schema wagday from public;

-- Runs a statement as a caller: their role and claims hold for this transaction alone, and the row policies decide.
-- The statement is built by the server from catalogue identifiers; it finds its values in $1, an array of texts.
create function wagday.run_as(
  caller_role text, caller_claims text, statement text, parameters text[], exactly_one boolean,
  out body text, out length integer, out total integer
)
language plpgsql
as $$
begin
  perform set_config('request.jwt.claims', caller_claims, true), set_config('role', caller_role, true);
  execute statement into body, length, total using parameters;
  if exactly_one and length <> 1 then
    raise exception using errcode = 'WD406', message = length::text;
  end if;
end
$$;

-- Exchanges a refresh token for its child, which the server derives. Within the grace a rotated token may come again and
-- yields the same child; later its session ends, because someone else may hold it.
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

-- Sets a new password and signs the other sessions out. A sign-in with the old password holds the user's row until its
-- session stands, so the delete sees it.
create function wagday.change_password(changed_user uuid, kept_session uuid, password_hash text, at timestamptz)
returns void
language plpgsql
as $$
begin
  update auth.users set encrypted_password = password_hash, updated_at = at where id = changed_user;
  delete from auth.sessions where user_id = changed_user and id <> kept_session;
end
$$;

revoke all on all functions in schema wagday from public;

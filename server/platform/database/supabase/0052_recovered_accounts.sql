-- Replaces functions of 0009 and 0015: a new password that a recovery link led to takes the account back from anyone who had it before, and nobody
-- with a session in it can end that of the link meanwhile.

-- Whether a session may still set one password without the current one: a recovery link began it in the last fifteen minutes.
create function wagday.is_recovering(session auth.sessions, at timestamptz) returns boolean
language sql stable
return session.may_set_password and session.created_at > at - interval '15 minutes';

-- Ends the oldest sessions of an owner beyond this number. Those that may set a password are ended last.
create or replace function wagday.end_oldest_sessions(owner uuid, most integer) returns integer
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

-- Sets a new password in place of the one that was checked, and ends the other sessions and the links that were mailed before; false when the
-- password is no longer that one, or the session has ended. The current password does not end another session that may set one. If a recovery
-- link began the session, ends all others and forgets the devices that the account was used on, so that a sign-in there is told to the owner.
-- Triggers on auth.users read the setting wagday.is_recovery.
create or replace function wagday.change_password(
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

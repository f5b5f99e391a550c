-- Replaces the function of 0009: a new password that a recovery link led to takes the account back from anyone who had it before.

-- Sets a new password in place of the one that was checked, and ends the other sessions and the links that were mailed before; false when the
-- password is no longer that one, or the session has ended. If a recovery link began the session, also forgets the devices that the account was
-- used on, so that a sign-in there is told to the owner. Triggers on auth.users read the setting wagday.is_recovery.
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
  delete from auth.sessions where user_id = changed_user and id <> kept_session;
  update auth.sessions set may_set_password = false, updated_at = at where id = kept_session;
  if kept.may_set_password then
    delete from auth.known_devices where user_id = changed_user and last_seen_at < kept.created_at;
  end if;
  return true;
end
$$;

-- How many sessions an account has is bounded: a client that signs in again and again would fill the table.

-- The oldest sessions of an account are found by this; it serves what sessions_user_id_idx does, too.
create index sessions_user_id_created_at_idx on auth.sessions (user_id, created_at);
drop index auth.sessions_user_id_idx;

-- Ends the oldest sessions of an account beyond so many, and with them their refresh tokens. The user's row, which each
-- sign-in locks before its session stands, puts sign-ins of one account in a row.
create function wagday.end_oldest_sessions(owner uuid, most integer) returns integer
language plpgsql
as $$
declare
  ended integer;
begin
  perform from auth.users where id = owner for no key update;
  delete from auth.sessions where id in (
    select id from auth.sessions where user_id = owner order by created_at desc, id desc offset most
  );
  get diagnostics ended = row_count;
  return ended;
end
$$;
revoke all on function wagday.end_oldest_sessions(uuid, integer) from public;

-- A browser gets push messages for as long as the session in which it asked for them: a device that was signed out from elsewhere, or
-- by a new password, gets no more of them.

-- Null for a row that came by the server itself.
alter table public.push_subscriptions add column session_id uuid;
create index push_subscriptions_session_id_idx on public.push_subscriptions (session_id);

-- It is the session's to say, and not the caller's. On hosted Supabase an access token outlives its session for a while; it adds nothing
-- any more. The lock makes whoever ends the session wait, and then find this row.
create function private.set_push_session() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  session constant uuid := nullif(auth.jwt() ->> 'session_id', '')::uuid;
begin
  new.session_id := session;
  if session is null then
    return new;
  end if;
  perform from auth.sessions where id = session and user_id = new.user_id for key share;
  if not found then
    raise exception 'the session has ended' using errcode = '42501';
  end if;
  return new;
end
$$;
create trigger set_push_session before insert on public.push_subscriptions
  for each row execute function private.set_push_session();

create function private.end_push_of_sessions() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  delete from public.push_subscriptions as push using ended where push.session_id = ended.id;
  return null;
end
$$;
create trigger end_push_of_sessions after delete on auth.sessions
  referencing old table as ended for each statement execute function private.end_push_of_sessions();

-- By name, because hosted Supabase grants new functions to each of its roles.
revoke all on function private.set_push_session(), private.end_push_of_sessions() from public, anon, authenticated, service_role;

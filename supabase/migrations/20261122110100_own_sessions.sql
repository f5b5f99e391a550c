-- Owners see where they are signed in, and sign single devices out. Sessions are the auth service's, so two functions show
-- them; each knows of nobody but its caller.

-- In UTC, because hosted Supabase keeps refreshed_at without a time zone.
create function public.list_own_sessions()
returns table (id uuid, created_at timestamptz, last_used_at timestamptz, user_agent text, is_current boolean)
language plpgsql
stable
security definer
set search_path = ''
set timezone = 'UTC'
as $$
begin
  if auth.uid() is null then
    raise exception 'only a signed-in owner has sessions' using errcode = '42501';
  end if;
  return query
    select session.id, session.created_at, coalesce(session.refreshed_at::timestamptz, session.created_at),
      left(session.user_agent, 256), session.id::text is not distinct from auth.jwt() ->> 'session_id'
    from auth.sessions as session
    where session.user_id = auth.uid()
    order by 5 desc, 3 desc, 1
    limit 200;
end
$$;

-- Ends one of the caller's sessions, and with it its refresh tokens; nothing happens for one that is not theirs.
create function public.end_own_session(session_id uuid) returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  if auth.uid() is null then
    raise exception 'only a signed-in owner has sessions' using errcode = '42501';
  end if;
  delete from auth.sessions where sessions.id = end_own_session.session_id and user_id = auth.uid();
end
$$;

-- By name, because hosted Supabase grants new functions of this schema to each of these roles.
revoke all on function public.list_own_sessions() from public, anon, service_role;
revoke all on function public.end_own_session(uuid) from public, anon, service_role;
grant execute on function public.list_own_sessions() to authenticated;
grant execute on function public.end_own_session(uuid) to authenticated;

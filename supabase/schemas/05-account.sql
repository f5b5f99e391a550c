-- What signed-in owners do with their account: list and end their sessions, and delete the account. Accounts and sessions belong to the
-- auth service, so owners reach them only by functions. Each function acts only on its caller.

-- Refuses a caller whose session has ended. On hosted Supabase an access token outlives its session, and a request may have begun before the
-- session ended: neither may make anything that opens the pack from outside once the owner has taken the account back.
create function private.require_session() returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  if not exists (select from auth.sessions where id = (auth.jwt() ->> 'session_id')::uuid and user_id = auth.uid()) then
    raise exception 'the session has ended' using errcode = '42501';
  end if;
end
$$;

-- Returns the caller's sessions. Works in UTC, because hosted Supabase keeps refreshed_at without a time zone.
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
grant execute on function public.list_own_sessions() to authenticated;

-- Ends one of the caller's sessions and its refresh tokens. Does nothing for a session that is not theirs. Refuses to end another one that may
-- set a password because a recovery link began it in the last fifteen minutes: the caller may be the one whom it takes the account back from.
-- Read as JSON, because sessions of hosted Supabase have no such column.
create function public.end_own_session(session_id uuid) returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  if auth.uid() is null then
    raise exception 'only a signed-in owner has sessions' using errcode = '42501';
  end if;
  delete from auth.sessions as session
  where session.id = end_own_session.session_id and user_id = auth.uid()
    and (
      session.id::text is not distinct from auth.jwt() ->> 'session_id'
      or created_at < now() - interval '15 minutes'
      or (to_jsonb(session) ->> 'may_set_password')::boolean is not true
    );
  if not found and exists (
    select from auth.sessions as session where session.id = end_own_session.session_id and user_id = auth.uid()
  ) then
    raise exception 'this session is about to set a password' using errcode = '42501';
  end if;
end
$$;
grant execute on function public.end_own_session(uuid) to authenticated;

-- Deletes the caller's account with its identities, sessions and refresh tokens and all rows of the owner. Guests of future parties get a
-- farewell.
--
-- Requires a recent sign-in, because an access token by itself must not be enough: a stolen one works for an hour. A sign-in with the
-- password in the last five minutes counts. Refreshing a session does not make it recent: `amr` keeps when the password was given, on
-- hosted Supabase as here.
--
-- Does not delete photos: hosted Supabase protects storage.objects against deletes by SQL, because the files would stay behind. The client
-- removes them through the storage API first, while it may; Wagday's own server removes the rest later.
create function public.delete_own_account() returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  caller constant uuid := auth.uid();
  methods constant jsonb := auth.jwt() -> 'amr';
begin
  if caller is null then
    raise exception 'only a signed-in owner can delete an account' using errcode = '42501';
  end if;
  if not exists (
    select from jsonb_array_elements(case jsonb_typeof(methods) when 'array' then methods else '[]' end) as proof
    where proof ->> 'method' = 'password'
      and to_timestamp((proof ->> 'timestamp')::double precision) > now() - interval '5 minutes'
  ) then
    raise exception 'recent sign-in needed: sign in with the password and try again within five minutes'
      using errcode = '42501';
  end if;
  perform private.queue_farewells(caller);
  delete from auth.users where id = caller;
end
$$;
grant execute on function public.delete_own_account() to authenticated;

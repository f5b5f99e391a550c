-- Let a recovery go on until its password is set. Anyone with a session in somebody else's account could end that of the owner's recovery link
-- again and again. Read as JSON, because sessions of hosted Supabase have no such column.

set local check_function_bodies = off;

create or replace function public.end_own_session(session_id uuid) returns void
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

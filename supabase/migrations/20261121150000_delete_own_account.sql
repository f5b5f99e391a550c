-- Lets owners delete their account: the user goes, and with it identities, sessions, refresh tokens, dogs and
-- celebrations. Nobody can name whom to delete; it is always the caller.
--
-- Photos are no part of it: hosted Supabase protects storage.objects against deletes by SQL, because the files would stay
-- behind. The client removes them through the storage API first, while it still may; Wagday's own server sweeps the rest.

create function public.delete_own_account() returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  caller constant uuid := auth.uid();
begin
  if caller is null then
    raise exception 'only a signed-in owner can delete an account' using errcode = '42501';
  end if;
  delete from auth.users where id = caller;
end
$$;

-- By name, because hosted Supabase grants new functions of this schema to each of these roles.
revoke all on function public.delete_own_account() from public, anon, service_role;
grant execute on function public.delete_own_account() to authenticated;

-- An access token alone must not be enough to delete an account: whoever finds one has an hour. The password does, by a
-- sign-in of the last five minutes. Refreshing a session does not make it young again: `amr` keeps when the password was
-- given, on hosted Supabase as here.

create or replace function public.delete_own_account() returns void
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
  delete from auth.users where id = caller;
end
$$;

-- By name, because hosted Supabase grants new functions of this schema to each of these roles.
revoke all on function public.delete_own_account() from public, anon, service_role;
grant execute on function public.delete_own_account() to authenticated;

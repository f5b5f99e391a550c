-- A celebration is planned for a day up to the end of the year 2100, as the product's domain has it, and never for one before
-- our era, which the client cannot read.
--
-- A check would hold every later change of a row to this, and an owner may have planned for the year 9999 before. So a trigger
-- looks at new celebrations and at those that get another day. A row that comes with a moment of creation in the past is put
-- back (by an undo, an import or a restore), and may be what it was.

create function private.check_celebration_date() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  if new.celebration_date not between date '0001-01-01' and date '2100-12-31' then
    raise exception 'celebration_date is beyond the years 1 to 2100'
      using errcode = '23514', schema = 'public', table = 'birthday_celebrations', column = 'celebration_date',
        constraint = 'birthday_celebrations_date_range';
  end if;
  return new;
end
$$;
-- By name, because hosted Supabase grants new functions to each of its roles.
revoke all on function private.check_celebration_date() from public, anon, authenticated, service_role;

create trigger check_celebration_date_on_insert before insert on public.birthday_celebrations
  for each row when (new.created_at >= now()) execute function private.check_celebration_date();
create trigger check_celebration_date_on_update before update of celebration_date on public.birthday_celebrations
  for each row when (new.celebration_date is distinct from old.celebration_date)
  execute function private.check_celebration_date();

-- A party may begin at a time of its own, in minutes, by the clocks of a time zone. A row has both or neither; without them the
-- party is on its day.

alter table public.birthday_celebrations
  add column celebration_time time,
  add column time_zone text,
  add constraint birthday_celebrations_time_and_zone check ((celebration_time is null) = (time_zone is null)),
  add constraint birthday_celebrations_celebration_time_check check (
    -- PostgreSQL counts 24:00 as a time of day, too.
    celebration_time < time '24:00' and extract(second from celebration_time) = 0
  ),
  -- The names that browsers give their zones: "Europe/Berlin", "America/Argentina/Salta", "Etc/GMT+5" and "UTC". Without digits
  -- a name is never one of the rules that PostgreSQL would take as a zone, such as "Home/Here-3".
  add constraint birthday_celebrations_time_zone_check check (
    char_length(time_zone) <= 60
    and time_zone ~ '^(UTC|Etc/GMT(\+(\d|1[0-2])|-(\d|1[0-4]))|[A-Z][A-Za-z]+(/[A-Z][A-Za-z_]*(-[A-Za-z]+)*){1,2})$'
  );

-- Asks PostgreSQL for the one zone. The view pg_timezone_names reads the files of all zones, which takes a tenth of a second.
create function private.check_party_time_zone() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  perform now() at time zone new.time_zone;
  return new;
exception when invalid_parameter_value then
  raise exception 'time_zone is not the name of a time zone'
    using errcode = '23514', schema = 'public', table = 'birthday_celebrations', column = 'time_zone',
      constraint = 'birthday_celebrations_time_zone_known';
end
$$;
-- By name, because hosted Supabase grants new functions to each of its roles.
revoke all on function private.check_party_time_zone() from public, anon, authenticated, service_role;

create trigger check_party_time_zone_on_insert before insert on public.birthday_celebrations
  for each row when (new.time_zone is not null) execute function private.check_party_time_zone();
create trigger check_party_time_zone_on_update before update of time_zone on public.birthday_celebrations
  for each row when (new.time_zone is not null and new.time_zone is distinct from old.time_zone)
  execute function private.check_party_time_zone();

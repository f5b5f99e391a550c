-- What an owner may tell of a dog beside its birthday: how sure that day is, the day on which the dog came home, and the day on
-- which it died. A birthday is always a full date, the one that its people celebrate.

alter table public.dogs
  add column birth_precision text not null default 'day',
  add column gotcha_date date,
  add column died_on date,
  add constraint dogs_birth_precision_check check (birth_precision in ('day', 'month', 'year', 'guess')),
  add constraint dogs_gotcha_date_check check (isfinite(gotcha_date) and gotcha_date >= birth_date),
  add constraint dogs_died_on_check check (isfinite(died_on) and died_on >= birth_date),
  add constraint dogs_gotcha_before_death_check check (gotcha_date <= died_on);

-- As for birthdays, a check must not read the clock, and "today" is the owner's calendar date, with a day of slack for its time zone.
create function private.check_dog_days() returns trigger
language plpgsql
set search_path = ''
as $$
declare
  latest constant date := (now() at time zone 'UTC')::date + 1;
begin
  if new.gotcha_date > latest then
    raise exception 'gotcha_date is in the future'
      using errcode = '23514', schema = 'public', table = 'dogs', column = 'gotcha_date', constraint = 'dogs_gotcha_date_range';
  end if;
  if new.died_on > latest then
    raise exception 'died_on is in the future'
      using errcode = '23514', schema = 'public', table = 'dogs', column = 'died_on', constraint = 'dogs_died_on_range';
  end if;
  return new;
end
$$;
-- By name, because hosted Supabase grants new functions to each of its roles.
revoke all on function private.check_dog_days() from public, anon, authenticated, service_role;

create trigger check_dog_days before insert or update of gotcha_date, died_on on public.dogs
  for each row execute function private.check_dog_days();

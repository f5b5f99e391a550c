-- A party is over at its end, not at midnight: until then guests were asked whether they come to a party that had been.

set local check_function_bodies = off;

create or replace function private.is_over(facts jsonb, at timestamptz) returns boolean
language plpgsql
stable
set search_path = ''
as $$
declare
  day constant date := facts ->> 'date';
  zone constant text := facts ->> 'zone';
  began timestamptz;
  ended timestamptz;
begin
  if facts ->> 'end' is null or day > date '2100-12-31' then
    return day < private.day_in_zone(zone, at);
  end if;
  began := (day + (facts ->> 'time')::time) at time zone zone;
  ended := (day + (facts ->> 'end' < facts ->> 'time')::integer + (facts ->> 'end')::time) at time zone zone;
  return at >= case when ended > began then ended else began + interval '2 hours' end;
exception when invalid_parameter_value then
  -- This version of PostgreSQL does not know the zone.
  return day < private.day_in_zone(zone, at);
end
$$;

-- Ends a party whose end comes before its start, because clocks go forward, after as long as its times say. It counted as two hours.

set local check_function_bodies = off;

create or replace function private.is_over(facts jsonb, at timestamptz) returns boolean
language plpgsql
stable
set search_path = ''
as $$
declare
  day constant date := facts ->> 'date';
  zone constant text := facts ->> 'zone';
  first timestamp;
  last timestamp;
  began timestamptz;
  ended timestamptz;
begin
  if facts ->> 'end' is null or day > date '2100-12-31' then
    return day < private.day_in_zone(zone, at);
  end if;
  first := day + (facts ->> 'time')::time;
  last := day + (facts ->> 'end' < facts ->> 'time')::integer + (facts ->> 'end')::time;
  began := first at time zone zone;
  ended := last at time zone zone;
  return at >= case when ended > began then ended else began + (last - first) end;
exception when invalid_parameter_value then
  -- This version of PostgreSQL does not know the zone.
  return day < private.day_in_zone(zone, at);
end
$$;

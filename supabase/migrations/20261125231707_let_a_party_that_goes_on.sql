-- Lets a party that goes on past midnight end on time in a night in which the clocks change, too: for its guests it was over an hour early
-- or late.

set local check_function_bodies = off;

create or replace function private.is_over(facts jsonb, at timestamptz) returns boolean
language plpgsql
stable
set search_path = ''
as $$
declare
  day constant date := facts ->> 'date';
  zone constant text := facts ->> 'zone';
begin
  return day < private.day_in_zone(zone, at) and (
    (facts ->> 'end' < facts ->> 'time') is not true or at >= (day + 1 + (facts ->> 'end')::time) at time zone zone
  );
exception when invalid_parameter_value then
  -- This version of PostgreSQL does not know the zone.
  return day < private.day_in_zone(zone, at);
end
$$;

-- Rate limits, counted for all servers together. A key is the SHA-256 of the client or account that is counted, so no address of a visitor is kept.
-- Rows whose time has ended mean nothing and are swept.

create table embedded.rate_limits (
  key bytea primary key,
  taken integer not null,
  ends_at timestamptz not null,
  constraint rate_limits_key_length check (octet_length(key) = 32)
) with (fillfactor = 70);
create index rate_limits_ends_at_idx on embedded.rate_limits (ends_at);

-- Takes a place under each of the keys. Takes none when one of them has none left; then it returns which (from 1) and until when. A place is not
-- needed while its exemption, another key or null, is remembered. All callers name their keys in the same order, so no two wait for each other.
create function embedded.take_places(
  keys bytea[], times integer[], lengths interval[], exemptions bytea[], at timestamptz,
  out full_at integer, out free_at timestamptz
)
language plpgsql
as $$
declare
  needed bytea[] := '{}';
  used integer;
begin
  -- Counts that a crash of the machine takes along cost nothing; waiting for the disk would.
  perform set_config('synchronous_commit', 'off', true);
  for place in 1 .. cardinality(keys) loop
    continue when exists (select from embedded.rate_limits where key = exemptions[place] and ends_at > at);
    insert into embedded.rate_limits as counted (key, taken, ends_at) values (keys[place], 0, at + lengths[place])
    on conflict (key) do update set
      taken = case when counted.ends_at <= at then 0 else counted.taken end,
      ends_at = case when counted.ends_at <= at then excluded.ends_at else counted.ends_at end
    returning taken, ends_at into used, free_at;
    if used >= times[place] then
      full_at := place;
      return;
    end if;
    needed := needed || keys[place];
  end loop;
  free_at := null;
  update embedded.rate_limits set taken = taken + 1 where key = any (needed);
end
$$;

-- Gives places back that were not used, such as those of a sign-in that succeeded, and remembers a key, if any.
create function embedded.give_places_back(
  keys bytea[], exemptions bytea[], at timestamptz, remembered_key bytea, remembered_until timestamptz
) returns void
language plpgsql
as $$
begin
  perform set_config('synchronous_commit', 'off', true);
  for place in 1 .. cardinality(keys) loop
    continue when exists (select from embedded.rate_limits where key = exemptions[place] and ends_at > at);
    update embedded.rate_limits set taken = taken - 1 where key = keys[place] and taken > 0;
  end loop;
  if remembered_key is not null then
    insert into embedded.rate_limits (key, taken, ends_at) values (remembered_key, 0, remembered_until)
    on conflict (key) do update set ends_at = excluded.ends_at;
  end if;
end
$$;

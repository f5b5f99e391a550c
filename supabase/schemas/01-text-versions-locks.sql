-- Shared by several tables: default rights, checks of text, the versions of rows, and the lock of an owner.
--
-- The whole schema, a file a subject, in order of dependency. Change it here: `npm run schema` writes the migration (docs/architecture.md).

-- Rights

-- Takes the default rights on everything created from here on from every role but the owner, so each right in these files is granted by
-- name. By default PostgreSQL lets everybody execute a new function, and hosted Supabase grants each of its roles all rights on anything
-- new in schema `public`.
alter default privileges revoke execute on functions from public;
alter default privileges in schema public revoke all on tables from anon, authenticated, service_role;
alter default privileges in schema public revoke all on sequences from anon, authenticated, service_role;
alter default privileges in schema public revoke all on functions from anon, authenticated, service_role;

-- Holds what no API can reach. Signed-in callers may use it only for functions that row rules and triggers call with the caller's rights.
create schema private;
grant usage on schema private to authenticated;

-- Text
--
-- Lengths are in characters. These ranges recur:
--   [\u0001-\u001f\u007f-\u009f]              control characters, refused in fields of one line
--   [\u0001-\u0008\u000b-\u001f\u007f-\u009f]  the same without tab and line feed, for fields of several lines
--   [\u202a-\u202e\u2066-\u2069]               characters that change the direction of the words around them
--   [\u00ad\u200b\u202a-\u202e\u2060-\u2069\ufeff]  the same with those that hide in a word; `domain/text/text.ts` has the same list
--   [\u0009-\u000d\u0020…\ufeff]              white space as JavaScript's trim() knows it, refused at both ends
--
-- Functions with a `return` body are parsed at creation, so no search path changes them, and PostgreSQL can inline them into the checks of
-- tables. Checks run with the rights of the role that writes a row, so every role may call the functions of checks, an operator's own included.

-- Returns whether a text is one line of at most `most` characters without white space at its ends; null for null, which a check accepts.
create function private.is_trimmed_line(line text, most integer) returns boolean
language sql
immutable
return char_length(line) between 1 and most
  and line !~ '[\u0001-\u001f\u007f-\u009f]'
  and line !~ '^[\u0009-\u000d\u0020\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]|[\u0009-\u000d\u0020\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]$';
grant execute on function private.is_trimmed_line(text, integer) to public;

-- Returns whether a text is a trimmed line without characters that change text direction. Names of dogs and parties from before this rule
-- may hold such characters, so the checks of those tables accept them; `check_names` refuses them in new values.
create function private.is_line(line text, most integer) returns boolean
language sql
immutable
return coalesce(private.is_trimmed_line(line, most) and line !~ '[\u202a-\u202e\u2066-\u2069]', false);
grant execute on function private.is_line(text, integer) to public;

-- Returns whether a text of several lines has no control characters and none that change text direction.
create function private.is_plain(words text) returns boolean
language sql
immutable
return words !~ '[\u0001-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]';
grant execute on function private.is_plain(text) to public;

-- Returns whether a text has the form of an email address.
create function private.is_email_address(address text) returns boolean
language sql
immutable
return char_length(address) <= 254
  and address ~ '^[a-zA-Z0-9.!#$%&''*+/=?^_`{|}~-]{1,64}@[a-zA-Z0-9-]{1,63}(\.[a-zA-Z0-9-]{1,63})+$';
grant execute on function private.is_email_address(text) to public;

-- Returns whether a text has anything visible. `domain/text/text.ts` has the same list.
create function private.is_visible(words text) returns boolean
language sql
immutable
set search_path = ''
as $$
  select words ~ '[^\u0001-\u0020\u007f-\u00a0\u00ad\u0300-\u036f\u061c\u115f\u1160\u1680\u17b4\u17b5\u180b-\u180f\u1ab0-\u1aff\u1dc0-\u1dff\u2000-\u200f\u2028-\u202f\u205f-\u206f\u20d0-\u20ff\u2800\u3000\u3164\ue000-\uf8ff\ufe00-\ufe0f\ufe20-\ufe2f\ufeff\uffa0\ufff0-\ufffb\U000e0000-\U000e0fff]'
$$;
grant execute on function private.is_visible(text) to authenticated;

-- Returns the first word of a name, for mails and pages that must not say all of it; of "Mr. Barker" both.
create function private.first_name(name text) returns text
language sql
immutable
set search_path = ''
as $$
  select coalesce(substring(name from '(?i)^(?:(?:mr|mrs|ms|mx|miss|dr|prof)\.?[\u0020\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+)?[^\u0020\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+'), name)
$$;

-- Returns whether every dog of a guest has a visible name.
create function private.are_dogs_visible(dogs jsonb) returns boolean
language sql
immutable
set search_path = ''
as $$
  select not exists (
    select from jsonb_array_elements(case when jsonb_typeof(dogs) = 'array' then dogs else '[]' end) as dog
    where not coalesce(private.is_visible(dog ->> 'name'), false)
  )
$$;
grant execute on function private.are_dogs_visible(jsonb) to authenticated;

-- Refuses names without visible characters, or with characters that change text direction or hide in a word, in the fields that its trigger names. It checks
-- only values that an owner writes now: older rows stay as they are even when another field changes, and an import or a restored backup
-- brings rows unchanged. Code that shows such rows leaves the characters out.
create function private.check_names() returns trigger
language plpgsql
set search_path = ''
as $$
declare
  written constant jsonb := to_jsonb(new);
  former constant jsonb := case when tg_op = 'UPDATE' then to_jsonb(old) else '{}' end;
  field text;
  is_wrong boolean;
begin
  if current_user <> 'authenticated' then
    return new;
  end if;
  foreach field in array tg_argv loop
    if written -> field is not distinct from former -> field or written -> field = 'null' then
      continue;
    end if;
    is_wrong := case when field = 'dogs' then not private.are_dogs_visible(written -> field)
      else not private.is_visible(written ->> field) or written ->> field ~ '[\u00ad\u200b\u202a-\u202e\u2060-\u2069\ufeff]' end;
    if is_wrong then
      raise exception '% has nothing that can be seen, or turns the words around it', field
        using errcode = '23514', schema = tg_table_schema, table = tg_table_name, column = field,
          constraint = tg_table_name || '_' || field || '_visible';
    end if;
  end loop;
  return new;
end
$$;

-- Returns whether a list has at most 30 items, each of them once.
create function private.is_item_list(items text[]) returns boolean
language sql
immutable
set search_path = ''
as $$
  select items is not null and cardinality(items) <= 30 and coalesce(array_ndims(items), 1) = 1
    and not exists (select from unnest(items) as item where not private.is_line(item, 60))
    and cardinality(items) = (select count(distinct item) from unnest(items) as item)
$$;

-- Versions
--
-- Every row that owners edit has a version. An update names the version that it has seen (`where id = … and version = …`) and changes
-- nothing if the row has changed since, so nobody overwrites words that they have not read.
--
-- A row never has the same version twice, not even after it is deleted and put back or restored from a backup, because a device may still
-- hold an older copy. So a version is the server's time in microseconds, and at least one more than the version before.

-- Sets `version` and `updated_at`, whatever an owner writes into them. An import may insert rows with their old versions; every update
-- raises the version, under any role.
create function private.raise_version() returns trigger
language plpgsql
set search_path = ''
as $$
declare
  now_in_microseconds constant bigint := (extract(epoch from clock_timestamp()) * 1000000)::bigint;
begin
  if tg_op = 'UPDATE' then
    new.version := greatest(old.version + 1, now_in_microseconds);
    new.updated_at := now();
  elsif current_user in ('anon', 'authenticated') then
    new.version := now_in_microseconds;
    new.updated_at := now();
  end if;
  return new;
end
$$;

-- Limits
--
-- An owner may keep far more than a kennel needs, but less than a script could pile up: 2,000 dogs; 10,000 parties, 200 of them for one
-- dog; 2,500 photos of 1 GiB in total; and so on, as each file says.
--
-- A check takes the owner's lock until its transaction ends and counts after that, so concurrent inserts cannot exceed the limit. It counts
-- once per statement, along an index, and no further than the limit. It does not count a statement that adds rows of several owners: the
-- row rules forbid that to owners, so it can only be an administrator's import.
--
-- A refusal is a broken check (23514) whose message begins with 'limit reached:'; PostgREST answers it with 400.

-- Waits for the lock of an owner and holds it until the transaction ends.
create function private.lock_owner(owner uuid) returns void
language sql
as $$
  select pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended(owner::text, 20261121160000))
$$;

-- Undoes what records messages as sent when the server that calls it has waited for too long (`patience` in connect.ts): it then sends none of them.
create function private.refuse_late() returns void
language plpgsql
set search_path = ''
as $$
begin
  if clock_timestamp() > statement_timestamp() + interval '6 seconds' then
    raise exception 'the caller waits no longer' using errcode = '57014';
  end if;
end
$$;

-- Refuses more rows of a table than an owner, or a dog, may have. Its triggers say of whom ('owner' or 'dog'), what, how many, and a hint. They
-- run once per statement, over the rows that it has added (an upsert of an existing row adds none), or for a row that is moved to a dog.
create function private.check_limit() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  key_column constant text := case tg_argv[0] when 'dog' then 'dog_id' else 'user_id' end;
  most constant integer := tg_argv[2];
  owners uuid[];
  keys uuid[];
  is_passed boolean;
begin
  if tg_level = 'ROW' then
    owners := array[new.user_id];
    keys := array[(to_jsonb(new) ->> key_column)::uuid];
  else
    execute format('select array(select distinct user_id from added limit 2), array(select distinct %I from added)', key_column)
    into owners, keys;
  end if;
  if cardinality(owners) <> 1 then
    return null;
  end if;
  perform private.lock_owner(owners[1]);
  execute format(
    'select exists (
      select from unnest($1) as key where (select count(*) from (select from %I.%I where %I = key limit $2 + 1) as kept) > $2
    )', tg_table_schema, tg_table_name, key_column
  ) into is_passed using keys, most;
  if is_passed then
    raise exception 'limit reached: % has at most % %', case tg_argv[0] when 'dog' then 'a dog' else 'an owner' end, most, tg_argv[1]
      using errcode = '23514', hint = tg_argv[3], schema = tg_table_schema, table = tg_table_name,
        constraint = format('%s_of_%s_limit', replace(tg_argv[1], ' ', '_'), tg_argv[0]);
  end if;
  return null;
end
$$;

-- Time

-- Returns the calendar day in a time zone at a moment. Without a zone, returns the day of the place on earth where days end last, so nobody
-- is shut out early.
create function private.day_in_zone(zone text, at timestamptz) returns date
language plpgsql
stable
set search_path = ''
as $$
begin
  return (at at time zone coalesce(zone, 'Etc/GMT+12'))::date;
exception when invalid_parameter_value then
  -- This version of PostgreSQL does not know the zone.
  return (at at time zone 'Etc/GMT+12')::date;
end
$$;

-- Tokens

-- Returns a new token: 43 characters of base64url. Each random UUID has 122 bits of PostgreSQL's strong random numbers.
create function private.mint_token() returns text
language sql
volatile
set search_path = ''
as $$
  select translate(encode(sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())), 'base64'), '+/=', '-_')
$$;

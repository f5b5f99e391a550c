-- The whole schema at the release that made this baseline, made of the schema files by scripts/make-baseline.ts.

-- Shared by several tables: default rights, checks of text, the versions of rows, and the lock of an owner.
--
-- The files of this folder are the whole schema, one subject each, in order of dependency. Change them here, and let `npm run schema` write
-- the migration (docs/architecture.md).

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

-- Returns whether a text is one line of at most `most` characters without white space at either end. Returns null for null, which a check
-- accepts.
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

-- Dogs: table, row rules, checks and limit. The checks have the limits of `domain/limits.ts` and `domain/dogs/dog-draft.ts`. More triggers
-- on this table are in 13-reminders.sql and 19-unused-files.sql.
create table public.dogs (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  name text not null,
  size text not null,
  -- Always a full date: the one that the owner celebrates.
  birth_date date not null,
  -- How exactly that date is known.
  birth_precision text not null default 'day',
  -- The day the dog came home.
  gotcha_date date,
  died_on date,
  breed text,
  notes text,
  photo_url text,
  -- Where the dog's face is in its photo, in percent of the photo's width from the left and of its height from the top. The product keeps
  -- this point in sight wherever it crops the photo. Both are null if the owner has not set them.
  photo_x smallint,
  photo_y smallint,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version bigint not null default 1,
  -- Lets the foreign key of a party require that its dog belongs to the same owner.
  constraint dogs_id_user_id_key unique (id, user_id),
  constraint dogs_name_check check (private.is_trimmed_line(name, 60)),
  constraint dogs_size_check check (size in ('small', 'medium', 'large', 'giant')),
  constraint dogs_birth_date_finite check (isfinite(birth_date)),
  constraint dogs_birth_precision_check check (birth_precision in ('day', 'month', 'year', 'guess')),
  constraint dogs_gotcha_date_check check (isfinite(gotcha_date) and gotcha_date >= birth_date),
  constraint dogs_died_on_check check (isfinite(died_on) and died_on >= birth_date),
  constraint dogs_gotcha_before_death_check check (gotcha_date <= died_on),
  constraint dogs_breed_check check (private.is_trimmed_line(breed, 80)),
  constraint dogs_notes_check check (char_length(notes) between 1 and 2000),
  constraint dogs_photo_url_check check (
    char_length(photo_url) between 1 and 2048
    and photo_url ~ '^(https?://|/(?!/))'
    and photo_url !~ '[\u0001-\u001f\u007f-\u009f]'
  ),
  constraint dogs_photo_x_check check (photo_x between 0 and 100),
  constraint dogs_photo_y_check check (photo_y between 0 and 100),
  constraint dogs_photo_focus_whole check ((photo_x is null) = (photo_y is null)),
  constraint dogs_created_at_finite check (isfinite(created_at))
);
create index dogs_user_id_created_at_idx on public.dogs (user_id, created_at desc, id);

-- Row rules
--
-- Every row belongs to one user. Only the row rules decide who sees and changes it, on the embedded backend and on hosted Supabase.

alter table public.dogs enable row level security;
grant select, insert, update, delete on public.dogs to authenticated;
grant all on public.dogs to service_role;

create policy "Owners see their dogs" on public.dogs
  for select to authenticated
  using (user_id = (select auth.uid()));
create policy "Owners add their dogs" on public.dogs
  for insert to authenticated
  with check (user_id = (select auth.uid()));
create policy "Owners change their dogs" on public.dogs
  for update to authenticated
  using (user_id = (select auth.uid()))
  with check (user_id = (select auth.uid()));
create policy "Owners remove their dogs" on public.dogs
  for delete to authenticated
  using (user_id = (select auth.uid()));

create trigger raise_version before insert or update on public.dogs
  for each row execute function private.raise_version();
create trigger check_names before insert or update of name on public.dogs
  for each row execute function private.check_names('name');

-- Checks of days

-- Checks the range of birthdays in a trigger, because a check must not read the clock. "Today" is the owner's calendar date, and owners
-- live between UTC-12 and UTC+14, so both ends have one day of slack. The client knows the exact day.
create function public.check_dog_birth_date() returns trigger
language plpgsql
set search_path = ''
as $$
declare
  today_in_utc constant date := (now() at time zone 'UTC')::date;
begin
  if new.birth_date > today_in_utc + 1 then
    raise exception 'birth_date is in the future'
      using errcode = '23514', schema = 'public', table = 'dogs', column = 'birth_date', constraint = 'dogs_birth_date_range';
  end if;
  if new.birth_date < (today_in_utc - 1 - interval '40 years')::date then
    raise exception 'birth_date is more than 40 years ago'
      using errcode = '23514', schema = 'public', table = 'dogs', column = 'birth_date', constraint = 'dogs_birth_date_range';
  end if;
  return new;
end
$$;
create trigger check_dog_birth_date_on_insert before insert on public.dogs
  for each row execute function public.check_dog_birth_date();
-- Checks a birthday only when it changes, so a dog that has grown old can still be edited.
create trigger check_dog_birth_date_on_update before update of birth_date on public.dogs
  for each row when (new.birth_date is distinct from old.birth_date) execute function public.check_dog_birth_date();

-- Refuses a day of coming home, or of death, in the future, with the same slack for time zones.
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
create trigger check_dog_days before insert or update of gotcha_date, died_on on public.dogs
  for each row execute function private.check_dog_days();

-- Photo

-- Removes the focus of a replaced photo. A client that changes only the photo, because it does not know the columns of the focus or because
-- two devices changed the dog at once, would leave the old focus on the new photo. The focus stays when an administrator changes the
-- address of a photo, by an import or a move to another store.
create function private.forget_photo_focus() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  if current_user = 'authenticated' then
    new.photo_x := null;
    new.photo_y := null;
  end if;
  return new;
end
$$;
create trigger forget_photo_focus before update of photo_url on public.dogs
  for each row when (
    new.photo_url is distinct from old.photo_url
    and new.photo_x is not distinct from old.photo_x
    and new.photo_y is not distinct from old.photo_y
  )
  execute function private.forget_photo_focus();

-- Limit

-- Refuses more than 2,000 dogs per owner.
create function private.check_dogs_of_owners() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  most constant integer := 2000;
  owners constant uuid[] := array(select distinct user_id from added limit 2);
  owner constant uuid := owners[1];
begin
  if cardinality(owners) <> 1 then
    return null;
  end if;
  perform private.lock_owner(owner);
  if (select count(*) from (select from public.dogs where user_id = owner limit most + 1) as kept) > most then
    raise exception 'limit reached: an owner has at most % dogs', most
      using errcode = '23514', hint = 'Remove a dog before you add another one.',
        schema = 'public', table = 'dogs', constraint = 'dogs_of_owner_limit';
  end if;
  return null;
end
$$;
-- Runs once per statement, over the rows that it has added: an upsert of an existing row adds none.
create trigger check_dogs_of_owners after insert on public.dogs
  referencing new table as added for each statement execute function private.check_dogs_of_owners();

-- Parties, which the schema calls birthday celebrations: table, row rules, checks and limits. More triggers on this table are in
-- 08-invitations.sql, 13-reminders.sql and 19-unused-files.sql.
create table public.birthday_celebrations (
  id uuid primary key default gen_random_uuid(),
  dog_id uuid not null,
  user_id uuid not null references auth.users (id) on delete cascade,
  title text not null,
  description text,
  celebration_date date not null,
  -- A party may begin at a time, in whole minutes, in a time zone. A row has both or neither; without them only the day is set.
  celebration_time time,
  -- When it ends, by the clocks of the same zone; null if that is open. Before celebration_time it is on the next day.
  end_time time,
  time_zone text,
  location text,
  invitation_image_url text,
  -- The photo of the day, once the party is over.
  memory_photo_url text,
  shared_platforms text[] not null default '{}',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version bigint not null default 1,
  -- Ensures that the dog belongs to the same user.
  constraint birthday_celebrations_dog_fkey foreign key (dog_id, user_id)
    references public.dogs (id, user_id) on delete cascade,
  constraint birthday_celebrations_title_check check (private.is_trimmed_line(title, 120)),
  constraint birthday_celebrations_description_check check (char_length(description) between 1 and 2000),
  constraint birthday_celebrations_date_finite check (isfinite(celebration_date)),
  constraint birthday_celebrations_time_and_zone check ((celebration_time is null) = (time_zone is null)),
  constraint birthday_celebrations_celebration_time_check check (
    -- PostgreSQL accepts 24:00 as a time of day.
    celebration_time < time '24:00' and extract(second from celebration_time) = 0
  ),
  constraint birthday_celebrations_end_time_check check (
    end_time is null
    or celebration_time is not null and end_time <> celebration_time and end_time < time '24:00' and extract(second from end_time) = 0
  ),
  -- Allows the zone names that browsers use: "Europe/Berlin", "America/Argentina/Salta", "Etc/GMT+5" and "UTC". Allows no other digits, so
  -- a name cannot be a rule that PostgreSQL would accept as a zone, such as "Home/Here-3".
  constraint birthday_celebrations_time_zone_check check (
    char_length(time_zone) <= 60
    and time_zone ~ '^(UTC|Etc/GMT(\+(\d|1[0-2])|-(\d|1[0-4]))|[A-Z][A-Za-z]+(/[A-Z][A-Za-z_]*(-[A-Za-z]+)*){1,2})$'
  ),
  constraint birthday_celebrations_location_check check (private.is_trimmed_line(location, 200)),
  constraint birthday_celebrations_image_check check (
    char_length(invitation_image_url) between 1 and 2048
    and invitation_image_url !~ '[\u0001-\u001f\u007f-\u009f]'
  ),
  -- As for the photo of a dog.
  constraint birthday_celebrations_memory_photo_url_check check (
    char_length(memory_photo_url) between 1 and 2048
    and memory_photo_url ~ '^(https?://|/(?!/))'
    and memory_photo_url !~ '[\u0001-\u001f\u007f-\u009f]'
  ),
  constraint birthday_celebrations_platforms_check check (
    cardinality(shared_platforms) <= 10
    and coalesce(array_ndims(shared_platforms), 1) = 1
    and array_position(shared_platforms, null) is null
    and char_length(array_to_string(shared_platforms, '')) <= 300
  ),
  constraint birthday_celebrations_created_at_finite check (isfinite(created_at))
);
create index birthday_celebrations_user_id_date_idx on public.birthday_celebrations (user_id, celebration_date);
create index birthday_celebrations_dog_id_user_id_idx on public.birthday_celebrations (dog_id, user_id);

-- Row rules

alter table public.birthday_celebrations enable row level security;
grant select, insert, update, delete on public.birthday_celebrations to authenticated;
grant all on public.birthday_celebrations to service_role;

create policy "Owners see their celebrations" on public.birthday_celebrations
  for select to authenticated
  using (user_id = (select auth.uid()));
create policy "Owners plan celebrations for their own dogs" on public.birthday_celebrations
  for insert to authenticated
  with check (
    user_id = (select auth.uid())
    and exists (select from public.dogs where dogs.id = dog_id and dogs.user_id = (select auth.uid()))
  );
create policy "Owners change celebrations of their own dogs" on public.birthday_celebrations
  for update to authenticated
  using (user_id = (select auth.uid()))
  with check (
    user_id = (select auth.uid())
    and exists (select from public.dogs where dogs.id = dog_id and dogs.user_id = (select auth.uid()))
  );
create policy "Owners cancel their celebrations" on public.birthday_celebrations
  for delete to authenticated
  using (user_id = (select auth.uid()));

create trigger raise_version before insert or update on public.birthday_celebrations
  for each row execute function private.raise_version();
create trigger check_names before insert or update of title, location on public.birthday_celebrations
  for each row execute function private.check_names('title', 'location');

-- Checks

-- Refuses days outside the years 1 to 2100: the domain plans no later, and the client cannot read dates before our era.
--
-- A check would apply to every later change of a row, and there are older rows for the year 9999. So a trigger checks new parties and those
-- that are moved to another day. A row whose creation time is in the past is put back (by an undo, an import or a restore), and may keep
-- its day.
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
create trigger check_celebration_date_on_insert before insert on public.birthday_celebrations
  for each row when (new.created_at >= now()) execute function private.check_celebration_date();
create trigger check_celebration_date_on_update before update of celebration_date on public.birthday_celebrations
  for each row when (new.celebration_date is distinct from old.celebration_date)
  execute function private.check_celebration_date();

-- Refuses a time zone that PostgreSQL does not know. Tries only this zone, because the view pg_timezone_names reads the files of all zones,
-- which takes a tenth of a second.
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
create trigger check_party_time_zone_on_insert before insert on public.birthday_celebrations
  for each row when (new.time_zone is not null) execute function private.check_party_time_zone();
create trigger check_party_time_zone_on_update before update of time_zone on public.birthday_celebrations
  for each row when (new.time_zone is not null and new.time_zone is distinct from old.time_zone)
  execute function private.check_party_time_zone();

-- Refuses a new id: for guests the party would be gone, and they would be informed that it is cancelled.
create function private.keep_party_id() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  raise exception 'the id of a party stays' using errcode = '42501';
end
$$;
create trigger keep_party_id before update of id on public.birthday_celebrations
  for each row when (new.id is distinct from old.id) execute function private.keep_party_id();

-- Limits

-- Refuses more than 200 parties per dog.
create function private.check_celebrations_of(dog uuid, owner uuid) returns void
language plpgsql
set search_path = ''
as $$
declare
  most constant integer := 200;
begin
  if (
    select count(*) from (
      select from public.birthday_celebrations where dog_id = dog and user_id = owner limit most + 1
    ) as kept
  ) > most then
    raise exception 'limit reached: a dog has at most % celebrations', most
      using errcode = '23514', hint = 'Cancel a celebration before you plan another one.',
        schema = 'public', table = 'birthday_celebrations', constraint = 'celebrations_of_dog_limit';
  end if;
end
$$;

-- Refuses more than 10,000 parties per owner, and more than 200 for each dog to which the statement has added one.
create function private.check_celebrations_of_owners() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  most constant integer := 10000;
  owners constant uuid[] := array(select distinct user_id from added limit 2);
  owner constant uuid := owners[1];
begin
  if cardinality(owners) <> 1 then
    return null;
  end if;
  perform private.lock_owner(owner);
  if (
    select count(*) from (select from public.birthday_celebrations where user_id = owner limit most + 1) as kept
  ) > most then
    raise exception 'limit reached: an owner has at most % celebrations', most
      using errcode = '23514', hint = 'Cancel a celebration before you plan another one.',
        schema = 'public', table = 'birthday_celebrations', constraint = 'celebrations_of_owner_limit';
  end if;
  perform private.check_celebrations_of(dog_id, owner) from (select distinct dog_id from added) as dogs;
  return null;
end
$$;
create trigger check_celebrations_of_owners after insert on public.birthday_celebrations
  referencing new table as added for each statement execute function private.check_celebrations_of_owners();

-- Applies the limit of a dog to a party that is moved to it.
create function private.check_celebrations_of_dog() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.lock_owner(new.user_id);
  perform private.check_celebrations_of(new.dog_id, new.user_id);
  return null;
end
$$;
create trigger check_celebrations_of_dog after update of dog_id on public.birthday_celebrations
  for each row when (new.dog_id is distinct from old.dog_id) execute function private.check_celebrations_of_dog();

-- The bucket of the photos of dogs and parties, its row rules and its limits: 5 MiB for a photo, which the storage service enforces,
-- and how many files of what total size an owner may keep. Anyone who knows the address of a photo may read it; only its owner may
-- upload, change, delete and list, and only in the folder named by their user id.
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('dog-photos', 'dog-photos', true, 5242880, array['image/jpeg', 'image/png', 'image/webp']);

-- Returns the name of the file at the address of a photo; null for an address outside the bucket.
create function private.photo_name(photo_url text) returns text
language sql
immutable
set search_path = ''
as $$
  select substring(photo_url from '/storage/v1/object/public/dog-photos/([^?#]+)')
$$;

-- The limit
--
-- Supabase's storage asks whether a file may be added before the bytes arrive, by a trial insert in the owner's role that it rolls back. So
-- the row rules below decide. The trial has the size in 'contentLength' (older versions have none), a stored file has it in 'size'. Then
-- storage adds the row as service_role, which no row rule binds. Many trials may have passed at once, so the trigger in 11-previews.sql
-- counts again, under the owner's lock. The embedded server does both as the owner and needs no trigger.
--
-- Hosted Supabase lets a migration put triggers on storage.objects, but no index. Its storage answers a broken check with 500, and passes
-- on the message of 42501 only. So these refusals have that code; their messages begin with 'limit reached:', as everywhere.

-- Refuses another photo of `bytes` bytes beyond an owner's limit: 2,500 photos of 1 GiB in total, or, in the first week of an account,
-- which costs nothing to make, 250 photos of 100 MiB in total. In a trial without a size `bytes` is null and counts as one byte, so it is
-- refused only when nothing more would fit.
create function private.require_room_for_photo(owner uuid, photo text, bytes bigint) returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  is_new constant boolean := exists (
    select from auth.users where id = owner and created_at > now() - interval '7 days'
  );
  most constant integer := case when is_new then 250 else 2500 end;
  most_bytes constant bigint := case when is_new then 104857600 else 1073741824 end;
  photos bigint;
  bytes_kept bigint;
begin
  perform private.lock_owner(owner);
  -- The folder is a constant of the statement. Only then can the index on names be used.
  execute format(
    $statement$
      select count(*), coalesce(sum(coalesce(metadata ->> 'size', metadata ->> 'contentLength')::bigint), 0)
      from storage.objects
      where bucket_id = 'dog-photos' and name like %L and name is distinct from %L
    $statement$,
    owner::text || '/%', photo
  ) into photos, bytes_kept;
  if photos >= most or bytes_kept + coalesce(bytes, 1) > most_bytes then
    raise exception 'limit reached: % has at most % photos of together % MiB',
      case when is_new then 'an account in its first week' else 'an owner' end, most, most_bytes / 1048576
      using errcode = '42501', hint = 'Remove a photo before you add another one.',
        schema = 'storage', table = 'objects', constraint = 'photos_of_owner_limit';
  end if;
end
$$;

-- Returns whether the caller may add another photo of `bytes` bytes to their folder. A refusal says why.
create function private.has_room_for_photo(bytes bigint) returns boolean
language plpgsql
security definer
set search_path = ''
as $$
begin
  if auth.uid() is null then
    return false;
  end if;
  perform private.require_room_for_photo(auth.uid(), null, bytes);
  return true;
end
$$;
grant execute on function private.has_room_for_photo(bigint) to authenticated;

create policy "Owners list their dog photos" on storage.objects
  for select to authenticated
  using (bucket_id = 'dog-photos' and (storage.foldername(name))[1] = (select auth.uid())::text);
-- Compares the folder first, so a stranger is refused without a count.
create policy "Owners upload their dog photos" on storage.objects
  for insert to authenticated
  with check (
    case when bucket_id = 'dog-photos' and (storage.foldername(name))[1] = (select auth.uid())::text
    then private.has_room_for_photo(coalesce(metadata ->> 'size', metadata ->> 'contentLength')::bigint) else false end
  );
create policy "Owners change their dog photos" on storage.objects
  for update to authenticated
  using (bucket_id = 'dog-photos' and (storage.foldername(name))[1] = (select auth.uid())::text)
  with check (bucket_id = 'dog-photos' and (storage.foldername(name))[1] = (select auth.uid())::text);
create policy "Owners delete their dog photos" on storage.objects
  for delete to authenticated
  using (bucket_id = 'dog-photos' and (storage.foldername(name))[1] = (select auth.uid())::text);

-- What signed-in owners do with their account: list and end their sessions, and delete the account. Accounts and sessions belong to the
-- auth service, so owners reach them only by functions. Each function acts only on its caller.

-- Refuses a caller whose session has ended. On hosted Supabase an access token outlives its session, and a request may have begun before the
-- session ended: neither may make anything that opens the pack from outside once the owner has taken the account back.
create function private.require_session() returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  if not exists (select from auth.sessions where id = (auth.jwt() ->> 'session_id')::uuid and user_id = auth.uid()) then
    raise exception 'the session has ended' using errcode = '42501';
  end if;
end
$$;

-- Returns the caller's sessions. Works in UTC, because hosted Supabase keeps refreshed_at without a time zone.
create function public.list_own_sessions()
returns table (id uuid, created_at timestamptz, last_used_at timestamptz, user_agent text, is_current boolean)
language plpgsql
stable
security definer
set search_path = ''
set timezone = 'UTC'
as $$
begin
  if auth.uid() is null then
    raise exception 'only a signed-in owner has sessions' using errcode = '42501';
  end if;
  return query
    select session.id, session.created_at, coalesce(session.refreshed_at::timestamptz, session.created_at),
      left(session.user_agent, 256), session.id::text is not distinct from auth.jwt() ->> 'session_id'
    from auth.sessions as session
    where session.user_id = auth.uid()
    order by 5 desc, 3 desc, 1
    limit 200;
end
$$;
grant execute on function public.list_own_sessions() to authenticated;

-- Ends one of the caller's sessions and its refresh tokens. Does nothing for a session that is not theirs. Refuses to end another one that may
-- set a password because a recovery link began it in the last fifteen minutes: the caller may be the one whom it takes the account back from.
-- Read as JSON, because sessions of hosted Supabase have no such column.
create function public.end_own_session(session_id uuid) returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  if auth.uid() is null then
    raise exception 'only a signed-in owner has sessions' using errcode = '42501';
  end if;
  delete from auth.sessions as session
  where session.id = end_own_session.session_id and user_id = auth.uid()
    and (
      session.id::text is not distinct from auth.jwt() ->> 'session_id'
      or created_at < now() - interval '15 minutes'
      or (to_jsonb(session) ->> 'may_set_password')::boolean is not true
    );
  if not found and exists (
    select from auth.sessions as session where session.id = end_own_session.session_id and user_id = auth.uid()
  ) then
    raise exception 'this session is about to set a password' using errcode = '42501';
  end if;
end
$$;
grant execute on function public.end_own_session(uuid) to authenticated;

-- Deletes the caller's account with its identities, sessions and refresh tokens and all rows of the owner. Guests of future parties get a
-- farewell.
--
-- Requires a recent sign-in, because an access token by itself must not be enough: a stolen one works for an hour. A sign-in with the
-- password in the last five minutes counts. Refreshing a session does not make it recent: `amr` keeps when the password was given, on
-- hosted Supabase as here.
--
-- Does not delete photos: hosted Supabase protects storage.objects against deletes by SQL, because the files would stay behind. The client
-- removes them through the storage API first, while it may; Wagday's own server removes the rest later.
create function public.delete_own_account() returns void
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
  perform private.queue_farewells(caller);
  delete from auth.users where id = caller;
end
$$;
grant execute on function public.delete_own_account() to authenticated;

-- Calendars that owners subscribe to, on a phone or for somebody else. Anyone who has the address of one can read it, so the address holds
-- a token of 244 random bits. It is shown once, and only its hash is kept.
--
-- The SEQUENCE of an event is computed from created_at and version of its row, so it rises with every change.
create table public.calendar_feeds (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null default auth.uid() references auth.users (id) on delete cascade,
  name text not null,
  -- Which celebrations: all of them, or only calendar birthdays.
  contents text not null default 'all',
  parties boolean not null default true,
  alarms boolean not null default false,
  -- The only dog of the calendar; null for the whole pack. Not a foreign key: when the dog is removed its calendar stays, empty, because an
  -- undo brings the dog back. A feed shows only dogs of its own owner.
  dog_id uuid,
  token_hash bytea not null,
  created_at timestamptz not null default now(),
  -- Updated at most once an hour, to show owners whether a calendar is still in use.
  last_read_at timestamptz,
  constraint calendar_feeds_token_hash_key unique (token_hash),
  constraint calendar_feeds_token_hash_check check (octet_length(token_hash) = 32),
  constraint calendar_feeds_name_check check (private.is_trimmed_line(name, 60)),
  constraint calendar_feeds_contents_check check (contents in ('all', 'birthdays')),
  constraint calendar_feeds_created_at_finite check (isfinite(created_at))
);
create index calendar_feeds_user_id_idx on public.calendar_feeds (user_id, created_at);

-- Row rules

alter table public.calendar_feeds enable row level security;
-- Shows every column but the hash. The function below creates feeds, and they never change.
grant select (id, user_id, name, contents, parties, alarms, dog_id, created_at, last_read_at) on public.calendar_feeds to authenticated;
grant delete on public.calendar_feeds to authenticated;
grant all on public.calendar_feeds to service_role;

create policy "Owners see their calendar feeds" on public.calendar_feeds
  for select to authenticated
  using (user_id = (select auth.uid()));
create policy "Owners revoke their calendar feeds" on public.calendar_feeds
  for delete to authenticated
  using (user_id = (select auth.uid()));

-- Refuses more than 10 calendars per owner.
create function private.check_calendar_feeds_of_owners() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  most constant integer := 10;
  owners constant uuid[] := array(select distinct user_id from added limit 2);
begin
  -- Rows of several owners are an administrator's import.
  if cardinality(owners) <> 1 then
    return null;
  end if;
  perform private.lock_owner(owners[1]);
  if (select count(*) from public.calendar_feeds where user_id = owners[1]) > most then
    raise exception 'limit reached: an owner has at most % calendar feeds', most
      using errcode = '23514', hint = 'Revoke a calendar before you make another one.',
        schema = 'public', table = 'calendar_feeds', constraint = 'calendar_feeds_of_owner_limit';
  end if;
  return null;
end
$$;
create trigger check_calendar_feeds_of_owners after insert on public.calendar_feeds
  referencing new table as added for each statement execute function private.check_calendar_feeds_of_owners();

-- Creates a feed for the caller and returns its token, 43 characters of base64url, which nobody can read again.
create function public.create_calendar_feed(name text, contents text, parties boolean, alarms boolean, dog_id uuid default null)
returns text
language plpgsql
security definer
set search_path = ''
as $$
declare
  -- Each random UUID has 122 bits of PostgreSQL's strong random numbers.
  token constant text := translate(
    encode(sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())), 'base64'), '+/=', '-_'
  );
begin
  if auth.uid() is null then
    raise exception 'only a signed-in owner makes a calendar feed' using errcode = '42501';
  end if;
  perform private.lock_owner(auth.uid());
  perform private.require_session();
  if dog_id is not null and not exists (
    select from public.dogs where id = create_calendar_feed.dog_id and user_id = auth.uid()
  ) then
    raise exception 'the dog of a calendar feed must be the owner''s'
      using errcode = '23503', schema = 'public', table = 'calendar_feeds', constraint = 'calendar_feeds_dog';
  end if;
  insert into public.calendar_feeds (user_id, name, contents, parties, alarms, dog_id, token_hash)
  values (
    auth.uid(), create_calendar_feed.name, create_calendar_feed.contents, create_calendar_feed.parties,
    create_calendar_feed.alarms, create_calendar_feed.dog_id, sha256(convert_to(token, 'UTF8'))
  );
  return token;
end
$$;
grant execute on function public.create_calendar_feed(text, text, boolean, boolean, uuid) to authenticated;

-- Returns the parties of a feed, without those planned for after their dog's death.
create function private.parties_of_feed(feed public.calendar_feeds) returns setof public.birthday_celebrations
language sql
stable
set search_path = ''
as $$
  select planned.* from public.birthday_celebrations as planned
  join public.dogs on dogs.id = planned.dog_id
  where feed.parties and planned.user_id = feed.user_id and (feed.dog_id is null or planned.dog_id = feed.dog_id)
    and planned.celebration_date between (now() - interval '14 months')::date and (now() + interval '38 months')::date
    and planned.celebration_date <= coalesce(dogs.died_on, 'infinity')
  -- Limits the answer to more than a calendar can show.
  order by planned.celebration_date desc, planned.id limit 1000
$$;

-- Returns what the calendar of a token shows, in one round trip; null for a token that is unknown or revoked. Anybody may ask: the token is
-- the right. Leaves out notes, photos and the owner's account. If the calendar's present version is among those that the caller knows
-- (`known`), returns only its version and writes out no row.
create function public.calendar_feed(token text, known text[] default null) returns json
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  feed public.calendar_feeds;
  is_read_noted boolean;
  feed_version text;
begin
  -- A text that is not as long as a token is not looked up.
  if octet_length(token) is distinct from 43 then
    return null;
  end if;
  select * into feed from public.calendar_feeds where token_hash = sha256(convert_to(token, 'UTF8'));
  if not found then
    return null;
  end if;
  is_read_noted := feed.last_read_at is not null and feed.last_read_at > now() - interval '1 hour';
  -- Feeds never change, and the version of a row rises with every change of it.
  feed_version := left(encode(sha256(convert_to(concat_ws(' ', feed.id, (
    select concat(count(*), string_agg(concat(' ', id, version), '' order by id))
    from public.dogs where user_id = feed.user_id and (feed.dog_id is null or id = feed.dog_id)
  ), (
    select concat(count(*), string_agg(concat(' ', party.id, version, private.heads_of_party(party.*::public.birthday_celebrations)), '' order by party.id))
    from private.parties_of_feed(feed) as party
  )), 'UTF8')), 'hex'), 32);
  if feed_version = any (known) then
    return json_build_object('version', feed_version, 'isReadNoted', is_read_noted);
  end if;
  return json_build_object(
    'version', feed_version,
    'isReadNoted', is_read_noted,
    'name', feed.name,
    'contents', feed.contents,
    'alarms', feed.alarms,
    'dogs', (
      select coalesce(json_agg(json_build_object(
        'id', dogs.id, 'name', dogs.name, 'size', size, 'birthDate', birth_date, 'birthPrecision', birth_precision,
        'gotchaDate', gotcha_date, 'diedOn', died_on, 'createdAt', dogs.created_at, 'version', version
      ) order by dogs.created_at, dogs.id), '[]')
      from public.dogs where dogs.user_id = feed.user_id and (feed.dog_id is null or dogs.id = feed.dog_id)
    ),
    'parties', (
      -- Takes as much of a description as a calendar shows.
      select coalesce(json_agg(json_build_object(
        'id', party.id, 'title', title, 'celebrationDate', celebration_date, 'hour', celebration_time, 'end', end_time, 'zone', time_zone,
        'description', left(description, 500), 'location', location, 'createdAt', party.created_at,
        'version', greatest(version, (heads ->> 'version')::bigint), 'coming', heads
      ) order by celebration_date, party.id), '[]')
      from private.parties_of_feed(feed) as party
      cross join lateral private.heads_of_party(party.*::public.birthday_celebrations) as heads
    )
  );
end
$$;
grant execute on function public.calendar_feed(text, text[]) to anon;

-- Records that the calendar of a token was read, at most once an hour.
create function public.note_calendar_read(token text) returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  if octet_length(token) is distinct from 43 then
    return;
  end if;
  update public.calendar_feeds set last_read_at = now()
  where token_hash = sha256(convert_to(token, 'UTF8'))
    and (last_read_at is null or last_read_at <= now() - interval '1 hour');
end
$$;
grant execute on function public.note_calendar_read(text) to anon;

-- Browsers that receive an owner's reminders by push, and the push services that messages may be sent to.
create table public.push_subscriptions (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null default auth.uid() references auth.users (id) on delete cascade,
  -- Where the browser's push service accepts messages. The sender checks the host again.
  endpoint text not null,
  -- The browser's public key, a point of P-256, and its secret, both as base64url.
  p256dh text not null,
  auth text not null,
  -- The name of the device in the owner's list.
  device text,
  -- The session in which the browser subscribed; null for a row that the server itself has added.
  session_id uuid,
  created_at timestamptz not null default now(),
  last_success_at timestamptz,
  constraint push_subscriptions_endpoint_user_id_key unique (endpoint, user_id),
  -- Requires https on its usual port at a host name, without a user. A trigger below checks which hosts are allowed, because a check cannot
  -- read another table.
  constraint push_subscriptions_endpoint_check check (
    char_length(endpoint) <= 1000 and endpoint ~ '^https://([a-z0-9-]+\.)+[a-z][a-z0-9-]*/[\u0021-\u007e]*$'
  ),
  constraint push_subscriptions_p256dh_check check (p256dh ~ '^B[A-Za-z0-9_-]{86}$'),
  constraint push_subscriptions_auth_check check (auth ~ '^[A-Za-z0-9_-]{22}$'),
  constraint push_subscriptions_device_check check (
    char_length(device) between 1 and 120 and device !~ '[\u0001-\u001f\u007f-\u009f]'
  ),
  constraint push_subscriptions_created_at_finite check (isfinite(created_at))
);
create index push_subscriptions_user_id_created_at_idx on public.push_subscriptions (user_id, created_at desc, id);
create index push_subscriptions_session_id_idx on public.push_subscriptions (session_id);

-- Row rules

alter table public.push_subscriptions enable row level security;
-- Owners may not set the session of a subscription, nor when it was made and when it last worked.
grant select, delete, insert (id, user_id, endpoint, p256dh, auth, device) on public.push_subscriptions to authenticated;
grant all on public.push_subscriptions to service_role;

create policy "Owners see their push subscriptions" on public.push_subscriptions
  for select to authenticated
  using (user_id = (select auth.uid()));
create policy "Owners add their push subscriptions" on public.push_subscriptions
  for insert to authenticated
  with check (user_id = (select auth.uid()));
create policy "Owners remove their push subscriptions" on public.push_subscriptions
  for delete to authenticated
  using (user_id = (select auth.uid()));

-- Push services

-- Push services that the owner of a site adds to those of the browsers, such as one of their own. The embedded server fills the table at
-- each start (PUSH_SERVICES); on hosted Supabase the site's owner fills it, as docs/deploy.md says. A dog owner may name any address as an
-- endpoint, and the server sends requests to it, so nobody else may write here.
create table private.reminder_push_services (
  -- A host, or `*.` and a host: the star stands for one or more labels.
  host text primary key,
  constraint reminder_push_services_host_check check (
    char_length(host) <= 253 and host ~ '^(\*\.)?([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z]([a-z0-9-]*[a-z0-9])?$'
  )
);

-- Refuses an endpoint that belongs neither to a browser's push service nor to an added one.
create function private.check_push_service() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  service constant text := substring(new.endpoint from '^https://([^/]+)/');
begin
  -- The check of the column refuses it.
  if service is null then
    return new;
  end if;
  -- The browsers' own push services, as functions/push/endpoints.ts has them.
  if service ~ '^(fcm\.googleapis\.com|updates\.push\.services\.mozilla\.com|([a-z0-9-]+\.)+push\.apple\.com|([a-z0-9-]+\.)+notify\.windows\.com)$' then
    return new;
  end if;
  if exists (select from private.reminder_push_services as added where service like replace(added.host, '*', '%')) then
    return new;
  end if;
  raise exception 'no push service is at this address'
    using errcode = '23514', schema = 'public', table = 'push_subscriptions', column = 'endpoint',
      constraint = 'push_subscriptions_service_known';
end
$$;
create trigger check_push_service before insert or update of endpoint on public.push_subscriptions
  for each row execute function private.check_push_service();

-- Replaces the added push services. Subscriptions to removed services stay, but nothing is sent to them any more.
create function public.set_push_services(services text[]) returns void
language sql
security definer
set search_path = ''
as $$
  delete from private.reminder_push_services where host <> all (services);
  insert into private.reminder_push_services (host) select unnest(services) on conflict do nothing;
$$;
grant execute on function public.set_push_services(text[]) to service_role;

-- Sessions
--
-- A browser gets messages only while the session in which it subscribed exists. A device that is signed out from elsewhere, or by a new
-- password, gets no more.

-- Takes the session of a subscription from the access token, not from the row that the caller writes. On hosted Supabase an access token
-- outlives its session for a while; it then adds nothing. The lock makes a transaction that ends the session wait, and then find this row.
create function private.set_push_session() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  session constant uuid := nullif(auth.jwt() ->> 'session_id', '')::uuid;
begin
  new.session_id := session;
  if session is null then
    return new;
  end if;
  perform from auth.sessions where id = session and user_id = new.user_id for key share;
  if not found then
    raise exception 'the session has ended' using errcode = '42501';
  end if;
  return new;
end
$$;
create trigger set_push_session before insert on public.push_subscriptions
  for each row execute function private.set_push_session();

-- Deletes the subscriptions of sessions that end.
create function private.end_push_of_sessions() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  delete from public.push_subscriptions as push using ended where push.session_id = ended.id;
  return null;
end
$$;
create trigger end_push_of_sessions after delete on auth.sessions
  referencing old table as ended for each statement execute function private.end_push_of_sessions();

-- Deletes all but the 10 newest subscriptions of an owner. Also removes the same endpoint with the same secret from every other account,
-- because a browser belongs to the account that signed in on it last. Otherwise the next owner of a device would read the reminders of the
-- previous one.
create function private.keep_latest_subscriptions() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  most constant integer := 10;
  owners constant uuid[] := array(select distinct user_id from added limit 2);
  owner constant uuid := owners[1];
begin
  if cardinality(owners) <> 1 then
    return null;
  end if;
  perform private.lock_owner(owner);
  delete from public.push_subscriptions as former using added
    where former.endpoint = added.endpoint and former.auth = added.auth and former.user_id <> owner;
  delete from public.push_subscriptions where id in (
    select id from public.push_subscriptions where user_id = owner order by created_at desc, id offset most
  );
  return null;
end
$$;
create trigger keep_latest_subscriptions after insert on public.push_subscriptions
  referencing new table as added for each statement execute function private.keep_latest_subscriptions();

-- Records what push services have answered: which subscriptions are gone for good, and which have accepted a message.
create function public.note_push_outcomes(gone uuid[], taken uuid[], at timestamptz) returns void
language sql
security definer
set search_path = ''
as $$
  delete from public.push_subscriptions where id = any (gone);
  update public.push_subscriptions set last_success_at = at where id = any (taken);
$$;
grant execute on function public.note_push_outcomes(uuid[], uuid[], timestamptz) to service_role;

-- Invitations to parties, which guests answer without an account: table, row rules, links, and the effects of changes to the party.
--
-- Anyone who has the address of an invitation can open it, so the address holds a token of 244 random bits, and it is looked up by its
-- hash. Guests never access a table: they call `open_invitation` and `answer_invitation` (10-answers.sql), which take a token and leave out
-- what its holder must not see. A guest's own tokens are different from the token of the link.
--
-- Every change of guests takes first the lock of their host's guests and then the row of the invitation, so only one transaction at a time
-- counts places and no two wait for each other. More triggers on this table are in 09-guests.sql, 14-reminder-delivery.sql,
-- 18-farewells-and-purge.sql and 19-unused-files.sql.
create table public.party_invitations (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null default auth.uid() references auth.users (id) on delete cascade,
  -- Not a foreign key: the invitation outlives a cancelled party, because its guests are informed and an undo brings the party back.
  party_id uuid not null,
  -- Who sees the place of the party: everybody with a link, or only guests who come.
  place_for text not null default 'all',
  -- Whether guests see the names of those who come, or only their number.
  guest_list text not null default 'counts',
  most_people smallint,
  answer_until date,
  message text,
  -- Whether guests are mailed a reminder on the day before.
  reminds_guests boolean not null default true,
  -- Whether guests who reply to a mail reach the host's address, and so learn it.
  replies_by_mail boolean not null default false,
  bring_list text[] not null default '{}',
  -- The name of a picture in the bucket of previews.
  preview text,
  has_link boolean not null default false,
  -- The token of the link, which the host can read again on every device; the row rules show it to nobody else. Null for links from before
  -- tokens were kept: those still work, and the next requested link is kept.
  link_token text,
  -- The time zone of the device that made the link first. Reminders of a party without one go by it.
  host_zone text,
  cancelled_at timestamptz,
  -- The facts of a cancelled party, and under `row` its row, from which `bring_party_back` makes it again.
  cancelled_party jsonb,
  -- Why the host cancels it, for its guests. Written before the party is deleted, and forgotten when it is put back.
  cancel_reason text,
  -- Whether guests were told that it is cancelled, and it takes place after all.
  is_on_again boolean not null default false,
  -- What guests know of the party: the facts of their last mail, or those from when the invitation was made.
  told jsonb not null default '{}',
  -- When guests are mailed what has changed since; null if nothing has.
  change_due_at timestamptz,
  -- When guests are reminded of the party; null once they were, and if that moment has passed.
  remind_at timestamptz,
  -- How many guests gave which answer, once their answers are deleted.
  purged_counts jsonb,
  answers_seen_at timestamptz not null default now(),
  -- Whether the host is mailed or pushed new answers. An invitation begins as the one before it (14-reminder-delivery.sql).
  tells_host boolean not null default true,
  -- When the host was last told of answers, by mail or push; null if never.
  answers_pushed_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version bigint not null default (extract(epoch from clock_timestamp()) * 1000000)::bigint,
  -- The version of everything but the place, for guests who do not see the place: they must not learn that it has changed.
  version_without_place bigint not null default (extract(epoch from clock_timestamp()) * 1000000)::bigint,
  -- Unique per owner, not globally. Otherwise anyone who knows the id of a cancelled party could block its return.
  constraint party_invitations_party_id_key unique (party_id, user_id),
  -- Lets the foreign key of a guest require that the invitation belongs to the same host.
  constraint party_invitations_id_user_id_key unique (id, user_id),
  constraint party_invitations_place_for_check check (place_for in ('all', 'yes')),
  constraint party_invitations_guest_list_check check (guest_list in ('names', 'counts')),
  constraint party_invitations_most_people_check check (most_people between 1 and 500),
  constraint party_invitations_answer_until_finite check (isfinite(answer_until)),
  constraint party_invitations_message_check check (char_length(message) between 1 and 1000),
  constraint party_invitations_cancel_reason_check check (cancel_reason is null or private.is_line(cancel_reason, 300)),
  constraint party_invitations_preview_check check (
    char_length(preview) between 1 and 200 and preview !~ '[\u0001-\u001f\u007f-\u009f]'
  ),
  constraint party_invitations_link_token_check check (
    link_token is null or (has_link and link_token ~ '^[A-Za-z0-9_-]{43}$')
  ),
  constraint party_invitations_answers_seen_at_finite check (isfinite(answers_seen_at)),
  constraint party_invitations_created_at_finite check (isfinite(created_at))
);
create index party_invitations_user_id_idx on public.party_invitations (user_id, created_at);
create index party_invitations_change_due_at_idx on public.party_invitations (change_due_at) where change_due_at is not null;
create index party_invitations_remind_at_idx on public.party_invitations (remind_at) where remind_at is not null;

-- Row rules

alter table public.party_invitations enable row level security;
-- `make_invitation_link` creates invitations.
grant select, delete, update (
    place_for, guest_list, most_people, answer_until, message, reminds_guests, replies_by_mail, tells_host, bring_list, preview,
    answers_seen_at, cancel_reason
  )
  on public.party_invitations to authenticated;
grant all on public.party_invitations to service_role;

create policy "Owners see their invitations" on public.party_invitations
  for select to authenticated
  using (user_id = (select auth.uid()));
create policy "Owners change their invitations" on public.party_invitations
  for update to authenticated
  using (user_id = (select auth.uid()))
  with check (user_id = (select auth.uid()));
create policy "Owners remove their invitations" on public.party_invitations
  for delete to authenticated
  using (user_id = (select auth.uid()));

create trigger raise_version_on_insert before insert on public.party_invitations
  for each row execute function private.raise_version();
-- Skips columns that the owner does not edit: a sent mail must not make the owner's next change fail.
create trigger raise_version before update of
    place_for, guest_list, most_people, answer_until, message, reminds_guests, replies_by_mail, tells_host, bring_list, cancelled_at
  on public.party_invitations
  for each row execute function private.raise_version();

-- Checks the list of what guests may bring.
create function private.check_invitation() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  if not private.is_item_list(new.bring_list) then
    raise exception 'bring_list has at most 30 items, each once and of at most 60 characters'
      using errcode = '23514', schema = 'public', table = 'party_invitations', column = 'bring_list',
        constraint = 'party_invitations_bring_list_check';
  end if;
  return new;
end
$$;
create trigger check_invitation before insert or update of bring_list on public.party_invitations
  for each row execute function private.check_invitation();

-- Refuses an invitation to a party on a day that guests cannot read. A party that is put back or imported may be on any day, so it is
-- checked here if it has an invitation.
create function private.check_date_of_invited() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  if exists (
    select from public.birthday_celebrations as party
    join public.party_invitations as kept on kept.party_id = party.id and kept.user_id = party.user_id
    where party.id = case tg_table_name when 'party_invitations' then to_jsonb(new) ->> 'party_id' else to_jsonb(new) ->> 'id' end::uuid
      and party.celebration_date not between date '0001-01-01' and date '2100-12-31'
  ) then
    raise exception 'celebration_date is beyond the years 1 to 2100'
      using errcode = '23514', schema = 'public', table = 'birthday_celebrations', column = 'celebration_date',
        constraint = 'birthday_celebrations_date_range';
  end if;
  return null;
end
$$;
create trigger check_date_of_invited after insert on public.party_invitations
  for each row execute function private.check_date_of_invited();
create trigger check_date_of_invited after insert on public.birthday_celebrations
  for each row when (new.celebration_date not between date '0001-01-01' and date '2100-12-31')
  execute function private.check_date_of_invited();

-- Raises the version for guests who do not see the place.
create function private.raise_version_without_place() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  update public.party_invitations as kept
  set version_without_place = greatest(kept.version_without_place + 1, (extract(epoch from clock_timestamp()) * 1000000)::bigint)
  where kept.party_id = new.id and kept.user_id = new.user_id;
  return null;
end
$$;
-- Counts whether there is a place at all, because everybody may know that.
create trigger raise_version_without_place after update on public.birthday_celebrations
  for each row when (
    (new.dog_id, new.title, new.description, new.celebration_date, new.celebration_time, new.end_time, new.time_zone, new.location is null)
    is distinct from
    (old.dog_id, old.title, old.description, old.celebration_date, old.celebration_time, old.end_time, old.time_zone, old.location is null)
  ) execute function private.raise_version_without_place();

-- Locks

-- Waits for the lock of a host's guests and holds it until the transaction ends.
create function private.lock_guests(host uuid) returns void
language sql
as $$
  select pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended(host::text, 20261124100000))
$$;

-- Waits for the lock of the caller's guests, for triggers that run with the caller's rights.
create function private.lock_guests_of_caller() returns void
language sql
security definer
set search_path = ''
as $$
  select private.lock_guests(auth.uid())
$$;
grant execute on function private.lock_guests_of_caller() to authenticated;

-- Takes the lock of a host's guests unless it is held already. Jobs that work through many hosts skip those whose guests are being changed,
-- and come back to them later.
create function private.try_lock_guests(host uuid) returns boolean
language sql
as $$
  select pg_catalog.pg_try_advisory_xact_lock(pg_catalog.hashtextextended(host::text, 20261124100000))
$$;

-- Takes the lock before an owner's own statement, because a statement locks rows before any row trigger runs. Runs with the rights of the
-- caller, which distinguish an owner from the functions of this schema: those hold the lock already.
create function private.lock_own_guests() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  if current_user = 'authenticated' then
    perform private.lock_guests_of_caller();
  end if;
  return null;
end
$$;
create trigger lock_own_guests before update or delete on public.party_invitations
  for each statement execute function private.lock_own_guests();

-- The party as guests know it

-- Returns the facts of a party that guests are informed about. A party whose end is open has no `end`, as those that guests were told before
-- parties had one.
create function private.facts_of_party(party public.birthday_celebrations) returns jsonb
language sql
stable
set search_path = ''
as $$
  select jsonb_build_object(
    'title', party.title, 'date', party.celebration_date, 'time', to_char(party.celebration_time, 'HH24:MI'),
    'zone', party.time_zone, 'location', party.location, 'dogId', party.dog_id,
    'dogName', (select name from public.dogs where dogs.id = party.dog_id)
  ) || case when party.end_time is null then '{}' else jsonb_build_object('end', to_char(party.end_time, 'HH24:MI')) end
$$;

-- Returns the facts of an invitation's party as it is now, or as it was when it was cancelled.
create function private.facts_of_invitation(invitation public.party_invitations) returns jsonb
language sql
stable
set search_path = ''
as $$
  select coalesce(
    (
      select private.facts_of_party(party) from public.birthday_celebrations as party
      where party.id = invitation.party_id and party.user_id = invitation.user_id
    ),
    coalesce(invitation.cancelled_party - 'row', invitation.told) || '{"isCancelled": true}'
  )
$$;

-- Returns whether guests who know `told` need to be informed. A renamed dog is no news.
create function private.is_news(told jsonb, facts jsonb) returns boolean
language sql
immutable
set search_path = ''
as $$
  select told - '{dogId,dogName}'::text[] <> facts - '{dogId,dogName}'::text[]
$$;

-- Returns whether a party is over: at its end, or if that is open, at midnight where it takes place. `isPartyOver` in domain/parties is the
-- same. A party whose end comes before its start because the clocks change takes as long as its times say.
create function private.is_over(facts jsonb, at timestamptz) returns boolean
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

-- Returns when guests are reminded of a party: at nine in the morning of the day before, where it takes place. If no time is set, where its
-- host is, and if that is not known, at ten in UTC, when it is that day almost everywhere. Null if that moment has passed, the party is cancelled, or nobody here knows its time zone.
create function private.reminder_time(facts jsonb, host_zone text) returns timestamptz
language plpgsql
stable
set search_path = ''
as $$
declare
  day constant date := facts ->> 'date';
  moment timestamptz;
begin
  -- Computes nothing of a day that is no timestamp. Such parties have no invitation.
  if day <= date '2100-12-31' and not facts ? 'isCancelled' then
    moment := (day - 1 + case when coalesce(facts ->> 'zone', host_zone) is null then time '10:00' else time '09:00' end)
      at time zone coalesce(facts ->> 'zone', host_zone, 'UTC');
  end if;
  return case when moment > now() then moment end;
exception when invalid_parameter_value then
  return null;
end
$$;

-- Returns the name of a host as one line of at most 60 characters, without those that other names may not have; null if nothing of it can be
-- seen. An account may hold anything in its metadata: hosted Supabase does not check it.
create function private.name_of_host(host uuid) returns text
language sql
stable
set search_path = ''
as $$
  select case when private.is_visible(line) then line end from auth.users, lateral (
    select btrim(left(btrim(regexp_replace(
      regexp_replace(raw_user_meta_data ->> 'name', '[\u00ad\u200b\u202a-\u202e\u2060-\u2069\ufeff]', '', 'g'),
      '[\u0001-\u0020\u007f-\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+', ' ', 'g'
    )), 60)) as line
  ) as tidied
  where id = host and jsonb_typeof(raw_user_meta_data -> 'name') = 'string'
$$;

-- Marks the invitations of deleted parties as cancelled, and keeps the facts of the parties.
create function private.cancel_invitations() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  update public.party_invitations as kept
  set cancelled_at = now(),
    -- A dog that was removed together with its party has no name any more, so guests keep the one that they were told.
    cancelled_party = private.facts_of_party(party.*::public.birthday_celebrations)
      || jsonb_build_object(
        'dogName', coalesce((select name from public.dogs where id = party.dog_id), kept.told ->> 'dogName'), 'row', to_jsonb(party)
      )
  from removed as party where kept.party_id = party.id and kept.user_id = party.user_id;
  perform private.note_party_change(kept, private.facts_of_invitation(kept))
  from removed as party join public.party_invitations as kept on kept.party_id = party.id and kept.user_id = party.user_id;
  return null;
end
$$;
create trigger cancel_invitations after delete on public.birthday_celebrations
  referencing old table as removed for each statement execute function private.cancel_invitations();

-- Restores the invitation of a party that is put back.
create function private.take_invitations_up_again() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  update public.party_invitations as kept
  set cancelled_at = null, cancelled_party = null, cancel_reason = null, is_on_again = is_on_again or told ? 'isCancelled',
    purged_counts = case when private.is_over(private.facts_of_party(party.*::public.birthday_celebrations), now()) then purged_counts end
  from added as party where kept.party_id = party.id and kept.user_id = party.user_id;
  if found then
    perform private.note_party_change(kept, private.facts_of_invitation(kept))
    from added as party join public.party_invitations as kept on kept.party_id = party.id and kept.user_id = party.user_id;
  end if;
  return null;
end
$$;
create trigger take_invitations_up_again after insert on public.birthday_celebrations
  referencing new table as added for each statement execute function private.take_invitations_up_again();

-- Brings back the caller's cancelled party with its id, so that its guests, answers and links are there again; the triggers above inform
-- the guests. Returns whether the party is on, also when an undo was faster: false if its end has passed, or its dog has left the pack.
create function public.bring_party_back(party_id uuid) returns boolean
language plpgsql
security definer
set search_path = ''
as $$
declare
  caller constant uuid := auth.uid();
  invitation public.party_invitations;
  facts jsonb;
begin
  if caller is null then
    raise exception 'only a signed-in owner brings a party back' using errcode = '42501';
  end if;
  perform private.lock_owner(caller);
  -- Without a lock of the row: a cancellation locks the party first.
  select * into invitation from public.party_invitations as kept
  where kept.party_id = bring_party_back.party_id and kept.user_id = caller;
  facts := private.facts_of_invitation(invitation);
  if facts ? 'isCancelled' and not private.is_over(facts, now())
    and exists (select from public.dogs where id = (facts ->> 'dogId')::uuid and user_id = caller) then
    insert into public.birthday_celebrations
    select (jsonb_populate_record(
      null::public.birthday_celebrations,
      -- Parties that were cancelled before rows were kept have only the facts.
      jsonb_build_object(
        'dog_id', facts -> 'dogId', 'title', facts -> 'title', 'celebration_date', facts -> 'date', 'celebration_time', facts -> 'time',
        'end_time', facts -> 'end', 'time_zone', facts -> 'zone', 'location', facts -> 'location', 'shared_platforms', '[]'::jsonb,
        'created_at', invitation.created_at
      ) || coalesce(invitation.cancelled_party -> 'row', '{}') || jsonb_build_object(
        'id', invitation.party_id, 'user_id', caller, 'memory_photo_url', null, 'updated_at', now(),
        'version', (extract(epoch from clock_timestamp()) * 1000000)::bigint
      )
    )).*
    on conflict (id) do nothing;
  end if;
  return exists (
    select from public.birthday_celebrations as party where party.id = bring_party_back.party_id and party.user_id = caller
  );
end
$$;
grant execute on function public.bring_party_back(uuid) to authenticated;

-- Records a change of the party, so that guests are informed.
create function private.note_changed_party() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  -- Forgets the counts of a past party that is planned anew: it has other guests.
  update public.party_invitations as kept set purged_counts = null
  where kept.party_id = new.id and kept.user_id = new.user_id and purged_counts is not null
    and not private.is_over(private.facts_of_party(new), now());
  perform private.note_party_change(kept, private.facts_of_party(new))
  from public.party_invitations as kept where kept.party_id = new.id and kept.user_id = new.user_id;
  return null;
end
$$;
create trigger note_changed_party after update on public.birthday_celebrations
  for each row when (
    (new.title, new.celebration_date, new.celebration_time, new.end_time, new.time_zone, new.location)
    is distinct from (old.title, old.celebration_date, old.celebration_time, old.end_time, old.time_zone, old.location)
  ) execute function private.note_changed_party();

-- Links

-- The links of invitations, by the hashes of their tokens.
create table private.invitation_links (
  token_hash bytea primary key,
  invitation_id uuid not null references public.party_invitations (id) on delete cascade,
  created_at timestamptz not null default clock_timestamp(),
  constraint invitation_links_token_hash_check check (octet_length(token_hash) = 32)
);
create index invitation_links_invitation_id_idx on private.invitation_links (invitation_id);

-- Returns a new token: 43 characters of base64url. Each random UUID has 122 bits of PostgreSQL's strong random numbers.
create function private.mint_token() returns text
language sql
volatile
set search_path = ''
as $$
  select translate(encode(sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())), 'base64'), '+/=', '-_')
$$;

-- Returns the name of a time zone if this PostgreSQL knows it, or else null.
create function private.known_zone(zone text) returns text
language plpgsql
stable
set search_path = ''
as $$
begin
  perform now() at time zone zone;
  return case when zone ~ '^[A-Za-z][A-Za-z0-9_+/-]{1,59}$' then zone end;
exception when invalid_parameter_value then
  return null;
end
$$;

-- Returns the token of the link to the invitation of the caller's party. Creates the invitation if there is none, and a link if no token is
-- kept. So an invitation has this link, and any that devices made before tokens were kept. `zone` is the time zone of the device.
create function public.make_invitation_link(party_id uuid, zone text default null) returns text
language plpgsql
security definer
set search_path = ''
as $$
declare
  most_invitations constant integer := 2000;
  caller constant uuid := auth.uid();
  party public.birthday_celebrations;
  invitation public.party_invitations;
begin
  if caller is null then
    raise exception 'only a signed-in owner invites' using errcode = '42501';
  end if;
  perform private.lock_owner(caller);
  perform private.require_session();
  select * into party from public.birthday_celebrations where id = make_invitation_link.party_id and user_id = caller;
  if not found then
    raise exception 'the party of an invitation must be the owner''s'
      using errcode = '23503', schema = 'public', table = 'party_invitations', constraint = 'party_invitations_party';
  end if;
  select * into invitation from public.party_invitations as kept
  where kept.party_id = party.id and user_id = caller for no key update;
  if not found then
    if (select count(*) from public.party_invitations where user_id = caller) >= most_invitations then
      raise exception 'limit reached: an owner has at most % invitations', most_invitations
        using errcode = '23514', hint = 'Remove an invitation before you make another one.',
          schema = 'public', table = 'party_invitations', constraint = 'invitations_of_owner_limit';
    end if;
    insert into public.party_invitations (user_id, party_id, told, host_zone, remind_at)
    values (
      caller, party.id, private.facts_of_party(party), private.known_zone(zone),
      private.reminder_time(private.facts_of_party(party), private.known_zone(zone))
    ) returning * into invitation;
  end if;
  if invitation.link_token is null then
    update public.party_invitations set has_link = true, link_token = private.mint_token()
    where id = invitation.id returning * into invitation;
    insert into private.invitation_links (token_hash, invitation_id)
    values (sha256(convert_to(invitation.link_token, 'UTF8')), invitation.id);
  end if;
  return invitation.link_token;
end
$$;
grant execute on function public.make_invitation_link(uuid, text) to authenticated;

-- Ends all links of the caller's invitation. Guests who have answered keep their own.
create function public.revoke_invitation_links(invitation_id uuid) returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  update public.party_invitations set has_link = false, preview = null
  where id = revoke_invitation_links.invitation_id and user_id = auth.uid();
  if found then
    delete from private.invitation_links as link where link.invitation_id = revoke_invitation_links.invitation_id;
  end if;
end
$$;
grant execute on function public.revoke_invitation_links(uuid) to authenticated;

-- Deletes the kept token when the links of an invitation end, in whatever way.
create function private.forget_ended_link() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  new.link_token := null;
  return new;
end
$$;
create trigger forget_ended_link before update of has_link on public.party_invitations
  for each row when (not new.has_link) execute function private.forget_ended_link();

-- Guests and their answers: table, row rules, places and the waiting list, and the guests' own links. More triggers on this table are in
-- 14-reminder-delivery.sql and 16-guest-mails.sql.
create table public.party_guests (
  id uuid primary key default gen_random_uuid(),
  invitation_id uuid not null,
  -- The host. Refers to the account only through the invitation. With a foreign key of its own, a guest's answer and the deletion of the
  -- account could wait for each other.
  user_id uuid not null default auth.uid(),
  name text not null,
  answer text not null,
  adults smallint not null default 0,
  children smallint not null default 0,
  -- The dogs that the guest brings, as [{name, size}]; the size is null if it is not given.
  dogs jsonb not null default '[]',
  allergies text,
  note text,
  email text,
  -- Items of the bring list. At most one guest takes each.
  brings text[] not null default '{}',
  -- Since when a 'yes' has waited for a place.
  waiting_since timestamptz,
  by_host boolean not null default true,
  -- Chosen by the form, so that an answer that is sent twice counts once.
  answer_key uuid not null default gen_random_uuid(),
  -- When the guest last answered; null for a guest whom the host has entered.
  answered_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version bigint not null default (extract(epoch from clock_timestamp()) * 1000000)::bigint,
  constraint party_guests_answer_key_key unique (invitation_id, answer_key),
  constraint party_guests_invitation_fkey foreign key (invitation_id, user_id)
    references public.party_invitations (id, user_id) on delete cascade,
  constraint party_guests_name_check check (private.is_line(name, 60)),
  constraint party_guests_answer_check check (answer in ('yes', 'maybe', 'no')),
  constraint party_guests_adults_check check (adults between 0 and 20),
  constraint party_guests_children_check check (children between 0 and 20),
  constraint party_guests_somebody_check check (answer <> 'yes' or adults + children > 0 or dogs <> '[]'),
  constraint party_guests_allergies_check check (char_length(allergies) between 1 and 300 and private.is_plain(allergies)),
  constraint party_guests_note_check check (char_length(note) between 1 and 500 and private.is_plain(note)),
  constraint party_guests_email_check check (private.is_email_address(email)),
  constraint party_guests_waiting_since_check check (waiting_since is null or answer = 'yes'),
  constraint party_guests_created_at_finite check (isfinite(created_at))
);
create index party_guests_user_id_idx on public.party_guests (user_id, created_at);
create index party_guests_invitation_id_idx on public.party_guests (invitation_id, created_at);

-- Row rules

alter table public.party_guests enable row level security;
-- Hosts may not set a guest's email address, and only the functions below decide who waits.
grant select, delete,
  insert (id, invitation_id, user_id, name, answer, adults, children, dogs, allergies, note, brings, by_host, answer_key),
  update (name, answer, adults, children, dogs, allergies, note, brings)
  on public.party_guests to authenticated;
grant all on public.party_guests to service_role;

create policy "Owners see their guests" on public.party_guests
  for select to authenticated
  using (user_id = (select auth.uid()));
create policy "Owners enter guests" on public.party_guests
  for insert to authenticated
  with check (
    user_id = (select auth.uid())
    and by_host
    and exists (
      select from public.party_invitations as invitation
      where invitation.id = invitation_id and invitation.user_id = (select auth.uid())
    )
  );
create policy "Owners change their guests" on public.party_guests
  for update to authenticated
  using (user_id = (select auth.uid()))
  with check (user_id = (select auth.uid()));
create policy "Owners remove their guests" on public.party_guests
  for delete to authenticated
  using (user_id = (select auth.uid()));

create trigger lock_own_guests before insert or update or delete on public.party_guests
  for each statement execute function private.lock_own_guests();
create trigger raise_version before insert or update on public.party_guests
  for each row execute function private.raise_version();
create trigger check_names before insert or update of name, dogs on public.party_guests
  for each row execute function private.check_names('name', 'dogs');

-- Returns whether a value is a list of at most 6 dogs, each with a name and a size and nothing else.
create function private.are_guest_dogs(dogs jsonb) returns boolean
language sql
immutable
set search_path = ''
as $$
  select case when jsonb_typeof(dogs) <> 'array' then false when jsonb_array_length(dogs) > 6 then false else not exists (
    select from jsonb_array_elements(dogs) as dog
    where not coalesce(
      case when jsonb_typeof(dog) = 'object' then
        jsonb_typeof(dog -> 'name') = 'string' and private.is_line(dog ->> 'name', 60)
        and (dog -> 'size' = 'null' or dog -> 'size' in ('"small"', '"medium"', '"large"', '"giant"'))
        and dog - '{name,size}'::text[] = '{}'
      end, false)
  ) end
$$;

-- Checks a guest's lists and keeps an answer consistent: guests who do not come bring nothing, and only guests who come can wait.
create function private.check_guest() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  if not private.are_guest_dogs(new.dogs) then
    raise exception 'dogs are at most 6, each with a name and a size'
      using errcode = '23514', schema = 'public', table = 'party_guests', column = 'dogs', constraint = 'party_guests_dogs_check';
  end if;
  if not private.is_item_list(new.brings) then
    raise exception 'brings has at most 30 items, each once and of at most 60 characters'
      using errcode = '23514', schema = 'public', table = 'party_guests', column = 'brings', constraint = 'party_guests_brings_check';
  end if;
  -- Guests who do not come bring nothing, and only guests who come wait.
  if new.answer = 'no' then
    new.brings := '{}';
  end if;
  if new.answer <> 'yes' then
    new.waiting_since := null;
  end if;
  return new;
end
$$;
create trigger check_guest before insert or update on public.party_guests
  for each row execute function private.check_guest();

-- Places

-- Returns how many people come, without those on the waiting list.
create function private.people_of(invitation_id uuid, but_of uuid default null) returns integer
language sql
stable
set search_path = ''
as $$
  select coalesce(sum(adults + children), 0)::integer from public.party_guests as guest
  where guest.invitation_id = people_of.invitation_id and answer = 'yes' and waiting_since is null
    and id is distinct from but_of
$$;

-- Returns how many people and dogs come to a party, as {people, dogs, version}, with the version of the newest answer; null without an answer.
create function private.heads_of_party(party public.birthday_celebrations) returns jsonb
language sql
stable
set search_path = ''
as $$
  select jsonb_build_object(
    'people', coalesce(sum(adults + children) filter (where comes), 0), 'dogs', coalesce(sum(jsonb_array_length(dogs)) filter (where comes), 0),
    'version', max(guest.version)
  )
  from public.party_invitations as invitation
  join public.party_guests as guest on guest.invitation_id = invitation.id
  cross join lateral (select guest.answer = 'yes' and guest.waiting_since is null) as is_coming (comes)
  where invitation.party_id = party.id and invitation.user_id = party.user_id
  having count(*) > 0
$$;

-- Returns the state of an invitation at a moment. In the state 'full' another answer would wait.
create function private.state_of_invitation(invitation public.party_invitations, facts jsonb, at timestamptz) returns text
language sql
stable
set search_path = ''
as $$
  select case
    when facts ? 'isCancelled' then 'cancelled'
    when private.is_over(facts, at) then 'past'
    when invitation.answer_until < private.day_in_zone(facts ->> 'zone', at) then 'closed'
    when invitation.most_people <= private.people_of(invitation.id) then 'full'
    else 'open'
  end
$$;

-- Settles an invitation after every change of its guests or places: refuses too many guests and items that two guests take, and
-- gives free places to the guests who have waited longest and fit. Nobody moves up for a party that is cancelled or over.
create function private.settle_guests(invitation_id uuid) returns void
language plpgsql
set search_path = ''
as $$
declare
  most constant integer := 500;
  invitation public.party_invitations;
  waiting record;
  people integer;
  moved uuid[] := '{}';
begin
  select * into invitation from public.party_invitations as kept where kept.id = settle_guests.invitation_id for no key update;
  if not found then
    return;
  end if;
  if (select count(*) from public.party_guests as guest where guest.invitation_id = invitation.id) > most then
    raise exception 'limit reached: an invitation has at most % guests', most
      using errcode = '23514', hint = 'Remove a guest before you add another one.',
        schema = 'public', table = 'party_guests', constraint = 'guests_of_invitation_limit';
  end if;
  if exists (
    select from public.party_guests as guest cross join unnest(brings) as item
    where guest.invitation_id = invitation.id group by item
    having count(*) > 1 or not item = any (invitation.bring_list)
  ) then
    raise exception 'brings has an item that another guest takes, or that is not on the list'
      using errcode = '23514', schema = 'public', table = 'party_guests', column = 'brings', constraint = 'party_guests_brings_once';
  end if;
  if not exists (select from public.party_guests as guest where guest.invitation_id = invitation.id and waiting_since is not null)
    or private.state_of_invitation(invitation, private.facts_of_invitation(invitation), now()) in ('cancelled', 'past') then
    return;
  end if;
  people := private.people_of(invitation.id);
  for waiting in
    select id, adults + children as people from public.party_guests as guest
    where guest.invitation_id = invitation.id and waiting_since is not null order by waiting_since, id
  loop
    if people + greatest(waiting.people, 1) <= coalesce(invitation.most_people, 2147483647) then
      people := people + waiting.people;
      moved := moved || waiting.id;
    end if;
  end loop;
  if cardinality(moved) > 0 then
    update public.party_guests set waiting_since = null where id = any (moved);
  end if;
end
$$;

-- Settles the invitations whose guests a statement has changed, always in the same order.
create function private.settle_changed_guests() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.settle_guests(invitation_id)
  from (select distinct invitation_id from changed order by invitation_id) as invitations;
  return null;
end
$$;
create trigger settle_guests_on_insert after insert on public.party_guests
  referencing new table as changed for each statement execute function private.settle_changed_guests();
create trigger settle_guests_on_update after update on public.party_guests
  referencing new table as changed for each statement execute function private.settle_changed_guests();
create trigger settle_guests_on_delete after delete on public.party_guests
  referencing old table as changed for each statement execute function private.settle_changed_guests();

-- Removes items that are no longer on the list from guests, and settles the places.
create function private.settle_changed_invitation() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  if new.bring_list is distinct from old.bring_list then
    update public.party_guests as guest
    set brings = array(select item from unnest(brings) as item where item = any (new.bring_list))
    where guest.invitation_id = new.id and not brings <@ new.bring_list;
  end if;
  perform private.settle_guests(new.id);
  return null;
end
$$;
create trigger settle_changed_invitation after update of most_people, bring_list on public.party_invitations
  for each row when ((new.most_people, new.bring_list) is distinct from (old.most_people, old.bring_list))
  execute function private.settle_changed_invitation();

-- Returns whether a host has fewer than 10,000 guests at all parties together: far more than anybody invites, but less than strangers with
-- a link could pile up.
create function private.has_room_for_guest(host uuid) returns boolean
language sql
stable
set search_path = ''
as $$
  select count(*) < 10000 from (select from public.party_guests where user_id = host limit 10000) as kept
$$;

-- Refuses more than 10,000 guests per host.
create function private.check_guests_of_owner() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  most constant integer := 10000;
  owners constant uuid[] := array(select distinct user_id from added limit 2);
begin
  -- Rows of several owners are an administrator's import.
  if cardinality(owners) <> 1 then
    return null;
  end if;
  if (select count(*) from (select from public.party_guests where user_id = owners[1] limit most + 1) as kept) > most then
    raise exception 'limit reached: an owner has at most % guests', most
      using errcode = '23514', hint = 'Remove a guest before you add another one.',
        schema = 'public', table = 'party_guests', constraint = 'guests_of_owner_limit';
  end if;
  return null;
end
$$;
create trigger check_guests_of_owner after insert on public.party_guests
  referencing new table as added for each statement execute function private.check_guests_of_owner();

-- Guests' own links

-- The guests' own links, by the hashes of their tokens.
create table private.guest_tokens (
  token_hash bytea primary key,
  -- The hash of the token that opens only the calendar file. Calendars and their services see the address of the file, and must not learn
  -- the guest's own token.
  file_hash bytea not null unique,
  guest_id uuid not null references public.party_guests (id) on delete cascade,
  created_at timestamptz not null default clock_timestamp(),
  constraint guest_tokens_token_hash_check check (octet_length(token_hash) = 32),
  constraint guest_tokens_file_hash_check check (octet_length(file_hash) = 32)
);
create index guest_tokens_guest_id_idx on private.guest_tokens (guest_id, created_at);

-- Returns the token of the calendar file for a guest's own token, which cannot be computed from it.
create function private.file_token(token text) returns text
language sql
immutable
set search_path = ''
as $$
  select translate(encode(sha256(convert_to('party.ics ' || token, 'UTF8')), 'base64'), '+/=', '-_')
$$;

-- Creates a token for a guest. The newest 20 of a guest work, including those in mails.
create function private.mint_guest_token(guest_id uuid) returns text
language plpgsql
set search_path = ''
as $$
declare
  token constant text := private.mint_token();
begin
  insert into private.guest_tokens (token_hash, file_hash, guest_id) values (
    sha256(convert_to(token, 'UTF8')), sha256(convert_to(private.file_token(token), 'UTF8')), mint_guest_token.guest_id
  );
  delete from private.guest_tokens where token_hash in (
    select token_hash from private.guest_tokens as kept
    where kept.guest_id = mint_guest_token.guest_id order by created_at desc, token_hash offset 20
  );
  return token;
end
$$;

-- Creates a link to the answer of the caller's guest, which the host can send, and returns its token; null if the guest is not the
-- caller's. It is one of the guest's own links.
create function public.make_guest_link(guest_id uuid) returns text
language plpgsql
security definer
set search_path = ''
as $$
declare
  caller constant uuid := auth.uid();
begin
  if caller is null then
    raise exception 'only a signed-in owner invites' using errcode = '42501';
  end if;
  perform private.lock_guests(caller);
  perform private.require_session();
  return (
    select private.mint_guest_token(id) from public.party_guests where id = make_guest_link.guest_id and user_id = caller
  );
end
$$;
grant execute on function public.make_guest_link(uuid) to authenticated;

-- Returns what a token opens: an invitation, the guest to whom it belongs, and whether it opens only that guest's calendar file. Does not
-- look up a text of another length than a token.
create function private.read_invitation_token(token text, out invitation_id uuid, out guest_id uuid, out is_of_file boolean)
language plpgsql
stable
set search_path = ''
as $$
declare
  hash constant bytea := case when octet_length(token) = 43 then sha256(convert_to(token, 'UTF8')) end;
begin
  select link.invitation_id into read_invitation_token.invitation_id from private.invitation_links as link where token_hash = hash;
  if not found then
    select guest.invitation_id, guest.id, own.file_hash = hash
    into read_invitation_token.invitation_id, read_invitation_token.guest_id, read_invitation_token.is_of_file
    from private.guest_tokens as own join public.party_guests as guest on guest.id = own.guest_id
    where own.token_hash = hash or own.file_hash = hash;
  end if;
  is_of_file := coalesce(is_of_file, false);
end
$$;

-- Decides what guests see of an invitation and what they may answer, for the page, the calendar file and the JSON alike.

-- What guests see

-- Returns the first names of guests, as other guests read them. Those who share one are told apart by the first letter of their last word.
create function private.names_for_guests(names text[]) returns jsonb
language sql
immutable
set search_path = ''
as $$
  select coalesce(jsonb_agg(
    first_name || case when bearers > 1 and initial is not null then ' ' || upper(initial) || '.' else '' end order by place
  ), '[]')
  from (
    select place, first_name, count(*) over (partition by lower(first_name)) as bearers,
      substring(substring(name from char_length(first_name) + 1) from '[\u0020\u00a0](\w)[^\u0020\u00a0]*$') as initial
    from unnest(names) with ordinality as listed (name, place) cross join lateral private.first_name(name) as first_name
  ) as named
$$;

-- Returns only what the holder of a token may see at a moment. Names the first 50 guests who come and the first 50 of their dogs, with the
-- sizes by which they are drawn at the table, and says how many more there are: all names of 500 guests with six dogs each are a megabyte,
-- for everybody who opens the link. Where guests see only numbers, no dog is named or described.
create function private.view_invitation(token text, at timestamptz) returns jsonb
language plpgsql
stable
set search_path = ''
as $$
declare
  found_id uuid;
  own_id uuid;
  is_of_file boolean;
  invitation public.party_invitations;
  party public.birthday_celebrations;
  own public.party_guests;
  dog public.dogs;
  facts jsonb;
  state text;
  may_see_place boolean;
  is_place_told boolean;
  is_place_shown boolean;
  is_named boolean;
  most_names constant integer := 50;
  seen jsonb;
begin
  select known.invitation_id, known.guest_id, known.is_of_file into found_id, own_id, is_of_file
  from private.read_invitation_token(token) as known;
  if found_id is null then
    return null;
  end if;
  select * into invitation from public.party_invitations where id = found_id;
  select * into own from public.party_guests where id = own_id;
  select * into party from public.birthday_celebrations where id = invitation.party_id and user_id = invitation.user_id;
  facts := private.facts_of_invitation(invitation);
  select * into dog from public.dogs where id = (facts ->> 'dogId')::uuid and user_id = invitation.user_id;
  state := private.state_of_invitation(invitation, facts, at);
  -- Once nobody has to find the place any more, nobody is told it, because links live on.
  is_place_told := state <> 'cancelled' and not private.is_over(facts, at - interval '1 day');
  may_see_place := invitation.place_for = 'all' or coalesce(own.answer = 'yes' and own.waiting_since is null, false);
  is_place_shown := is_place_told and may_see_place;
  is_named := invitation.guest_list = 'names';
  seen := jsonb_build_object(
    'state', state,
    'calledOffWhy', case when state = 'cancelled' then invitation.cancel_reason end,
    'isOnAgain', invitation.is_on_again and state in ('open', 'full', 'closed'),
    'party', jsonb_build_object(
      'id', invitation.id,
      'title', facts -> 'title',
      'date', facts -> 'date',
      'hour', facts -> 'time',
      'zone', facts -> 'zone',
      'end', facts -> 'end',
      'location', case when is_place_shown then facts -> 'location' end,
      'isPlaceHidden', is_place_told and not is_place_shown and facts ->> 'location' is not null,
      'description', party.description,
      'createdAt', invitation.created_at,
      -- Uses `may_see_place`, not `is_place_shown`: the version must not fall when the party is over.
      'version', greatest(
        invitation.version, invitation.version_without_place, own.version, case when may_see_place then party.version end
      )
    ),
    'dog', jsonb_build_object(
      'name', coalesce(dog.name, facts ->> 'dogName', ''),
      'size', dog.size,
      'photoUrl', dog.photo_url,
      'photoFocus', case when dog.photo_x is not null then jsonb_build_object('x', dog.photo_x, 'y', dog.photo_y) end
    ),
    'host', jsonb_build_object('name', private.name_of_host(invitation.user_id)),
    'message', invitation.message,
    'answerUntil', invitation.answer_until,
    'preview', invitation.preview,
    'guests', case
      when state = 'cancelled' then null
      when state = 'past' and invitation.purged_counts is not null
        and not exists (select from public.party_guests as guest where guest.invitation_id = invitation.id)
      then jsonb_build_object(
        'people', coalesce(invitation.purged_counts -> 'people', '0'), 'dogs', coalesce(invitation.purged_counts -> 'dogs', '0'),
        'names', null, 'moreNames', 0, 'seatedDogs', null, 'moreDogNames', 0
      )
      else (
        select jsonb_build_object(
          'people', coalesce(sum(adults + children), 0), 'dogs', coalesce(sum(jsonb_array_length(dogs)), 0),
          'names', case when is_named then (
            select private.names_for_guests(array_agg(name order by created_at, id))
            from (
              select name, created_at, id from public.party_guests as coming
              where coming.invitation_id = invitation.id and coming.answer = 'yes' and coming.waiting_since is null
              order by created_at, id limit most_names
            ) as first_guests
          ) end,
          'moreNames', case when is_named then greatest(count(*) - most_names, 0) else 0 end,
          'seatedDogs', case when is_named then (
            select coalesce(jsonb_agg(guest_dog order by created_at, id, place), '[]')
            from (
              select bringing.created_at, bringing.id, listed.place, listed.guest_dog
              from (
                -- Each of these guests brings at least one dog.
                select created_at, id, dogs from public.party_guests as coming
                where coming.invitation_id = invitation.id and coming.answer = 'yes' and coming.waiting_since is null and dogs <> '[]'
                order by created_at, id limit most_names
              ) as bringing cross join jsonb_array_elements(bringing.dogs) with ordinality as listed (guest_dog, place)
              order by created_at, id, place limit most_names
            ) as first_dogs
          ) end,
          'moreDogNames', case when is_named then greatest(coalesce(sum(jsonb_array_length(dogs)), 0) - most_names, 0) else 0 end
        )
        from public.party_guests as guest
        where guest.invitation_id = invitation.id and answer = 'yes' and waiting_since is null
      )
    end,
    'bringList', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'item', item, 'isTaken', taken.id is not null, 'isMine', coalesce(taken.id = own.id, false)
      ) order by place), '[]')
      from unnest(invitation.bring_list) with ordinality as listed (item, place)
      left join public.party_guests as taken on taken.invitation_id = invitation.id and item = any (taken.brings)
      where state <> 'cancelled'
    ),
    'guest', case when own.id is not null then jsonb_build_object(
      'name', own.name, 'answer', own.answer, 'adults', own.adults, 'children', own.children, 'dogs', own.dogs,
      'allergies', own.allergies, 'note', own.note, 'email', own.email, 'brings', own.brings,
      'isMailed', private.proven_address(invitation.user_id) is not null,
      'mailedAt', (
        select max(handed_at) from private.guest_mails as mail where mail.guest_id = own.id and lower(mail.email) = lower(own.email)
      ),
      'mailWaits', (
        select coalesce(max(waits_for), 'turn') from private.guest_mails as mail
        where mail.guest_id = own.id and handed_at is null and kind in ('link', 'moved up') having count(*) > 0
      ),
      'isWaiting', own.waiting_since is not null,
      'isTooLarge', own.waiting_since is not null and coalesce(own.adults + own.children > invitation.most_people, false),
      'placeInLine', (
        select nullif(count(*), 0) from public.party_guests as ahead
        where ahead.invitation_id = invitation.id and (ahead.waiting_since, ahead.id) <= (own.waiting_since, own.id)
      ),
      'version', own.version
    ) end
  );
  if is_of_file then
    seen := seen || '{"calledOffWhy": null, "message": null, "guests": null, "bringList": [], "guest": null}';
  end if;
  return jsonb_build_object(
    'version', left(encode(sha256(convert_to(seen::text, 'UTF8')), 'hex'), 32),
    'isFileOnly', is_of_file,
    'isNewFromMail', not is_of_file and exists (
      select from private.guest_mails as mail
      where mail.guest_id = own_id and mail.token_hash = sha256(convert_to(token, 'UTF8')) and mail.opened_at is null
    ),
    'fileToken', case when own_id is not null and not is_of_file then private.file_token(token) end
  ) || seen;
end
$$;

-- Returns what the invitation of a token shows; null for a token that is unknown or revoked. Anybody may ask: the token is the right.
create function public.open_invitation(token text) returns json
language sql
stable
security definer
set search_path = ''
as $$
  select private.view_invitation(token, now())::json
$$;
grant execute on function public.open_invitation(text) to anon, authenticated;

-- What guests answer

-- How often a guest has changed an answer within the hour from `began_at`.
create table private.guest_changes (
  guest_id uuid primary key references public.party_guests (id) on delete cascade,
  began_at timestamptz not null,
  times smallint not null default 1
);

-- Counts a change of a guest's answer, and returns whether it is allowed: at most 30 an hour.
create function private.may_change_answer(guest_id uuid, at timestamptz) returns boolean
language sql
set search_path = ''
as $$
  insert into private.guest_changes as kept (guest_id, began_at) values (may_change_answer.guest_id, at)
  on conflict on constraint guest_changes_pkey do update set
    times = case when kept.began_at > at - interval '1 hour' then least(kept.times + 1, 1000) else 1 end,
    began_at = case when kept.began_at > at - interval '1 hour' then kept.began_at else at end
  returning times <= 30
$$;

-- Returns which field of an answer the table would refuse; null if it accepts all.
create function private.wrong_field_of_answer(answer jsonb) returns text
language plpgsql
immutable
set search_path = ''
as $$
declare
  field text;
begin
  if jsonb_typeof(answer) is distinct from 'object' or octet_length(answer::text) > 20000 then
    return 'answer';
  end if;
  if jsonb_typeof(answer -> 'name') is distinct from 'string' or not private.is_line(answer ->> 'name', 60)
    or not private.is_visible(answer ->> 'name') then
    return 'name';
  end if;
  if jsonb_typeof(answer -> 'answer') is distinct from 'string' or answer ->> 'answer' not in ('yes', 'maybe', 'no') then
    return 'answer';
  end if;
  foreach field in array '{adults,children}'::text[] loop
    if jsonb_typeof(answer -> field) is distinct from 'number' or not answer ->> field ~ '^(\d|1\d|20)$' then
      return field;
    end if;
  end loop;
  if not coalesce(private.are_guest_dogs(answer -> 'dogs') and private.are_dogs_visible(answer -> 'dogs'), false) then
    return 'dogs';
  end if;
  if answer ->> 'answer' = 'yes' and answer ->> 'adults' = '0' and answer ->> 'children' = '0' and answer -> 'dogs' = '[]' then
    return 'adults';
  end if;
  if jsonb_typeof(answer -> 'brings') is distinct from 'array'
    or jsonb_path_exists(answer -> 'brings', 'strict $[*] ? (@.type() != "string")')
    or not private.is_item_list(array(select jsonb_array_elements_text(answer -> 'brings'))) then
    return 'brings';
  end if;
  foreach field in array '{allergies,note,email}'::text[] loop
    if coalesce(jsonb_typeof(answer -> field), 'null') not in ('string', 'null') then
      return field;
    end if;
  end loop;
  return case
    when char_length(answer ->> 'allergies') not between 1 and 300 or not private.is_plain(answer ->> 'allergies') then 'allergies'
    when char_length(answer ->> 'note') not between 1 and 500 or not private.is_plain(answer ->> 'note') then 'note'
    when not private.is_email_address(answer ->> 'email') then 'email'
  end;
end
$$;

-- Queues mails with the links to the answers that an address has given to an invitation, but for answers whose link was mailed after
-- `since`. The claim of mails applies the limit per address.
create function private.queue_own_links(invitation_id uuid, address text, since timestamptz) returns void
language plpgsql
set search_path = ''
as $$
begin
  perform private.queue_guest_mail(id, 'link') from public.party_guests as guest
  where guest.invitation_id = queue_own_links.invitation_id and lower(email) = lower(address) and not exists (
    select from private.guest_mails as mail where mail.guest_id = guest.id and mail.kind = 'link' and mail.handed_at > since
  );
end
$$;

-- Takes a guest's answer, or returns why it is refused. `own` is a token of the answer that the device gave before: that answer is changed,
-- unless the key belongs to a different one or the guest says that this answer is for somebody else (`is_another`).
create function private.take_answer(
  token text, answer_key uuid, answer jsonb, at timestamptz, own text default null, is_another boolean default false
) returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  found_id uuid;
  own_id uuid;
  device_id uuid;
  invitation public.party_invitations;
  guest public.party_guests;
  facts jsonb;
  state text;
  field text;
  is_own boolean;
  wanted text[];
  taken text[];
  people integer;
  is_waiting boolean;
begin
  select known.invitation_id into found_id from private.read_invitation_token(token) as known where not known.is_of_file;
  if found_id is null then
    return '{"refused": "unknown"}';
  end if;
  perform private.lock_guests((select user_id from public.party_invitations where id = found_id));
  select * into invitation from public.party_invitations where id = found_id for no key update;
  -- Looks again, because the link may have been revoked and the guest removed meanwhile.
  select known.invitation_id, known.guest_id into found_id, own_id from private.read_invitation_token(token) as known;
  if found_id is null or invitation.id is null then
    return '{"refused": "unknown"}';
  end if;
  facts := private.facts_of_invitation(invitation);
  state := private.state_of_invitation(invitation, facts, at);
  -- Guests who cannot come after all may say so until the party.
  if state not in ('open', 'full') and not (state = 'closed' and answer -> 'answer' = '"no"') then
    return jsonb_build_object('refused', state);
  end if;
  is_own := own_id is not null;
  field := case when not is_own and answer_key is null then 'answer_key' else private.wrong_field_of_answer(answer) end;
  if field is not null then
    return jsonb_build_object('refused', 'invalid', 'field', field);
  end if;

  if is_own then
    select * into guest from public.party_guests where id = own_id;
  else
    select * into guest from public.party_guests as kept
    where kept.invitation_id = invitation.id and kept.answer_key = take_answer.answer_key;
    -- No form has chosen the key of a guest whom the host has entered.
    if guest.by_host then
      return '{"refused": "invalid", "field": "answer_key"}';
    end if;
    select known.guest_id into device_id from private.read_invitation_token(own) as known
    where known.invitation_id = invitation.id and not known.is_of_file;
    if guest.id is null and not is_another then
      select * into guest from public.party_guests as kept where kept.id = device_id;
    end if;
    is_own := guest.id = device_id;
  end if;
  if guest.id is not null then
    if not private.may_change_answer(guest.id, at) then
      return '{"refused": "too many"}';
    end if;
  elsif (select count(*) from public.party_guests as kept where kept.invitation_id = invitation.id) >= 500
    or (
      select count(*) from public.party_guests as kept
      where kept.invitation_id = invitation.id and not by_host and created_at > at - interval '1 hour'
    ) >= 200
    or not private.has_room_for_guest(invitation.user_id) then
    return '{"refused": "too many"}';
  elsif not is_another then
    -- The same address is no refusal, or anybody could learn by typing it that it has answered. Its owner learns it by mail.
    perform private.queue_own_links(invitation.id, answer ->> 'email', at - interval '1 day');
  end if;

  wanted := array(
    select item from jsonb_array_elements_text(answer -> 'brings') as item
    where item = any (invitation.bring_list) and answer ->> 'answer' <> 'no'
  );
  taken := array(
    select item from public.party_guests as other cross join unnest(other.brings) as item
    where other.invitation_id = invitation.id and other.id is distinct from guest.id and item = any (wanted)
  );
  people := (answer ->> 'adults')::integer + (answer ->> 'children')::integer;
  -- A guest who brings only a dog takes no place, and still waits while the party is full: guests who wait do not see the address that is
  -- told to guests who come.
  is_waiting := answer ->> 'answer' = 'yes'
    and private.people_of(invitation.id, guest.id) + greatest(people, 1) > coalesce(invitation.most_people, 2147483647);
  if is_waiting and guest.answer = 'yes' and guest.waiting_since is null then
    -- A guest who has a place keeps it, and does not lose it by asking for more places than there are.
    if people > guest.adults + guest.children then
      return '{"refused": "full", "field": "adults"}';
    end if;
    is_waiting := false;
  end if;

  guest.name := answer ->> 'name';
  guest.answer := answer ->> 'answer';
  guest.adults := (answer ->> 'adults')::smallint;
  guest.children := (answer ->> 'children')::smallint;
  guest.dogs := answer -> 'dogs';
  guest.allergies := answer ->> 'allergies';
  guest.note := answer ->> 'note';
  guest.email := answer ->> 'email';
  guest.brings := array(select item from unnest(wanted) as item where item <> all (taken));
  guest.waiting_since := case when is_waiting then coalesce(guest.waiting_since, clock_timestamp()) end;
  if guest.id is null then
    insert into public.party_guests (
      invitation_id, user_id, name, answer, adults, children, dogs, allergies, note, email, brings, waiting_since, by_host, answer_key,
      answered_at
    ) values (
      invitation.id, invitation.user_id, guest.name, guest.answer, guest.adults, guest.children, guest.dogs, guest.allergies, guest.note,
      guest.email, guest.brings, guest.waiting_since, false, take_answer.answer_key, at
    ) returning * into guest;
  else
    update public.party_guests as kept
    set name = guest.name, answer = guest.answer, adults = guest.adults, children = guest.children, dogs = guest.dogs,
      allergies = guest.allergies, note = guest.note, email = guest.email, brings = guest.brings,
      waiting_since = guest.waiting_since, answered_at = at
    where id = guest.id;
  end if;
  return jsonb_build_object(
    'guestToken', case when is_own is not true then private.mint_guest_token(guest.id) end,
    'isWaiting', (select waiting_since is not null from public.party_guests where id = guest.id),
    'state', private.state_of_invitation(invitation, facts, at)
  ) || case when cardinality(taken) > 0 then jsonb_build_object('taken', taken) else '{}' end;
end
$$;

-- Takes an answer from anybody. With the token of a link it creates an answer, or takes up the one with the same key or from the same
-- device; with a guest's own token it changes theirs.
create function public.answer_invitation(
  token text, answer_key uuid, answer jsonb, own text default null, is_another boolean default false
) returns json
language sql
volatile
security definer
set search_path = ''
as $$
  select private.take_answer(token, answer_key, answer, now(), own, is_another)::json
$$;
grant execute on function public.answer_invitation(text, uuid, jsonb, text, boolean) to anon, authenticated;

-- Mails the links to the answers that an address has given to the invitation of a token. Returns nothing, so nobody learns from it who has
-- answered.
create function public.ask_for_own_link(token text, address text) returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  invitation public.party_invitations;
begin
  select kept.* into invitation from private.read_invitation_token(token) as known
  join public.party_invitations as kept on kept.id = known.invitation_id where not known.is_of_file;
  if found and char_length(address) <= 254 then
    -- Takes the lock that answers take, so that no guest is removed meanwhile.
    perform private.lock_guests(invitation.user_id);
    perform private.queue_own_links(invitation.id, address, 'infinity');
  end if;
end
$$;
grant execute on function public.ask_for_own_link(text, text) to anon, authenticated;

-- Mails the caller's guest the link to their answer once more, and returns whether there is such a guest with an address.
create function public.mail_guest_link(guest_id uuid) returns boolean
language plpgsql
security definer
set search_path = ''
as $$
begin
  if auth.uid() is null then
    raise exception 'only a signed-in owner invites' using errcode = '42501';
  end if;
  perform private.lock_guests(auth.uid());
  perform private.queue_guest_mail(id, 'link') from public.party_guests
  where id = mail_guest_link.guest_id and user_id = auth.uid() and email is not null;
  return found;
end
$$;
grant execute on function public.mail_guest_link(uuid) to authenticated;

-- The bucket of the pictures that chats show for the link to an invitation, its row rules and its limit: JPEGs of at most 300 KB, because
-- WhatsApp shows no larger ones. As with photos, anyone who knows the address of a picture may read it; only its owner may add, delete and
-- list, and only in the folder named by their user id. Nobody may change one: a chat caches what it has read, so a new picture needs a new
-- name.
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('invitation-previews', 'invitation-previews', true, 307200, array['image/jpeg']);

-- Refuses another preview beyond an owner's limit: 600, or 100 in the first week of an account. The bucket limits their bytes.
-- 04-photos.sql explains how the limit is checked, and the error code.
create function private.require_room_for_preview(owner uuid, preview text) returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  most constant integer := case when exists (
    select from auth.users where id = owner and created_at > now() - interval '7 days'
  ) then 100 else 600 end;
  previews bigint;
begin
  perform private.lock_owner(owner);
  execute format(
    $statement$
      select count(*) from storage.objects
      where bucket_id = 'invitation-previews' and name like %L and name is distinct from %L
    $statement$,
    owner::text || '/%', preview
  ) into previews;
  if previews >= most then
    raise exception 'limit reached: % has at most % previews of invitations',
      case when most = 100 then 'an account in its first week' else 'an owner' end, most
      using errcode = '42501', hint = 'Remove a preview before you add another one.',
        schema = 'storage', table = 'objects', constraint = 'previews_of_owner_limit';
  end if;
end
$$;

-- Returns whether the caller may add another preview. A refusal says why.
create function private.has_room_for_preview() returns boolean
language plpgsql
security definer
set search_path = ''
as $$
begin
  if auth.uid() is null then
    return false;
  end if;
  perform private.require_room_for_preview(auth.uid(), null);
  return true;
end
$$;
grant execute on function private.has_room_for_preview() to authenticated;

create policy "Owners list their invitation previews" on storage.objects
  for select to authenticated
  using (bucket_id = 'invitation-previews' and (storage.foldername(name))[1] = (select auth.uid())::text);
-- Compares the folder first, so a stranger is refused without a count.
create policy "Owners upload their invitation previews" on storage.objects
  for insert to authenticated
  with check (
    case when bucket_id = 'invitation-previews'
      and (storage.foldername(name))[1] = (select auth.uid())::text
      and name ~ '^[^/]+/[^/]+[.]jpg$'
    then private.has_room_for_preview() else false end
  );
create policy "Owners delete their invitation previews" on storage.objects
  for delete to authenticated
  using (bucket_id = 'invitation-previews' and (storage.foldername(name))[1] = (select auth.uid())::text);

-- Counts photos and previews again when the storage service of hosted Supabase stores them.
create function private.check_room_for_file() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  folder constant text := split_part(new.name, '/', 1);
begin
  -- A file in no owner's folder is the administrator's.
  if folder !~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then
    return new;
  end if;
  if new.bucket_id = 'dog-photos' then
    perform private.require_room_for_photo(
      folder::uuid, new.name, coalesce(new.metadata ->> 'size', new.metadata ->> 'contentLength')::bigint
    );
  elsif new.bucket_id = 'invitation-previews' then
    perform private.require_room_for_preview(folder::uuid, new.name);
  end if;
  return new;
end
$$;

-- Creates the trigger where the project allows it.
do $$
begin
  create trigger check_room_for_file before insert or update of name, bucket_id, metadata on storage.objects
    for each row when (current_user = 'service_role') execute function private.check_room_for_file();
exception when insufficient_privilege then
  raise warning 'Photos that arrive at once may pass the limit of an owner, because storage.objects takes no trigger of %.', current_user;
end
$$;

-- Limits on mails per day. A limit on a mailbox covers all addresses that its provider delivers to it.

-- Mailboxes. `offset 0` keeps the parts of an address from being worked out again for each provider.

-- Large providers, whose mailboxes have nothing to do with each other. A view, because the list belongs to the version of the product and
-- to no backup. `main_domain` is the one of several domains that lead to the same mailbox; `ignored` are the characters that do not count
-- before the @; `tag` holds the characters that may begin a tag.
create view private.mail_providers (domain, main_domain, ignored, tag) as
  select domain, 'gmail.com', '.', '+' from unnest('{gmail.com,googlemail.com}'::text[]) as domain
  union all select domain, 'proton.me', '._-', '+' from unnest('{proton.me,protonmail.com,protonmail.ch,pm.me}'::text[]) as domain
  union all select domain, 'icloud.com', '', '+' from unnest('{icloud.com,me.com,mac.com}'::text[]) as domain
  union all select domain, domain, '', '+-' from unnest('{
    yahoo.com,yahoo.ca,yahoo.co.id,yahoo.co.in,yahoo.co.jp,yahoo.co.uk,yahoo.com.ar,yahoo.com.au,yahoo.com.br,yahoo.com.mx,yahoo.com.ph,
    yahoo.com.sg,yahoo.com.tw,yahoo.com.vn,yahoo.de,yahoo.es,yahoo.fr,yahoo.gr,yahoo.ie,yahoo.in,yahoo.it,yahoo.pl,yahoo.se,
    ymail.com,rocketmail.com,myyahoo.com
  }'::text[]) as domain
  union all select domain, domain, '', '+' from unnest('{
    outlook.com,outlook.at,outlook.be,outlook.com.ar,outlook.com.au,outlook.com.br,outlook.de,outlook.dk,outlook.es,outlook.fr,outlook.ie,
    outlook.in,outlook.it,outlook.jp,outlook.pt,hotmail.com,hotmail.be,hotmail.ca,hotmail.co.jp,hotmail.co.uk,hotmail.com.ar,
    hotmail.com.au,hotmail.com.br,hotmail.de,hotmail.es,hotmail.fr,hotmail.it,hotmail.nl,hotmail.se,live.com,live.at,live.be,live.ca,
    live.cn,live.co.uk,live.com.au,live.com.mx,live.de,live.dk,live.fr,live.ie,live.it,live.nl,live.no,live.se,msn.com,windowslive.com,
    aol.com,aim.com,gmx.at,gmx.ch,gmx.com,gmx.de,gmx.net,web.de,mail.com,email.com,t-online.de,freenet.de,arcor.de,posteo.de,
    mailbox.org,tuta.com,tuta.io,tutamail.com,tutanota.com,tutanota.de,fastmail.com,fastmail.fm,hey.com,zoho.com,zohomail.com,
    zohomail.eu,hushmail.com,yandex.com,yandex.ru,ya.ru,mail.ru,bk.ru,inbox.ru,list.ru,rambler.ru,ukr.net,qq.com,163.com,126.com,
    yeah.net,sina.com,sohu.com,foxmail.com,naver.com,daum.net,hanmail.net,rediffmail.com,seznam.cz,email.cz,centrum.cz,wp.pl,o2.pl,
    onet.pl,interia.pl,op.pl,azet.sk,orange.fr,wanadoo.fr,free.fr,sfr.fr,laposte.net,neuf.fr,bbox.fr,libero.it,virgilio.it,alice.it,
    tin.it,tiscali.it,bluewin.ch,sunrise.ch,a1.net,chello.at,aon.at,telenet.be,skynet.be,proximus.be,ziggo.nl,kpnmail.nl,planet.nl,
    home.nl,xs4all.nl,telia.com,telenor.no,online.no,sapo.pt,terra.com.br,uol.com.br,bol.com.br,ig.com.br,btinternet.com,
    sky.com,virginmedia.com,ntlworld.com,talktalk.net,eircom.net,comcast.net,verizon.net,att.net,sbcglobal.net,bellsouth.net,cox.net,
    charter.net,spectrum.net,optonline.net,earthlink.net,frontier.com,centurylink.net,juno.com,shaw.ca,rogers.com,bell.net,sympatico.ca,
    telus.net,videotron.ca,bigpond.com,bigpond.net.au,optusnet.com.au,iinet.net.au,xtra.co.nz,docomo.ne.jp,ezweb.ne.jp,softbank.ne.jp,
    walla.co.il
  }'::text[]) as domain;

-- Returns the address under which a mailbox is counted: without a tag, and in its provider's main spelling.
create function private.mailbox_of(address text) returns text
language sql
stable
set search_path = ''
as $$
  select coalesce(
    (
      select coalesce(nullif(translate(named.untagged, provider.ignored, ''), ''), given.name) || '@' || provider.main_domain
      from private.mail_providers as provider
      cross join lateral (values (regexp_replace(given.name, '(.)[' || provider.tag || '].*$', '\1'))) as named (untagged)
      where provider.domain = given.domain
    ),
    regexp_replace(given.name, '(.)\+.*$', '\1') || '@' || given.domain
  )
  from (
    select lower(regexp_replace(address, '@[^@]*$', '')) as name, lower(regexp_replace(address, '^.*@', '')) as domain
    offset 0
  ) as given
$$;

-- Returns the registered domain of an address, because subdomains cost nothing; null at a large provider.
create function private.domain_of_host(address text) returns text
language sql
stable
set search_path = ''
as $$
  select substring(domain from case
    when domain ~ '\.(ac|co|com|edu|gob|gov|ltd|me|ne|net|or|org|plc|sch)\.[a-z]{2}$' then '[^.]+\.[^.]+\.[^.]+$' else '[^.]+\.[^.]+$'
  end)
  from (select lower(regexp_replace(address, '^.*@', '')) as domain offset 0) as given
  where not exists (select from private.mail_providers as provider where provider.domain = given.domain)
$$;

-- Counts

-- The salts of each day's hashes. A salt is deleted soon after its day.
create table private.guest_mail_salts (
  day date primary key,
  salt bytea not null default uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()),
  -- How many guests new hosts may mail that day, according to the server's latest claim.
  most_of_new integer not null default 500
);

-- Mails per day in UTC: by a host, by a host to an address, and by all hosts to an address, under an id that belongs to nobody. Addresses
-- are hashes with the salt of the day. There are no foreign keys, because the counts outlive guests who are removed.
create table private.guest_mail_counts (
  user_id uuid not null,
  kind text not null,
  address_hash bytea not null default '',
  day date not null,
  times integer not null default 1,
  primary key (user_id, day, kind, address_hash)
);
create index guest_mail_counts_day_idx on private.guest_mail_counts (day);

-- Which guests new hosts have mailed on a day, as hashes with the salt of that day: the domain of the host's address, or at a large
-- provider the mailbox, and the address of the guest. The rows are deleted with the salt.
create table private.guest_mail_reach (
  day date not null references private.guest_mail_salts (day) on update cascade on delete cascade,
  sender_hash bytea not null,
  address_hash bytea not null,
  primary key (day, sender_hash, address_hash)
);

-- Returns the hash of an address with the salt of a day.
create function private.hash_of_day(address text, on_day date) returns bytea
language plpgsql
set search_path = ''
as $$
begin
  insert into private.guest_mail_salts (day) values (on_day) on conflict do nothing;
  return (
    select sha256(salt || convert_to(private.mailbox_of(address), 'UTF8')) from private.guest_mail_salts where day = on_day
  );
end
$$;

-- Returns how many mailboxes have opened a link that a host had mailed. Those of a domain that one person may own count once.
create function private.count_opened_mailboxes(host uuid) returns integer
language plpgsql
stable
set search_path = ''
as $$
begin
  return (
    select count(distinct coalesce(private.domain_of_host(mail.email), private.mailbox_of(mail.email)))
    from public.party_guests as guest join private.guest_mails as mail on mail.guest_id = guest.id
    where guest.user_id = host and mail.opened_at is not null
  );
end
$$;

-- Counts a mail of a day, or returns which limit is full: how many strangers the new hosts of a domain ('domain') or of the site ('site')
-- may mail, 'host' or 'address'. Two fifths of the site's are kept for hosts with fewer than ten strangers that day, so that no few hosts
-- use up all.
--
-- A host is a proved mailbox, however many accounts it has had. Anyone who has a link can cause mails with guests' own links and mails to
-- guests who move up, so most of what a host may send is reserved for changes. Anyone with a link can also type another guest's address
-- into any number of answers, so links and places, which strangers can cause, are counted apart from changes. Other hosts never hold up the
-- first change of a day that a host of more than a week sends to an address.
create function private.count_guest_mail(
  host uuid, host_address text, mail_group text, address text, on_day date, is_new boolean, most_of_new integer
) returns text
language plpgsql
set search_path = ''
as $$
declare
  -- Words and reminders are counted apart as well, so that they leave room for a cancellation. So are places, because a guest who moves up
  -- knows it from nowhere else, while a link was on the page.
  is_word constant boolean := mail_group = 'word';
  is_link constant boolean := mail_group in ('link', 'link of no');
  nobody constant uuid := '00000000-0000-0000-0000-000000000000';
  is_change constant boolean := mail_group = 'change';
  of_host constant text := case when is_change then 'changes' when is_word then 'words' when is_link then 'answers' else 'moves' end;
  to_address constant text := case when is_word then 'words' when is_change then 'news' when is_link then 'links' else 'places' end;
  most_of_host integer := case
    when is_change then case when is_new then 80 else 700 end
    when is_word then case when is_new then 40 else 500 end
    -- Guests who cannot come need their link least, so they leave half the room to others.
    when mail_group = 'link of no' then case when is_new then 15 else 150 end
    when is_new then 30 else 300
  end;
  most_of_domain constant integer := 60;
  most_to_address constant integer := case to_address when 'links' then 3 when 'words' then 5 when 'news' then 20 else 10 end;
  most_to_address_of_all constant integer := case to_address when 'links' then 10 when 'words' then 10 when 'news' then 40 else 20 end;
  host_hash constant bytea := private.hash_of_day(host_address, on_day);
  hash constant bytea := private.hash_of_day(address, on_day);
  is_first_change constant boolean := is_change and not is_new and not exists (
    select from private.guest_mail_counts as kept
    where kept.user_id = host and kept.day = on_day and kept.kind = to_address and kept.address_hash = hash
  );
  domain constant text := private.domain_of_host(host_address);
  sender constant bytea := private.hash_of_day(coalesce(domain, host_address), on_day);
  is_stranger constant boolean := is_new and not exists (
    select from private.guest_mail_reach as kept where kept.day = on_day and kept.sender_hash = sender and kept.address_hash = hash
  );
  strangers integer;
  most_of_site integer;
  is_full text;
begin
  if is_stranger then
    strangers := (select count(*) from private.guest_mail_reach as kept where kept.day = on_day and kept.sender_hash = sender);
    if domain is not null and strangers >= most_of_domain then
      return 'domain';
    end if;
    most_of_site := case when strangers < 10 then most_of_new else most_of_new * 3 / 5 end;
    if most_of_site <= (select count(*) from (select from private.guest_mail_reach where day = on_day limit most_of_site) as kept) then
      return 'site';
    end if;
  end if;
  -- Each guest who opens a mailed link makes room for two more, up to three times as many.
  if is_new and exists (
    select from private.guest_mail_counts as kept
    where kept.user_id = nobody and kept.kind = of_host and kept.address_hash = host_hash and kept.day = on_day and kept.times >= most_of_host
  ) then
    most_of_host := least(most_of_host * 3, most_of_host + 2 * private.count_opened_mailboxes(host));
  end if;
  select place.whose into is_full
  from (values
    (nobody, of_host, host_hash, most_of_host, 'host'),
    (host, to_address, hash, most_to_address, 'address'),
    (nobody, to_address, hash, case when not is_first_change then most_to_address_of_all end, 'address')
  ) as place (user_id, kind, address_hash, most, whose)
  join private.guest_mail_counts as kept using (user_id, kind, address_hash)
  where kept.day = on_day and kept.times >= place.most order by place.whose desc limit 1;
  if is_full is null then
    insert into private.guest_mail_counts as kept (user_id, kind, address_hash, day)
      values (nobody, of_host, host_hash, on_day), (host, to_address, hash, on_day), (nobody, to_address, hash, on_day)
      on conflict (user_id, day, kind, address_hash) do update set times = kept.times + 1;
    if is_stranger then
      insert into private.guest_mail_reach (day, sender_hash, address_hash) values (on_day, sender, hash);
    end if;
  end if;
  return is_full;
end
$$;

-- Reminders of celebrations: what an owner has asked for, and who is due next.
--
-- Owners see and change their settings. Due times, deliveries and requests for tests are kept in schema `private`, which no API reaches.
-- The handler in functions/delivery decides what to say on which day, because it knows time zones and celebrations; it calls the functions
-- of 14-reminder-delivery.sql as `service_role`.
create table public.reminder_settings (
  user_id uuid primary key default auth.uid() references auth.users (id) on delete cascade,
  -- A name of the IANA database, such as Asia/Kathmandu.
  time_zone text not null,
  hour smallint not null default 8,
  -- How many days before a celebration.
  days_before smallint[] not null default '{0}',
  by_mail boolean not null default false,
  by_push boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version bigint not null default 1,
  constraint reminder_settings_time_zone_check check (
    char_length(time_zone) <= 64 and time_zone ~ '^[A-Za-z][A-Za-z0-9_+-]*(/[A-Za-z0-9_+-]+){0,2}$'
  ),
  constraint reminder_settings_hour_check check (hour between 0 and 23),
  constraint reminder_settings_days_before_check check (
    days_before <@ '{0,1,7}'::smallint[]
    and cardinality(days_before) between 1 and 3
    and array_ndims(days_before) = 1
    and cardinality(array_positions(days_before, 0::smallint)) <= 1
    and cardinality(array_positions(days_before, 1::smallint)) <= 1
    and cardinality(array_positions(days_before, 7::smallint)) <= 1
  ),
  constraint reminder_settings_created_at_finite check (isfinite(created_at))
);

-- Row rules

alter table public.reminder_settings enable row level security;
grant select, insert, update, delete on public.reminder_settings to authenticated;
grant all on public.reminder_settings to service_role;

create policy "Owners see their reminder settings" on public.reminder_settings
  for select to authenticated
  using (user_id = (select auth.uid()));
create policy "Owners ask for reminders" on public.reminder_settings
  for insert to authenticated
  with check (user_id = (select auth.uid()));
create policy "Owners change their reminder settings" on public.reminder_settings
  for update to authenticated
  using (user_id = (select auth.uid()))
  with check (user_id = (select auth.uid()));
create policy "Owners remove their reminder settings" on public.reminder_settings
  for delete to authenticated
  using (user_id = (select auth.uid()));

create trigger raise_version before insert or update on public.reminder_settings
  for each row execute function private.raise_version();

-- Refuses a time zone that PostgreSQL does not know. Reads the view of the time zones only for a new zone, because it is slow. Some of its
-- names are files, not zones.
create function private.check_time_zone() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  if new.time_zone ~ '^(posix|right)/|^(posixrules|localtime|Factory)$'
    or not exists (select from pg_catalog.pg_timezone_names where name = new.time_zone) then
    raise exception 'time_zone is not known'
      using errcode = '23514', schema = 'public', table = 'reminder_settings', column = 'time_zone',
        constraint = 'reminder_settings_time_zone_known';
  end if;
  return new;
end
$$;
create trigger check_time_zone_on_insert before insert on public.reminder_settings
  for each row execute function private.check_time_zone();
create trigger check_time_zone_on_update before update of time_zone on public.reminder_settings
  for each row when (new.time_zone is distinct from old.time_zone) execute function private.check_time_zone();

-- Who is due

-- When each owner who has reminders or has invited guests is due next. The handler sets the time; a change of the owner's settings, dogs or parties sets it to '-infinity', which
-- is due by any clock.
create table private.reminder_due (
  user_id uuid primary key references auth.users (id) on delete cascade,
  due_at timestamptz not null,
  -- Everything due up to this moment is settled: it was sent, there was nothing to say, or it was too late.
  done_until timestamptz not null,
  -- Rises with every claim and every change. A handler that finds another number than the one it claimed changes nothing.
  claim bigint not null default 0,
  attempts smallint not null default 0,
  is_test_wanted boolean not null default false,
  -- Whether to mail a request to prove the address.
  is_proof_wanted boolean not null default false,
  -- Since when a test or a change has been waiting.
  changed_at timestamptz not null default now(),
  -- The browsers that a test has not been sent to yet; null if it has been sent to none.
  test_browsers uuid[]
);
create index reminder_due_due_at_idx on private.reminder_due (due_at);
-- Quickly finds what a clock that ran ahead has put off into the future.
create index reminder_due_done_until_idx on private.reminder_due (done_until);
create index reminder_due_changed_at_idx on private.reminder_due (changed_at) where due_at = '-infinity';

-- Records since when a change has been waiting. An owner who changes something again meanwhile keeps the place in line.
create function private.note_reminder_change() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  new.changed_at := now();
  return new;
end
$$;
create trigger note_reminder_change before update of due_at on private.reminder_due
  for each row when (new.due_at = '-infinity' and old.due_at > '-infinity') execute function private.note_reminder_change();

-- Ends the reminders of an owner. A host is still due, for answers of guests and the day of a party.
create function private.end_reminders(owner uuid) returns void
language sql
set search_path = ''
as $$
  delete from private.reminder_due
  where user_id = owner and not exists (select from public.party_invitations as invitation where invitation.user_id = owner);
  update private.reminder_due
  set due_at = '-infinity', claim = claim + 1, attempts = 0, is_test_wanted = false, test_browsers = null, is_proof_wanted = false
  where user_id = owner;
$$;

-- Schedules or ends the reminders of an owner whose settings change. A new hour applies from the next hour on: what has been sent today is
-- not sent again. Any other change leaves what is due to be sent.
create function private.schedule_reminders() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  if tg_op = 'DELETE' then
    perform private.end_reminders(old.user_id);
  elsif new.by_mail or new.by_push then
    insert into private.reminder_due as kept (user_id, due_at, done_until, is_proof_wanted)
      values (new.user_id, '-infinity', now(), new.by_mail)
      on conflict (user_id) do update set due_at = '-infinity', claim = kept.claim + 1, attempts = 0,
        is_proof_wanted = excluded.is_proof_wanted,
        done_until = case
          when tg_op = 'UPDATE' and (new.time_zone, new.hour) is not distinct from (old.time_zone, old.hour) then kept.done_until
          else greatest(kept.done_until, excluded.done_until)
        end;
  else
    perform private.end_reminders(new.user_id);
  end if;
  return null;
end
$$;
create trigger schedule_reminders_on_insert after insert on public.reminder_settings
  for each row execute function private.schedule_reminders();
create trigger schedule_reminders_on_update after update on public.reminder_settings
  for each row when (
    (new.time_zone, new.hour, new.days_before, new.by_mail, new.by_push)
    is distinct from (old.time_zone, old.hour, old.days_before, old.by_mail, old.by_push)
  ) execute function private.schedule_reminders();
create trigger schedule_reminders_on_delete after delete on public.reminder_settings
  for each row execute function private.schedule_reminders();

-- Schedules owners whose rows came by an import, which switches triggers off.
create function private.schedule_missing_reminders() returns void
language sql
set search_path = ''
as $$
  insert into private.reminder_due (user_id, due_at, done_until, is_proof_wanted)
    select user_id, '-infinity', now(), by_mail from public.reminder_settings where by_mail or by_push
    union all
    select distinct user_id, '-infinity'::timestamptz, now(), false from public.party_invitations
    on conflict (user_id) do nothing
$$;

-- Makes owners due when their dogs or parties change. Costs one look at the primary key for each statement of an owner without reminders,
-- and a write only for the first of several changes.
create function private.reconsider_reminders() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  update private.reminder_due set due_at = '-infinity', claim = claim + 1, attempts = 0
    where user_id in (select user_id from changed) and due_at > '-infinity';
  return null;
end
$$;
create trigger reconsider_reminders_on_insert after insert on public.dogs
  referencing new table as changed for each statement execute function private.reconsider_reminders();
create trigger reconsider_reminders_on_update after update on public.dogs
  referencing new table as changed for each statement execute function private.reconsider_reminders();
create trigger reconsider_reminders_on_delete after delete on public.dogs
  referencing old table as changed for each statement execute function private.reconsider_reminders();
create trigger reconsider_reminders_on_insert after insert on public.birthday_celebrations
  referencing new table as changed for each statement execute function private.reconsider_reminders();
create trigger reconsider_reminders_on_update after update on public.birthday_celebrations
  referencing new table as changed for each statement execute function private.reconsider_reminders();
create trigger reconsider_reminders_on_delete after delete on public.birthday_celebrations
  referencing old table as changed for each statement execute function private.reconsider_reminders();

-- Tests

-- When owners have asked for a test.
create table private.reminder_tests (
  user_id uuid not null references auth.users (id) on delete cascade,
  asked_at timestamptz not null default now()
);
create index reminder_tests_user_id_asked_at_idx on private.reminder_tests (user_id, asked_at);

-- Asks for a reminder at once, by the channels that the caller has chosen; at most five an hour.
create function public.send_test_reminder() returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  most constant integer := 5;
  caller constant uuid := auth.uid();
begin
  if caller is null then
    raise exception 'only a signed-in owner can ask for a reminder' using errcode = '42501';
  end if;
  perform private.lock_owner(caller);
  if not exists (select from public.reminder_settings where user_id = caller and (by_mail or by_push)) then
    raise exception 'no way to remind is chosen'
      using errcode = '23514', hint = 'Choose mail or push first.', schema = 'public', table = 'reminder_settings',
        constraint = 'reminder_channel_chosen';
  end if;
  delete from private.reminder_tests where user_id = caller and asked_at < now() - interval '1 hour';
  if (select count(*) from private.reminder_tests where user_id = caller) >= most then
    raise exception 'limit reached: at most % test reminders an hour', most
      using errcode = '23514', hint = 'Try again in an hour.', schema = 'public', table = 'reminder_settings',
        constraint = 'reminder_tests_limit';
  end if;
  insert into private.reminder_tests (user_id) values (caller);
  update private.reminder_due
    set is_test_wanted = true, test_browsers = null, is_proof_wanted = true, due_at = '-infinity', claim = claim + 1, attempts = 0
    where user_id = caller;
end
$$;
grant execute on function public.send_test_reminder() to authenticated;

-- Turns reminders by mail off for anyone who follows the link in one of them. Does nothing if they are off.
create function public.stop_mail_reminders(owner uuid) returns void
language sql
security definer
set search_path = ''
as $$
  update public.reminder_settings set by_mail = false where user_id = owner and by_mail
$$;
grant execute on function public.stop_mail_reminders(uuid) to service_role;

-- How reminders are claimed, recorded and sent. The handler calls these functions as `service_role`, with the time of its own clock.

-- Reminders that were handed over. A reminder is recorded first and handed over second, so neither a crash nor a second server sends it
-- twice.
create table private.reminder_deliveries (
  user_id uuid not null references auth.users (id) on delete cascade,
  -- The owner's own calendar day.
  day date not null,
  channel text not null,
  recorded_at timestamptz not null default now(),
  -- The browsers that a recorded reminder has not been sent to yet; null if no handler has left any.
  browsers_left uuid[],
  primary key (user_id, day, channel),
  constraint reminder_deliveries_channel_check check (channel in ('mail', 'push'))
);

-- Guests' answers of which their host was not told yet, and when the host was told of the others.
create table private.guest_news (
  guest_id uuid primary key references public.party_guests (id) on delete cascade,
  user_id uuid not null,
  arrived_at timestamptz not null default now(),
  told_at timestamptz
);
create index guest_news_user_id_idx on private.guest_news (user_id, arrived_at);

-- When hosts were told of answers, for two days. It is recorded before the mail or push is handed over.
create table private.guest_news_letters (
  user_id uuid not null references auth.users (id) on delete cascade,
  sent_at timestamptz not null,
  primary key (user_id, sent_at)
);

-- Returns whether an owner is a host who is told of answers.
create function private.is_told_host(owner uuid) returns boolean
language sql
stable
set search_path = ''
as $$
  select exists (select from public.party_invitations where user_id = owner and tells_host)
$$;

-- Lets a new invitation tell its host of answers, or not, as the one before it.
create function private.keep_choice_of_host() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  new.tells_host := coalesce(
    (select tells_host from public.party_invitations where user_id = new.user_id order by created_at desc limit 1), new.tells_host
  );
  return new;
end
$$;
create trigger keep_choice_of_host before insert on public.party_invitations
  for each row execute function private.keep_choice_of_host();

-- From the first invitation on, looks at its host, and asks for a proof of the address: mails to guests and to the host wait for it.
create function private.look_at_host() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  insert into private.reminder_due (user_id, due_at, done_until) values (new.user_id, '-infinity', now()) on conflict do nothing;
  if private.proven_address(new.user_id) is null then
    insert into private.proof_requests (user_id) values (new.user_id) on conflict do nothing;
  end if;
  return null;
end
$$;
create trigger look_at_host after insert on public.party_invitations
  for each row execute function private.look_at_host();

-- Collects an answer for its host, whom the next look tells.
create function private.note_guest_news() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  if tg_op = 'UPDATE' and (new.answer, new.adults, new.children, new.dogs) is not distinct from (old.answer, old.adults, old.children, old.dogs) then
    return null;
  end if;
  insert into private.guest_news as kept (guest_id, user_id)
    select new.id, new.user_id from public.party_invitations as invitation where invitation.id = new.invitation_id and tells_host
    on conflict (guest_id) do update set arrived_at = excluded.arrived_at, told_at = null;
  return null;
end
$$;
create trigger note_guest_news_on_insert after insert on public.party_guests
  for each row when (new.answered_at is not null) execute function private.note_guest_news();
create trigger note_guest_news_on_update after update of answered_at on public.party_guests
  for each row when (new.answered_at is not null) execute function private.note_guest_news();

-- Looks again at the owner of a row, because there may be something else to tell, or sooner.
create function private.look_again() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  update private.reminder_due set due_at = '-infinity', claim = claim + 1, attempts = 0
    where user_id = new.user_id and due_at > '-infinity';
  return null;
end
$$;
-- Also for guests whom the host enters: they make a party one whose host is told on its day.
create trigger look_again after insert or update of answer on public.party_guests
  for each row execute function private.look_again();
create trigger look_again after update of tells_host on public.party_invitations
  for each row when (new.tells_host and not old.tells_host) execute function private.look_again();

-- Claims due owners, those due longest first, for two minutes; for longer after each attempt that did not end. Concurrent handlers get
-- different owners.
--
-- Tests and changes are due by any clock, so they have a queue of their own, in the order in which they were made. They take at most half
-- of the places while the other queue can fill the rest. A test is claimed once: the handler that claims it sends it, or it is lost.
-- Separate calls read the owners' data, so an owner whose data cannot be read has been claimed, and waits longer each time.
create function public.claim_due_reminders(at timestamptz, most integer) returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  places constant integer := least(greatest(most, 0), 1000);
  claimed jsonb;
begin
  -- Brings back what a clock that ran ahead has put off.
  update private.reminder_due set due_at = '-infinity', done_until = at where done_until > at + interval '1 hour';
  with scheduled as (
    select user_id, is_test_wanted, test_browsers, is_proof_wanted from private.reminder_due
    where due_at > '-infinity' and due_at <= at
    order by due_at
    limit places - (
      select count(*) from (
        select from private.reminder_due where due_at = '-infinity' limit (places + 1) / 2
      ) as waiting
    )
    for update skip locked
  ), changed as (
    select user_id, is_test_wanted, test_browsers, is_proof_wanted from private.reminder_due
    where due_at = '-infinity'
    order by changed_at
    limit places - (select count(*) from scheduled)
    for update skip locked
  ), due as (
    select * from scheduled union all select * from changed
  ), taken as (
    update private.reminder_due as kept
    set claim = kept.claim + 1, attempts = kept.attempts + 1, is_test_wanted = false, test_browsers = null, is_proof_wanted = false,
      due_at = at + interval '2 minutes' * power(2, least(kept.attempts, 8))
    from due where kept.user_id = due.user_id
    returning kept.user_id, kept.claim, kept.done_until, due.is_test_wanted, due.test_browsers, due.is_proof_wanted
  )
  select coalesce(jsonb_agg(jsonb_build_object(
    'user_id', user_id, 'claim', claim, 'done_until', done_until, 'is_test', is_test_wanted, 'test_browsers', test_browsers,
    'is_proof_wanted', is_proof_wanted
  )), '[]')
  into claimed
  from taken;
  return claimed;
end
$$;
grant execute on function public.claim_due_reminders(timestamptz, integer) to service_role;

-- Returns the data for the reminders of some owners, and of hosts. Callers ask for a few owners at a time, because a pack may be large. Contains the
-- parties that the handler looks ahead to, who comes to those of these days, and guests' answers of which the host was not told: the first
-- word of each name, and never an address. An answer that the host has looked at is left out, except before the host was ever told of
-- answers to that party. A host without reminders has no days before, and lives in the time zone of the next party, or if that has no time,
-- of the device that invited to it.
create function public.reminder_packs(owners uuid[], at timestamptz) returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  today constant date := (at at time zone 'UTC')::date;
begin
  return (select coalesce(jsonb_agg(jsonb_build_object(
    'user_id', due.user_id,
    'email', private.proven_address(due.user_id),
    'by_mail', coalesce(settings.by_mail, false),
    'is_reminded', coalesce(settings.by_mail or settings.by_push, false),
    'settings', jsonb_build_object(
      'time_zone', coalesce(settings.time_zone, (
        select coalesce(party.time_zone, invitation.host_zone) from public.birthday_celebrations as party
        left join public.party_invitations as invitation on invitation.party_id = party.id and invitation.user_id = party.user_id
        where party.user_id = due.user_id and party.celebration_date >= today - 1
          and coalesce(party.time_zone, invitation.host_zone) is not null
        order by party.celebration_date, party.created_at, party.id limit 1
      ), 'UTC'),
      'hour', coalesce(settings.hour, 8),
      'days_before', case when settings.by_mail or settings.by_push then settings.days_before else '{}' end
    ),
    'dogs', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', dog.id, 'name', dog.name, 'size', dog.size, 'birth_date', dog.birth_date, 'birth_precision', dog.birth_precision,
        'gotcha_date', dog.gotcha_date, 'died_on', dog.died_on
      ) order by dog.created_at, dog.id), '[]')
      from public.dogs as dog where dog.user_id = due.user_id
    ),
    'parties', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', party.id, 'dog_id', party.dog_id, 'title', party.title, 'celebration_date', party.celebration_date,
        'celebration_time', party.celebration_time, 'time_zone', party.time_zone,
        'is_told', invitation.tells_host and exists (
          select from public.party_guests as guest where guest.invitation_id = invitation.id and guest.answer <> 'no'
        ),
        'guests', case when party.celebration_date between today - 1 and today + 1 then (
          select coalesce(jsonb_agg(jsonb_build_object(
            'name', private.first_name(guest.name), 'adults', guest.adults, 'children', guest.children,
            'dogs', jsonb_array_length(guest.dogs), 'brings', guest.brings, 'allergies', guest.allergies
          ) order by guest.created_at, guest.id), '[]')
          from public.party_guests as guest
          where guest.invitation_id = invitation.id and guest.answer = 'yes' and guest.waiting_since is null
        ) end
      ) order by party.celebration_date, party.created_at, party.id), '[]')
      from (
        select * from public.birthday_celebrations as planned
        where planned.user_id = due.user_id and planned.celebration_date between today - 1 and today + 45
        order by planned.celebration_date, planned.created_at, planned.id limit 200
      ) as party
      left join public.party_invitations as invitation on invitation.party_id = party.id and invitation.user_id = party.user_id
    ),
    'replies', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'guest_id', guest.id, 'dog_id', party.dog_id, 'party_id', party.id, 'party_title', party.title,
        'name', private.first_name(guest.name),
        'answer', guest.answer, 'is_waiting', guest.waiting_since is not null, 'arrived_at', news.arrived_at
      ) order by news.arrived_at, guest.id), '[]')
      from (
        select * from private.guest_news as waiting
        where waiting.user_id = due.user_id and waiting.arrived_at > at - interval '30 days' and waiting.told_at is null
        order by waiting.arrived_at, waiting.guest_id limit 1000
      ) as news
      join public.party_guests as guest on guest.id = news.guest_id
      join public.party_invitations as invitation on invitation.id = guest.invitation_id and invitation.tells_host
        and (invitation.answers_seen_at < news.arrived_at or invitation.answers_pushed_at is null)
      join public.birthday_celebrations as party on party.id = invitation.party_id and party.user_id = invitation.user_id
    ),
    'letters', (
      select coalesce(jsonb_agg(letter.sent_at order by letter.sent_at), '[]')
      from private.guest_news_letters as letter
      where letter.user_id = due.user_id and letter.sent_at > at - interval '1 day' and letter.sent_at <= at
    ),
    'subscriptions', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', push.id, 'endpoint', push.endpoint, 'p256dh', push.p256dh, 'auth', push.auth
      )), '[]')
      from public.push_subscriptions as push where push.user_id = settings.user_id and settings.by_push
    )
  )), '[]')
  from private.reminder_due as due left join public.reminder_settings as settings on settings.user_id = due.user_id
  where due.user_id = any (owners));
end
$$;
grant execute on function public.reminder_packs(uuid[], timestamptz) to service_role;

-- Records deliveries, a list of {user_id, day, channel}, and returns those that may be sent, as {user_id, day, channel, browsers}: the owner
-- still wants them, and either nobody has recorded them before (browsers is null) or a handler has left these browsers. A host without
-- reminders is mailed on the day of a party.
create function public.record_reminder_deliveries(deliveries jsonb) returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  recorded jsonb;
begin
  with wanted as (
    select wanted.user_id, wanted.day, wanted.channel
    from jsonb_to_recordset(deliveries) as wanted (user_id uuid, day date, channel text)
    left join public.reminder_settings as settings on settings.user_id = wanted.user_id
    where case wanted.channel when 'push' then settings.by_push
      else settings.by_mail or (settings.by_push is not true and private.is_told_host(wanted.user_id)) end
  ), left_over as (
    select kept.user_id, kept.day, kept.channel, kept.browsers_left
    from private.reminder_deliveries as kept
    join wanted on (wanted.user_id, wanted.day, wanted.channel) = (kept.user_id, kept.day, kept.channel)
    where kept.browsers_left is not null
    order by kept.user_id, kept.day, kept.channel for update of kept
  ), resumed as (
    update private.reminder_deliveries as kept set browsers_left = null
    from left_over where (kept.user_id, kept.day, kept.channel) = (left_over.user_id, left_over.day, left_over.channel)
    returning kept.user_id, kept.day, kept.channel, left_over.browsers_left as browsers
  ), added as (
    insert into private.reminder_deliveries (user_id, day, channel)
    select user_id, day, channel from wanted order by user_id, day, channel
    on conflict do nothing
    returning user_id, day, channel, null::uuid[] as browsers
  )
  select coalesce(jsonb_agg(to_jsonb(sendable)), '[]') into recorded
  from (select * from added union all select * from resumed) as sendable;
  -- Deletes only deliveries of the same owners, so that the work grows with how many are due.
  delete from private.reminder_deliveries as old using (
    select user_id, min(day) as day from jsonb_to_recordset(deliveries) as wanted (user_id uuid, day date) group by user_id
  ) as latest
  where old.user_id = latest.user_id and old.day < latest.day - 7;
  return recorded;
end
$$;
grant execute on function public.record_reminder_deliveries(jsonb) to service_role;

-- Takes back deliveries, a list of {user_id, day, channel, browsers}, that have certainly not arrived: the given browsers are left to be
-- sent to, and a delivery without browsers was sent to nobody.
create function public.release_reminder_deliveries(deliveries jsonb) returns void
language sql
security definer
set search_path = ''
as $$
  update private.reminder_deliveries as kept set browsers_left = released.browsers
  from jsonb_to_recordset(deliveries) as released (user_id uuid, day date, channel text, browsers uuid[])
  where (kept.user_id, kept.day, kept.channel) = (released.user_id, released.day, released.channel) and released.browsers is not null;
  delete from private.reminder_deliveries as kept
  using jsonb_to_recordset(deliveries) as released (user_id uuid, day date, channel text, browsers uuid[])
  where (kept.user_id, kept.day, kept.channel) = (released.user_id, released.day, released.channel) and released.browsers is null;
$$;
grant execute on function public.release_reminder_deliveries(jsonb) to service_role;

-- Records letters about answers, a list of {user_id, guests, until}, as handed over at a moment. Returns the owners of those that may be
-- sent: of several handlers one tells an answer. An answer that was changed after `until` is not told by it.
create function public.record_answer_letters(letters jsonb, at timestamptz) returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  owners uuid[];
begin
  -- Takes the locks in the order in which changes of guests take them.
  perform from public.party_invitations as invitation
  where exists (
    select from jsonb_to_recordset(letters) as letter (user_id uuid, guests uuid[])
    join public.party_guests as guest on guest.user_id = letter.user_id and guest.id = any (letter.guests)
    where guest.invitation_id = invitation.id
  )
  order by invitation.id for no key update of invitation;
  with told as (
    update private.guest_news as news set told_at = at
    from jsonb_to_recordset(letters) as letter (user_id uuid, guests uuid[], until timestamptz)
    join public.party_guests as guest on guest.user_id = letter.user_id and guest.id = any (letter.guests)
    join public.party_invitations as invitation on invitation.id = guest.invitation_id and invitation.tells_host
    where news.guest_id = guest.id and news.told_at is null and news.arrived_at < letter.until
    returning news.user_id, invitation.id as invitation_id
  ), noted as (
    update public.party_invitations as kept set answers_pushed_at = at where id in (select invitation_id from told)
  ), added as (
    insert into private.guest_news_letters (user_id, sent_at) select distinct user_id, at from told
    on conflict do nothing returning user_id
  )
  select array(select user_id from added) into owners;
  delete from private.guest_news_letters where user_id = any (owners) and sent_at < at - interval '2 days';
  return to_jsonb(owners);
end
$$;
grant execute on function public.record_answer_letters(jsonb, timestamptz) to service_role;

-- Takes back the letters about answers to some owners that were recorded at a moment and have certainly not arrived.
create function public.release_answer_letters(owners uuid[], at timestamptz) returns void
language sql
security definer
set search_path = ''
as $$
  delete from private.guest_news_letters where user_id = any (owners) and sent_at = at;
  update private.guest_news set told_at = null where user_id = any (owners) and told_at = at;
$$;
grant execute on function public.release_answer_letters(uuid[], timestamptz) to service_role;

-- Ends letters about answers for the host who follows the link in one of them. Does nothing if they are off.
create function public.stop_answer_letters(owner uuid) returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.lock_guests(owner);
  update public.party_invitations set tells_host = false where user_id = owner and tells_host;
end
$$;
grant execute on function public.stop_answer_letters(uuid) to service_role;

-- Ends claims, a list of {user_id, claim, due_at, done_until, is_test, test_browsers}: the last two say that a test is still to be sent,
-- and to which browsers only. An owner who has changed something since is already due again.
create function public.finish_reminders(looks jsonb) returns void
language sql
security definer
set search_path = ''
as $$
  update private.reminder_due as kept
  set due_at = look.due_at, done_until = look.done_until, attempts = 0,
    is_test_wanted = coalesce(look.is_test, false), test_browsers = look.test_browsers
  from jsonb_to_recordset(looks) as look (
    user_id uuid, claim bigint, due_at timestamptz, done_until timestamptz, is_test boolean, test_browsers uuid[]
  )
  where kept.user_id = look.user_id and kept.claim = look.claim
$$;
grant execute on function public.finish_reminders(jsonb) to service_role;

-- Addresses whose reader has proved that they want mail for an account, by following a link that was mailed there. An unconfirmed sign-up
-- proves nothing, and a reminder holds the owner's own words. More triggers on this table are in 17-guest-mail-claims.sql.
create table private.proven_addresses (
  user_id uuid primary key references auth.users (id) on delete cascade,
  email text not null,
  proven_at timestamptz not null default now()
);

-- Mails that have asked for a proof.
create table private.proof_mails (
  user_id uuid primary key references auth.users (id) on delete cascade,
  asked_at timestamptz not null,
  times smallint not null default 1
);

-- Hosts who have asked for the mail that proves their address.
create table private.proof_requests (
  user_id uuid primary key references auth.users (id) on delete cascade,
  asked_at timestamptz not null default now()
);

-- Returns the address of an owner if it is proved, by a link of ours or by the confirmation of a sign-up on hosted Supabase, which records
-- when it mailed that. The embedded server has no such column.
create function private.proven_address(owner uuid) returns text
language sql
stable
set search_path = ''
as $$
  select account.email from auth.users as account
  where account.id = owner and account.email_confirmed_at is not null and (
    exists (select from private.proven_addresses as proven where proven.user_id = owner and proven.email = account.email)
    or (to_jsonb(account) ->> 'confirmation_sent_at')::timestamptz <= account.email_confirmed_at
  )
$$;

-- Returns whether the caller's guests are mailed, which takes proof that the caller reads the account's address.
create function public.is_own_address_proven() returns boolean
language sql
stable
security definer
set search_path = ''
as $$
  select private.proven_address(auth.uid()) is not null
$$;
grant execute on function public.is_own_address_proven() to authenticated;

-- Asks for the mail that proves the caller's address. Reminders ask for the same mail, and both share its limit.
create function public.ask_for_address_proof() returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  caller constant uuid := auth.uid();
begin
  if caller is null then
    raise exception 'only a signed-in owner can ask for a proof' using errcode = '42501';
  end if;
  perform private.lock_owner(caller);
  if private.proven_address(caller) is not null then
    return;
  end if;
  if exists (
    select from private.proof_mails where user_id = caller and asked_at > now() - interval '1 hour' * power(2, times - 1)
  ) then
    raise exception 'limit reached: the mail that proves the address was sent lately'
      using errcode = '23514', hint = 'Look into your mail, or try again later.', schema = 'private', table = 'proof_requests',
        constraint = 'proof_requests_limit';
  end if;
  insert into private.proof_requests (user_id) values (caller) on conflict do nothing;
end
$$;
grant execute on function public.ask_for_address_proof() to authenticated;

-- Returns the address of an account, which a proof must name.
create function public.address_of_account(owner uuid) returns jsonb
language sql
stable
security definer
set search_path = ''
as $$
  select jsonb_build_object('email', (select email from auth.users where id = owner))
$$;
grant execute on function public.address_of_account(uuid) to service_role;

-- Records that the reader of an address has followed a link that was mailed there. Does nothing if the account has another address by now.
create function public.prove_address(owner uuid, address text) returns void
language sql
security definer
set search_path = ''
as $$
  insert into private.proven_addresses (user_id, email)
    select id, email from auth.users where id = owner and email = address
    on conflict (user_id) do update set email = excluded.email, proven_at = excluded.proven_at
$$;
grant execute on function public.prove_address(uuid, text) to service_role;

-- Answers may have waited for the proof.
create trigger look_again after insert or update on private.proven_addresses
  for each row execute function private.look_again();

-- Counts a mail that asks for a proof, and returns whether it may be sent: at most five a day to one address, whichever accounts have it in
-- turn. Addresses with a tag have a separate count, five for all tags together. So no other account can use up the mails of the address
-- without a tag, which only one account has.
create function private.count_proof_mail(address text, at timestamptz) returns boolean
language sql
set search_path = ''
as $$
  insert into private.guest_mail_counts as kept (user_id, kind, address_hash, day)
    select '00000000-0000-0000-0000-000000000000', case when lower(address) = private.mailbox_of(address) then 'proofs' else 'tagged proofs' end,
      private.hash_of_day(address, day), day
    from (values ((at at time zone 'UTC')::date)) as today (day)
  on conflict (user_id, day, kind, address_hash) do update set times = least(kept.times + 1, 1000)
  returning times <= 5
$$;

-- Returns which of these owners to ask for a proof by mail now, as {user_id, email}, and records it: at most once an hour, with twice the
-- wait after each mail, and not at addresses that were mailed often enough today.
create function private.ask_for_proofs(owners uuid[], at timestamptz) returns jsonb
language sql
set search_path = ''
as $$
  with noted as (
    insert into private.proof_mails as former (user_id, asked_at)
      select owner, at from unnest(owners) as owner where private.proven_address(owner) is null order by owner
    on conflict (user_id) do update set asked_at = at, times = least(former.times + 1, 10)
      where former.asked_at <= at - interval '1 hour' * power(2, former.times - 1)
    returning user_id
  ), asked as materialized (
    select id, email from noted join auth.users on users.id = noted.user_id order by private.mailbox_of(email)
  )
  select coalesce(jsonb_agg(jsonb_build_object('user_id', id, 'email', email)), '[]') from asked where private.count_proof_mail(email, at)
$$;

-- Returns which of these owners, who want reminders, to ask for a proof now.
create function public.note_proof_mails(owners uuid[], at timestamptz) returns jsonb
language sql
security definer
set search_path = ''
as $$
  select private.ask_for_proofs(array(select user_id from public.reminder_settings where user_id = any (owners) and by_mail), at)
$$;
grant execute on function public.note_proof_mails(uuid[], timestamptz) to service_role;

-- Ends hosts' requests for a proof, and returns which of them to ask now.
create function public.claim_proof_requests(at timestamptz, most integer) returns jsonb
language sql
security definer
set search_path = ''
as $$
  with taken as (
    delete from private.proof_requests where user_id in (
      select request.user_id from private.proof_requests as request join auth.users as account on account.id = request.user_id
      order by request.asked_at limit least(greatest(most, 0), 100)
      -- Skips an account that is being deleted.
      for update of request skip locked for key share of account skip locked
    ) returning user_id
  )
  select private.ask_for_proofs(array(select user_id from taken), at)
$$;
grant execute on function public.claim_proof_requests(timestamptz, integer) to service_role;

-- Returns whether a waiting reminder may still be mailed to an address, or, for an address without a proof, the mail that asks for one.
create function public.may_mail(owner uuid, address text, is_proof boolean) returns boolean
language sql
stable
security definer
set search_path = ''
as $$
  select exists (
    select from public.reminder_settings join auth.users on users.id = user_id
    where user_id = owner and by_mail and users.email = address
      and (private.proven_address(owner) is null) = is_proof
  )
$$;
grant execute on function public.may_mail(uuid, text, boolean) to service_role;

-- Returns whether a waiting letter to a host, about answers or the day of a party, may still be mailed to an address.
create function public.may_mail_host(owner uuid, address text) returns boolean
language sql
stable
security definer
set search_path = ''
as $$
  select private.is_told_host(owner) and private.proven_address(owner) is not distinct from address
$$;
grant execute on function public.may_mail_host(uuid, text) to service_role;

-- Ends what opens the pack from outside when a recovery link leads to a new password: anyone who had the account before may have made it.
--
-- Calendars always end. Links to invitations, and guests' own links, end only if the address was not proved before: then somebody else may have
-- made the whole account. Otherwise they stay, because ending them would punish a host who only forgot the password.
create function private.end_outside_access() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  is_own_link constant boolean := coalesce(current_setting('wagday.is_recovery', true), '') = 'true';
begin
  -- The embedded server says that a password comes from a recovery link. Hosted Supabase records when it mailed one, which may work for a day.
  if not is_own_link and ((to_jsonb(new) ->> 'recovery_sent_at')::timestamptz > now() - interval '1 day') is not true then
    return null;
  end if;
  perform private.lock_owner(new.id);
  perform private.lock_guests(new.id);
  delete from public.calendar_feeds where user_id = new.id;
  if private.proven_address(new.id) is null then
    update public.party_invitations set has_link = false, preview = null where user_id = new.id and has_link;
    delete from private.invitation_links using public.party_invitations as kept where invitation_id = kept.id and kept.user_id = new.id;
    delete from private.guest_tokens using public.party_guests as guest where guest_id = guest.id and guest.user_id = new.id;
  end if;
  if is_own_link then
    perform public.prove_address(new.id, new.email);
  end if;
  return null;
end
$$;
create trigger end_outside_access after update of encrypted_password on auth.users
  for each row when (new.encrypted_password is distinct from old.encrypted_password) execute function private.end_outside_access();

-- Mails to the guests of a party, and their causes.
--
-- A mail is a row from its cause on. A handler that claims it records the handover before it hands the mail over, so neither a crash nor a
-- second server sends it twice. Its content is worked out at the claim (17-guest-mail-claims.sql).
create table private.guest_mails (
  id uuid primary key default gen_random_uuid(),
  guest_id uuid not null references public.party_guests (id) on delete cascade,
  -- 'link': the guest's own link, after an answer. 'moved up': from the waiting list. 'change': of the party, or that it is cancelled.
  -- 'reminder': on the day before. 'word': from the host.
  kind text not null,
  due_at timestamptz not null default now(),
  attempts smallint not null default 0,
  -- When it is too late to hand it over; null for never.
  until timestamptz,
  -- Why it waits beyond the next look: 'proof' of the host's address, or the 'limit' of a day. Null if nothing but its turn is missing.
  waits_for text,
  -- When it was handed over, to which address, and with which token; null while it waits. A mail without an address was given up then,
  -- because it was too late, or nobody has taken it.
  handed_at timestamptz,
  email text,
  token_hash bytea,
  -- When its guest has opened the link in it.
  opened_at timestamptz,
  -- For a claimed change: what the guest knew before.
  before jsonb,
  constraint guest_mails_kind_check check (kind in ('link', 'moved up', 'change', 'reminder', 'word')),
  constraint guest_mails_waits_for_check check (waits_for in ('proof', 'limit'))
);
-- Keeps one waiting mail for several causes of a kind.
create unique index guest_mails_waiting_idx on private.guest_mails (guest_id, kind) where handed_at is null;
create index guest_mails_due_at_idx on private.guest_mails (due_at) where handed_at is null;
create index guest_mails_guest_id_idx on private.guest_mails (guest_id);

-- Records that the page of the link in a mail was opened, for anybody who has the link. The page says so by a script, because programs
-- that check mails open every link.
create function public.note_opened_mail(token text) returns void
language sql
security definer
set search_path = ''
as $$
  update private.guest_mails as mail set opened_at = now()
  from private.guest_tokens as own
  where own.token_hash = sha256(convert_to(left(note_opened_mail.token, 43), 'UTF8')) and mail.guest_id = own.guest_id
    and mail.token_hash = own.token_hash and mail.opened_at is null
$$;
grant execute on function public.note_opened_mail(text) to anon, authenticated;

-- Returns with which mails a mail is counted and waits.
create function private.group_of_mail(kind text, answer text) returns text
language sql
immutable
set search_path = ''
as $$
  select case when kind = 'reminder' then 'word' when kind = 'link' and answer = 'no' then 'link of no' else kind end
$$;

-- Returns how soon a mail is handed over among those that are due: places first, because nobody else tells, then changes, then words and
-- reminders, whose time passes, and last the links that guests have seen on the page.
create function private.rank_of_mail(kind text, answer text) returns integer
language sql
immutable
set search_path = ''
as $$
  select array_position('{"moved up",change,word,link,"link of no"}'::text[], private.group_of_mail(kind, answer))
$$;

-- What each guest with an address knows of the party: its facts when they answered, or when they were mailed a change.
create table private.guest_facts (
  guest_id uuid primary key references public.party_guests (id) on delete cascade,
  told jsonb not null
);

-- Causes

-- Queues a mail to a guest, or makes a waiting one of its kind due earlier.
create function private.queue_guest_mail(guest_id uuid, kind text) returns void
language sql
set search_path = ''
as $$
  insert into private.guest_mails as kept (guest_id, kind) values (queue_guest_mail.guest_id, queue_guest_mail.kind)
  on conflict (guest_id, kind) where handed_at is null do update set due_at = least(kept.due_at, excluded.due_at)
$$;

-- Records a guest's own answer for mails. The page then shows the party as it is, so the guest knows that
-- from then on.
create function private.note_guest_answer() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  if new.email is not null then
    if tg_op = 'INSERT' or new.email is distinct from old.email then
      perform private.queue_guest_mail(new.id, 'link');
    end if;
    insert into private.guest_facts (guest_id, told)
      select new.id, private.facts_of_invitation(invitation) from public.party_invitations as invitation where id = new.invitation_id
      on conflict (guest_id) do update set told = excluded.told;
  end if;
  return null;
end
$$;
create trigger note_guest_answer_on_insert after insert on public.party_guests
  for each row when (new.answered_at is not null) execute function private.note_guest_answer();
create trigger note_guest_answer_on_update after update of answered_at on public.party_guests
  for each row when (new.answered_at is not null) execute function private.note_guest_answer();

-- Drops the waiting mails of a guest whose address is deleted.
create function private.forget_guest_address() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  delete from private.guest_mails where guest_id = new.id and handed_at is null;
  delete from private.guest_facts where guest_id = new.id;
  return null;
end
$$;
create trigger forget_guest_address after update of email on public.party_guests
  for each row when (old.email is not null and new.email is null) execute function private.forget_guest_address();

-- Queues a mail to a guest who moves up from the waiting list, unless their own answer caused it: the mail about that answer says so
-- itself.
create function private.note_guest_moved_up() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  if not exists (select from private.guest_mails where guest_id = new.id and kind = 'link' and handed_at is null) then
    perform private.queue_guest_mail(new.id, 'moved up');
  end if;
  return null;
end
$$;
create trigger note_guest_moved_up after update of waiting_since on public.party_guests
  for each row when (
    old.waiting_since is not null and new.waiting_since is null and new.answer = 'yes' and new.email is not null
    and new.answered_at is not distinct from old.answered_at
  ) execute function private.note_guest_moved_up();

-- Changes of the party

-- Sets when guests are mailed what has changed: five minutes after the last of several changes, unless by then everything is as all of them
-- know it. Guests who answered between two changes may know something else than the others. Guests are not informed about a party that is
-- over, because hosts tidy up.
create function private.note_party_change(invitation public.party_invitations, facts jsonb) returns void
language sql
set search_path = ''
as $$
  update public.party_invitations as kept
  set change_due_at = case
    when (
      private.is_news(told, facts) or exists (
        select from private.guest_facts as known join public.party_guests as guest on guest.id = known.guest_id
        where guest.invitation_id = kept.id and private.is_news(known.told, facts)
      )
    ) and not (private.is_over(facts, now()) and coalesce(private.is_over(told, now()), true))
    then now() + interval '5 minutes'
  end,
    remind_at = private.reminder_time(facts, kept.host_zone)
  where id = invitation.id
$$;

-- Returns whether the party is on, on another day than guests know of. Those who cannot come are told only that: the day may suit them.
create function private.is_new_day(told jsonb, facts jsonb) returns boolean
language sql
immutable
set search_path = ''
as $$
  select not facts ? 'isCancelled' and (told -> 'date' <> facts -> 'date' or told ? 'isCancelled')
$$;

-- Queues a mail for each guest to whom a change is news, once nobody has undone it for five minutes. Takes
-- the changes due longest first, of all hosts. Returns how many changes it has settled; the caller repeats while there are as many as asked
-- for.
create function private.queue_due_changes(at timestamptz, most integer) returns integer
language plpgsql
set search_path = ''
as $$
declare
  due record;
  invitation public.party_invitations;
  facts jsonb;
  settled integer;
begin
  -- Where nobody has an address there is nothing to mail.
  update public.party_invitations as kept set told = private.facts_of_invitation(kept), change_due_at = null
  where kept.id in (
    select silent.id from public.party_invitations as silent
    where silent.change_due_at <= at and silent.id in (
      -- Looks only at the first 500, or all guests of the site would be read when many changes are due.
      select first.id
      from (select id from public.party_invitations where change_due_at <= at order by change_due_at, id limit 500) as first
      where not exists (select from public.party_guests as guest where guest.invitation_id = first.id and guest.email is not null)
    )
    for no key update skip locked
  );
  get diagnostics settled = row_count;
  for due in
    select id, user_id from public.party_invitations where change_due_at <= at order by change_due_at, id
  loop
    exit when settled >= most;
    -- Takes the locks in the same order as changes of guests do.
    continue when not private.try_lock_guests(due.user_id);
    select * into invitation from public.party_invitations
      where id = due.id and change_due_at <= at for no key update skip locked;
    continue when not found;
    settled := settled + 1;
    facts := private.facts_of_invitation(invitation);
    -- What each guest knows is not kept for guests who came by an import.
    insert into private.guest_facts (guest_id, told)
      select guest.id, invitation.told from public.party_guests as guest
      where guest.invitation_id = invitation.id and guest.email is not null
      on conflict (guest_id) do nothing;
    insert into private.guest_mails (guest_id, kind, due_at)
      select guest.id, 'change', invitation.change_due_at
      from public.party_guests as guest join private.guest_facts as known on known.guest_id = guest.id
      where guest.invitation_id = invitation.id and guest.email is not null and private.is_news(known.told, facts)
        and (guest.answer <> 'no' or private.is_new_day(known.told, facts))
      order by guest.id
      on conflict (guest_id, kind) where handed_at is null do nothing;
    update public.party_invitations set told = facts, change_due_at = null where id = invitation.id;
  end loop;
  return settled;
end
$$;

-- Returns the guests of an invitation who may come, one for each address: what is the same for all of them is mailed to an address once, no
-- matter how many answers there are with it, or who typed them. The first answer counts, so that nobody takes another's mail over with a
-- later one. As for changes, an address with a tag is left out where the one without is mailed.
create function private.guests_by_address(invitation_id uuid) returns setof public.party_guests
language sql
stable
set search_path = ''
as $$
  with addressed as materialized (
    select distinct on (lower(email)) guest, lower(email) as address, private.mailbox_of(email) as mailbox
    from public.party_guests as guest
    where guest.invitation_id = guests_by_address.invitation_id and email is not null and answer <> 'no'
    order by lower(email), waiting_since is not null, created_at, id
  )
  select (one.guest).* from addressed as one
  where address = mailbox or not exists (select from addressed as plain where plain.address = one.mailbox)
$$;

-- Reminders

-- Queues the reminders of parties for guests who may come, for half a day. Guests who answered in the half day before were just mailed everything.
-- By the database's clock, so that no other clock reminds guests before a change of the party that schedules the reminder anew. Returns
-- how many parties it has settled; the caller repeats while there are as many as asked for.
create function private.queue_due_reminders(at timestamptz, most integer) returns integer
language plpgsql
set search_path = ''
as $$
declare
  due record;
  invitation public.party_invitations;
  settled integer := 0;
begin
  for due in
    select id, user_id from public.party_invitations where remind_at <= least(at, now()) order by remind_at, id
  loop
    exit when settled >= most;
    -- Takes the locks in the same order as changes of guests do.
    continue when not private.try_lock_guests(due.user_id);
    select * into invitation from public.party_invitations
      where id = due.id and remind_at <= least(at, now()) for no key update skip locked;
    continue when not found;
    settled := settled + 1;
    insert into private.guest_mails (guest_id, kind, due_at, until)
      select guest.id, 'reminder', invitation.remind_at, invitation.remind_at + interval '12 hours'
      from private.guests_by_address(invitation.id) as guest
      where invitation.reminds_guests and guest.waiting_since is null
        and coalesce(guest.answered_at, '-infinity') < invitation.remind_at - interval '12 hours'
      order by guest.id
      on conflict (guest_id, kind) where handed_at is null do nothing;
    update public.party_invitations set remind_at = null where id = invitation.id;
  end loop;
  return settled;
end
$$;

-- Words of hosts

-- What hosts have written to the guests of a party.
create table private.guest_words (
  id uuid primary key default gen_random_uuid(),
  invitation_id uuid not null references public.party_invitations (id) on delete cascade,
  words text not null,
  sent_at timestamptz not null default now(),
  constraint guest_words_words_check check (
    char_length(words) between 1 and 500 and private.is_plain(words) and private.is_visible(words)
  )
);
create index guest_words_invitation_id_idx on private.guest_words (invitation_id, sent_at);

-- Mails a word of the caller to the guests of a party who have said yes or maybe and left an address, and returns how many they are. Needs
-- the proof of the host's address, like all mails to guests. Takes two a day for each party, and the second only when no guest waits for
-- the first, so that a mail always has the latest. A request that is repeated with the same `word_id`, because its answer was lost, sends
-- nothing.
create function public.send_word_to_guests(invitation_id uuid, words text, word_id uuid default gen_random_uuid()) returns integer
language plpgsql
security definer
set search_path = ''
as $$
declare
  most constant integer := 2;
  caller constant uuid := auth.uid();
  invitation public.party_invitations;
  facts jsonb;
  guests integer;
begin
  if caller is null then
    raise exception 'only a signed-in owner writes to guests' using errcode = '42501';
  end if;
  perform private.lock_guests(caller);
  select * into invitation from public.party_invitations as kept
  where kept.id = send_word_to_guests.invitation_id and kept.user_id = caller for no key update;
  if not found then
    raise exception 'the invitation must be the owner''s'
      using errcode = '23503', schema = 'private', table = 'guest_words', constraint = 'guest_words_invitation_id_fkey';
  end if;
  if exists (select from private.guest_words as sent where sent.id = word_id and sent.invitation_id = invitation.id) then
    return (select count(*) from private.guests_by_address(invitation.id));
  end if;
  facts := private.facts_of_invitation(invitation);
  if private.proven_address(caller) is null or facts ? 'isCancelled' or private.is_over(facts, now()) then
    raise exception 'a word takes a proved address, and a party to come' using errcode = '42501';
  end if;
  if (select count(*) from private.guest_words as sent where sent.invitation_id = invitation.id and sent_at > now() - interval '1 day') >= most
    or exists (
      select from private.guest_mails as mail join public.party_guests as guest on guest.id = mail.guest_id
      where guest.invitation_id = invitation.id and mail.kind = 'word' and mail.handed_at is null and mail.until > now()
    ) then
    raise exception 'limit reached: at most % words to guests a day, one after the other', most
      using errcode = '23514', hint = 'Try again tomorrow.', schema = 'private', table = 'guest_words', constraint = 'guest_words_limit';
  end if;
  insert into private.guest_words (id, invitation_id, words) values (word_id, invitation.id, send_word_to_guests.words);
  insert into private.guest_mails as kept (guest_id, kind, until)
    select id, 'word', now() + interval '1 day' from private.guests_by_address(invitation.id) order by id
    on conflict (guest_id, kind) where handed_at is null do update set due_at = excluded.due_at, until = excluded.until, attempts = 0;
  get diagnostics guests = row_count;
  return guests;
end
$$;
grant execute on function public.send_word_to_guests(uuid, text, uuid) to authenticated;

-- The end of mails

-- Addresses that have ended the mails about a party, as hashes with the id of its invitation.
create table private.guest_mail_stops (
  invitation_id uuid not null references public.party_invitations (id) on delete cascade,
  address_hash bytea not null,
  primary key (invitation_id, address_hash)
);

-- Returns the hash of an address, different for each invitation.
create function private.hash_for_invitation(invitation_id uuid, address text) returns bytea
language sql
immutable
set search_path = ''
as $$
  select sha256(uuid_send(invitation_id) || convert_to(lower(address), 'UTF8'))
$$;

-- Returns whether mails about a party were ended for an address, or for the same address without its tag. Not the other way round: where a
-- provider has no tags, somebody else could end them.
create function private.are_mails_ended(invitation_id uuid, address text) returns boolean
language sql
stable
set search_path = ''
as $$
  select exists (
    select from private.guest_mail_stops as stopped
    where stopped.invitation_id = are_mails_ended.invitation_id and stopped.address_hash in (
      private.hash_for_invitation(are_mails_ended.invitation_id, address),
      private.hash_for_invitation(are_mails_ended.invitation_id, private.mailbox_of(address))
    )
  )
$$;

-- Ends the mails about a party to an address, for anyone who follows the link in one that went there: all answers with the address forget
-- it, and later answers are mailed nothing. Later answers keep the typed address; otherwise anyone could learn by typing an address that it
-- was there before. At a large provider, whose spellings of an address are known, this covers the whole mailbox.
create function public.stop_guest_mails(mail uuid) returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  sent record;
begin
  select guest.invitation_id, guest.user_id, kept.email into sent
  from private.guest_mails as kept join public.party_guests as guest on guest.id = kept.guest_id
  where kept.id = stop_guest_mails.mail and kept.email is not null;
  if found then
    perform private.lock_guests(sent.user_id);
    insert into private.guest_mail_stops (invitation_id, address_hash)
      select id, private.hash_for_invitation(id, address)
      from public.party_invitations cross join unnest(array[sent.email, case when exists (
        select from private.mail_providers where domain = split_part(lower(sent.email), '@', 2)
      ) then private.mailbox_of(sent.email) end]) as address
      where id = sent.invitation_id and address is not null
      on conflict do nothing;
    update public.party_guests set email = null
      where invitation_id = sent.invitation_id and private.are_mails_ended(sent.invitation_id, email);
  end if;
end
$$;
grant execute on function public.stop_guest_mails(uuid) to service_role;

-- How mails to guests are claimed and taken back. The handler in functions/delivery writes and sends them; it calls these functions as
-- `service_role`.

-- Drops waiting mails that would tell other answers with the same address, or with a tag of it, what one mail has told. An answer keeps its
-- mail if its guest knows something else of the party, or sees the place while the informed guest does not.
create function private.drop_same_changes(
  told_guest uuid, invitation public.party_invitations, address text, known jsonb, facts jsonb, is_place_shown boolean
) returns void
language sql
set search_path = ''
as $$
  with same as (
    select mail.id, mail.guest_id
    from private.guest_mails as mail
    join public.party_guests as guest on guest.id = mail.guest_id
    join private.guest_facts as kept on kept.guest_id = guest.id
    cross join lateral (values (
      coalesce(mail.before, kept.told), invitation.place_for = 'all' or (guest.answer = 'yes' and guest.waiting_since is null)
    )) as other (known, is_place_shown)
    where guest.invitation_id = invitation.id and guest.id <> told_guest
      and lower(address) in (lower(guest.email), private.mailbox_of(guest.email)) and mail.kind = 'change' and mail.handed_at is null
      and not private.is_news(other.known - 'location', drop_same_changes.known - 'location')
      and (
        not other.is_place_shown or other.known -> 'location' = facts -> 'location'
        or (drop_same_changes.is_place_shown and other.known -> 'location' = drop_same_changes.known -> 'location')
      )
    -- Skips a guest who answers right now: the answer writes what the guest knows, and may wait for a mail that is locked here.
    for update of mail, kept skip locked
  ), dropped as (
    delete from private.guest_mails where id in (select id from same)
  )
  update private.guest_facts set told = facts where guest_id in (select guest_id from same)
$$;

-- Returns when a mail is looked at again that is beyond a limit: in an hour, or when the next day begins in UTC.
create function private.next_try(at timestamptz) returns timestamptz
language sql
immutable
set search_path = ''
as $$
  select least(at + interval '1 hour', (date_trunc('day', at at time zone 'UTC') + interval '1 day') at time zone 'UTC')
$$;

-- Postpones a host's waiting mails, so that nobody else's mails wait behind them. Skips rows that are being changed; they are looked at
-- again later.
create function private.put_off_guest_mails(host uuid, groups text[], reason text, at timestamptz) returns void
language sql
set search_path = ''
as $$
  update private.guest_mails set due_at = private.next_try(at), waits_for = reason where id in (
    select mail.id from private.guest_mails as mail join public.party_guests as guest on guest.id = mail.guest_id
    where guest.user_id = host and mail.handed_at is null and mail.due_at <= at
      and private.group_of_mail(mail.kind, guest.answer) = any (groups)
    for update of mail skip locked
  )
$$;

-- Postpones a new host's mails to guests who were not mailed today.
create function private.put_off_strangers(host uuid, host_address text, on_day date, at timestamptz) returns void
language plpgsql
set search_path = ''
as $$
declare
  sender constant bytea := private.hash_of_day(coalesce(private.domain_of_host(host_address), host_address), on_day);
  salt_of_day constant bytea := (select salt from private.guest_mail_salts where day = on_day);
begin
  update private.guest_mails set due_at = private.next_try(at), waits_for = 'limit' where id in (
    select mail.id from private.guest_mails as mail join public.party_guests as guest on guest.id = mail.guest_id
    where guest.user_id = host and mail.handed_at is null and mail.due_at <= at and mail.attempts = 0 and guest.email is not null
      and not exists (
        select from private.guest_mail_reach as kept where kept.day = on_day and kept.sender_hash = sender
          and kept.address_hash = sha256(salt_of_day || convert_to(private.mailbox_of(guest.email), 'UTF8'))
      )
    -- Rows that somebody changes right now are looked at again later.
    for update of mail skip locked
  );
end
$$;

-- Makes mails due that waited for the proof of their host's address.
create function private.release_mails_of_proven() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  update private.guest_mails set due_at = now(), waits_for = null where id in (
    select mail.id from private.guest_mails as mail join public.party_guests as guest on guest.id = mail.guest_id
    where guest.user_id = new.user_id and mail.handed_at is null and mail.attempts = 0 and mail.due_at > now()
    for update of mail skip locked
  );
  return null;
end
$$;
create trigger release_mails_of_proven after insert or update on private.proven_addresses
  for each row execute function private.release_mails_of_proven();

-- Claims due mails, of those due longest the most important first, records them as handed over, and returns their data, each with a new token of its guest, and
-- the number of mails it has looked at.
--
-- Drops what is no longer true, and gives up what is too late, which the host can see. All mails of a host wait until the host's address is
-- proved, and mails beyond a day's limit wait too; only excess links to one address are dropped, because the page has shown them. Of several answers to a party from one address that know the
-- same, one is mailed the change. A group that is larger than the whole party is marked, so that its mail does not promise that it moves up
-- by itself. `most_of_new` is how many guests the site's hosts in their first week may mail in a day; `isSiteFull` says that this kept a mail.
create function public.claim_guest_mails(at timestamptz, most integer, most_of_new integer default 500) returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  day constant date := (at at time zone 'UTC')::date;
  all_groups constant text[] := '{link,"link of no","moved up",change,word}';
  due record;
  due_group text;
  invitation public.party_invitations;
  facts jsonb;
  seen jsonb;
  known jsonb;
  is_place_shown boolean;
  is_new boolean;
  groups text[];
  host_address text;
  is_full text;
  put_off text[] := '{}';
  token text;
  looked integer;
  is_site_full boolean := false;
  claimed jsonb := '[]';
begin
  -- Lets one transaction count at a time. One that waits for this holds nothing that the one before waits for.
  perform pg_advisory_xact_lock(20261124110000);
  -- Brings back what a clock that ran ahead has put off.
  update private.guest_mails set due_at = at where handed_at is null and due_at > at + interval '1 day';
  looked := private.queue_due_changes(at, 20) + private.queue_due_reminders(at, 20);
  for due in
    select mail.id, mail.kind, mail.attempts, mail.until, mail.before, guest.id as guest_id, guest.user_id, guest.invitation_id, guest.email,
      guest.name, guest.answer, guest.adults, guest.children, jsonb_array_length(guest.dogs) as dogs, guest.brings,
      guest.waiting_since is not null as is_waiting
    from private.guest_mails as mail join public.party_guests as guest on guest.id = mail.guest_id
    -- The first 1,000, so that a claim costs the same however many are due.
    where mail.id in (
      select id from private.guest_mails where handed_at is null and due_at <= at order by due_at limit 1000
    )
    -- Mails guests in the order in which they came, however many came afterwards, but first those who may come: of several answers with one
    -- address, one is mailed a change.
    order by private.rank_of_mail(mail.kind, guest.answer), mail.due_at, guest.answer = 'no', guest.created_at, mail.id
    limit least(greatest(most, 0), 500)
    -- Locks the guest as well, or a removal of the guest and this could wait for each other.
    for update of mail skip locked for key share of guest skip locked
  loop
    looked := looked + 1;
    due_group := private.group_of_mail(due.kind, due.answer);
    -- Skips what the mail for another answer has told.
    perform from private.guest_mails where id = due.id;
    continue when not found;
    continue when due.user_id || due_group = any (put_off);
    -- The address without the tag is told first: where mail knows no tags, the one with it is somebody else's or nobody's.
    if due.kind = 'change' and lower(due.email) <> private.mailbox_of(due.email) then
      update private.guest_mails set due_at = at + interval '1 minute' where id = due.id and exists (
        select from private.guest_mails as mail join public.party_guests as guest on guest.id = mail.guest_id
        where guest.invitation_id = due.invitation_id and lower(guest.email) = private.mailbox_of(due.email) and guest.answer <> 'no'
          and mail.kind = 'change' and mail.handed_at is null and mail.due_at <= at
      );
      continue when found;
    end if;
    -- Skips a guest who answers right now: the answer writes what the guest knows, and may wait for a mail that is locked here.
    perform from private.guest_facts where guest_id = due.guest_id for update skip locked;
    continue when not found and exists (select from private.guest_facts where guest_id = due.guest_id);
    select * into invitation from public.party_invitations where id = due.invitation_id;
    facts := private.facts_of_invitation(invitation);
    is_place_shown := invitation.place_for = 'all' or (due.answer = 'yes' and not due.is_waiting);
    seen := case when is_place_shown then facts else facts - 'location' end;
    known := null;
    if due.kind = 'change' then
      known := coalesce(due.before, (select told from private.guest_facts where guest_id = due.guest_id), facts);
      if not is_place_shown then
        known := known - 'location';
      end if;
    end if;
    if due.email is null or private.is_over(facts, at) or private.are_mails_ended(due.invitation_id, due.email)
      or (due.kind = 'change' and (not private.is_news(known, seen) or (due.answer = 'no' and not private.is_new_day(known, seen))))
      or (due.kind <> 'change' and facts ? 'isCancelled')
      or (due.kind = 'moved up' and (due.answer <> 'yes' or due.is_waiting))
      or (due.kind in ('word', 'reminder') and due.answer = 'no')
      -- The party may have moved, or its host may have switched reminders off, while the reminder waited.
      or (due.kind = 'reminder' and (
        due.is_waiting or not invitation.reminds_guests
        or (facts ->> 'date')::date <> private.day_in_zone(
          coalesce(facts ->> 'zone', invitation.host_zone, 'UTC'), least(at, due.until - interval '1 second')
        ) + 1
      )) then
      if due.kind = 'change' then
        update private.guest_facts set told = facts where guest_id = due.guest_id;
      end if;
      delete from private.guest_mails where id = due.id;
      continue;
    end if;
    if due.until <= at then
      update private.guest_mails set handed_at = at where id = due.id;
      continue;
    end if;
    groups := '{}';
    is_full := null;
    host_address := private.proven_address(due.user_id);
    is_new := exists (select from auth.users where users.id = due.user_id and users.created_at > now() - interval '7 days');
    if host_address is null then
      groups := all_groups;
    elsif due.attempts = 0 then
      is_full := private.count_guest_mail(due.user_id, host_address, due_group, due.email, day, is_new, greatest(most_of_new, 0));
      if is_full in ('domain', 'site') then
        is_site_full := is_site_full or is_full = 'site';
        perform private.put_off_strangers(due.user_id, host_address, day, at);
        put_off := put_off || array(select due.user_id || each from unnest(all_groups) as each);
        continue;
      elsif is_full = 'host' then
        groups := array[due_group];
      end if;
    end if;
    if groups <> '{}' then
      perform private.put_off_guest_mails(due.user_id, groups, case when is_full is null then 'proof' else 'limit' end, at);
      put_off := put_off || array(select due.user_id || each from unnest(groups) as each);
      continue;
    end if;
    if is_full = 'address' then
      if due.kind = 'link' then
        delete from private.guest_mails where id = due.id;
      else
        update private.guest_mails set due_at = private.next_try(at), waits_for = 'limit' where id = due.id;
      end if;
      continue;
    end if;
    if due.kind = 'change' then
      update private.guest_facts set told = facts where guest_id = due.guest_id;
      perform private.drop_same_changes(due.guest_id, invitation, due.email, known, facts, is_place_shown);
    end if;
    token := private.mint_guest_token(due.guest_id);
    update private.guest_mails
      set handed_at = at, waits_for = null, attempts = attempts + 1, email = due.email, token_hash = sha256(convert_to(token, 'UTF8')), before = known
      where id = due.id;
    claimed := claimed || jsonb_build_object(
      'id', due.id,
      'guest', due.guest_id,
      'kind', case when due.kind = 'change' and facts ? 'isCancelled' then 'cancelled' else due.kind end,
      'to', due.email,
      'token', token,
      'attempt', due.attempts + 1,
      'party', jsonb_build_object(
        'title', facts -> 'title', 'date', facts -> 'date', 'time', facts -> 'time', 'end', facts -> 'end', 'zone', facts -> 'zone',
        'location', seen -> 'location', 'isPlaceHidden', not is_place_shown and facts ->> 'location' is not null,
        'host', private.name_of_host(due.user_id), 'dog', facts -> 'dogName', 'isHostNew', is_new
      ),
      'why', case when facts ? 'isCancelled' then invitation.cancel_reason end,
      'replyTo', case when invitation.replies_by_mail then host_address end,
      'word', case when due.kind = 'word' then (
        select words from private.guest_words as sent where sent.invitation_id = invitation.id order by sent_at desc limit 1
      ) end,
      'before', case when known is not null then jsonb_build_object(
        'title', known -> 'title', 'date', known -> 'date', 'time', known -> 'time', 'end', known -> 'end', 'zone', known -> 'zone',
        'location', known -> 'location', 'isCancelled', known ? 'isCancelled'
      ) end,
      'answer', jsonb_build_object(
        'name', private.first_name(due.name),
        'isAgain', due.kind = 'link' and due.answer <> 'no' and exists (
          select from public.party_guests as other
          where other.invitation_id = due.invitation_id and other.id <> due.guest_id and lower(other.email) = lower(due.email)
            and other.answer <> 'no'
        ),
        'answer', due.answer, 'adults', due.adults, 'children', due.children, 'dogs', due.dogs, 'brings', due.brings, 'isWaiting', due.is_waiting,
        'isTooLarge', due.is_waiting and coalesce(due.adults + due.children > invitation.most_people, false)
      )
    );
  end loop;
  return jsonb_build_object('looked', looked, 'mails', claimed, 'isSiteFull', is_site_full);
end
$$;
grant execute on function public.claim_guest_mails(timestamptz, integer, integer) to service_role;

-- Takes back mails, a list of {id, due_at}, that certainly no mail server took: they are handed over again, with another token, or given up
-- if due_at is null. What a change would have told other answers with the same address waits for those as well, because the guest of this
-- one may change the address meanwhile. Skips locked mails, so it does not wait for a guest who is being deleted.
create function public.release_guest_mails(mails jsonb) returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  released record;
begin
  -- Takes the lock of claims, which queue changes.
  perform pg_advisory_xact_lock(20261124110000);
  for released in
    select mail.id, mail.guest_id, mail.kind, mail.attempts, mail.email, mail.before, mail.token_hash, back.due_at
    from jsonb_to_recordset(mails) as back (id uuid, due_at timestamptz) join private.guest_mails as mail on mail.id = back.id
    where mail.handed_at is not null
    for update of mail skip locked
  loop
    if released.due_at is null then
      update private.guest_mails set email = null, token_hash = null where id = released.id;
      continue;
    end if;
    begin
      update private.guest_mails set handed_at = null, due_at = released.due_at, token_hash = null where id = released.id;
    exception when unique_violation then
      -- Another mail has begun to wait meanwhile, and will say everything.
      update private.guest_mails set email = null, token_hash = null where id = released.id;
    end;
    if released.kind = 'change' then
      insert into private.guest_mails (guest_id, kind, due_at, attempts, before)
        select other.id, 'change', released.due_at, released.attempts,
          jsonb_build_object('location', known.told -> 'location') || released.before
        from public.party_guests as guest
        join public.party_guests as other on other.invitation_id = guest.invitation_id and other.id <> guest.id
        join private.guest_facts as known on known.guest_id = other.id
        where guest.id = released.guest_id and other.answer <> 'no'
          and lower(released.email) in (lower(other.email), private.mailbox_of(other.email))
        for key share of other skip locked
        on conflict (guest_id, kind) where handed_at is null do nothing;
    end if;
    delete from private.guest_tokens where token_hash in (
      select token_hash from private.guest_tokens where token_hash = released.token_hash for update skip locked
    );
  end loop;
end
$$;
grant execute on function public.release_guest_mails(jsonb) to service_role;

-- Returns the newest mail of each kind to each guest of the caller's invitation, as {guest, kind, state, at, waitsFor}: one that 'waits' is
-- tried at that moment, one that was 'sent' or 'missed' was so then. Includes changes that nobody has queued yet, and guests who heard from
-- the mail to another answer with their address that the party is called off. Null if the invitation is not the caller's.
create function public.mails_to_guests(invitation_id uuid) returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  invitation public.party_invitations;
  facts jsonb;
  is_proven constant boolean := private.proven_address(auth.uid()) is not null;
begin
  select * into invitation from public.party_invitations as kept
  where kept.id = mails_to_guests.invitation_id and kept.user_id = auth.uid();
  if not found then
    return null;
  end if;
  facts := private.facts_of_invitation(invitation);
  return (
    with queued as (
      select distinct on (guest.id, mail.kind) guest.id as guest, mail.kind,
        case when mail.handed_at is null then 'waits' when mail.email is null then 'missed' else 'sent' end as state,
        coalesce(mail.handed_at, mail.due_at) as at, mail.waits_for
      from public.party_guests as guest join private.guest_mails as mail on mail.guest_id = guest.id
      where guest.invitation_id = invitation.id
      order by guest.id, mail.kind, mail.handed_at desc nulls first
    ), known as (
      select guest.id as guest, kept.told from public.party_guests as guest join private.guest_facts as kept on kept.guest_id = guest.id
      where guest.invitation_id = invitation.id and guest.email is not null
        and (guest.answer <> 'no' or private.is_new_day(kept.told, facts))
    ), listed as (
      select * from queued where not (
        kind = 'change' and state <> 'waits' and invitation.change_due_at is not null
        and guest in (select known.guest from known where private.is_news(told, facts))
      )
      union all
      select guest, 'change', 'waits', invitation.change_due_at, null from known
      where invitation.change_due_at is not null and private.is_news(told, facts)
        and guest not in (select queued.guest from queued where kind = 'change' and state = 'waits')
      union all
      select guest, 'change', 'sent', invitation.cancelled_at, null from known
      where facts ? 'isCancelled' and told ? 'isCancelled' and guest not in (select queued.guest from queued where kind = 'change')
    )
    select coalesce(jsonb_agg(jsonb_build_object(
      'guest', guest, 'kind', kind, 'state', state,
      'at', case when waits_for = 'limit'
        then (date_trunc('day', at at time zone 'UTC' - interval '1 second') + interval '1 day') at time zone 'UTC' else at end,
      'waitsFor', case when state = 'waits' then case when is_proven then waits_for else 'proof' end end
    ) order by at, guest), '[]') from listed
  );
end
$$;
grant execute on function public.mails_to_guests(uuid) to authenticated;

-- What remains when an account or a party ends: the last mails to guests, and the deletion of guests' answers.

-- Farewells

-- Mails that cancel a party because its host has deleted the account. Nothing else of the party is left, so the mail waits in a table of
-- its own, holds all that it says, and is deleted when it is handed over.
create table private.guest_farewells (
  id uuid primary key default gen_random_uuid(),
  email text not null,
  -- {title, date, time, end, zone, isHostNew}
  party jsonb not null,
  attempts smallint not null default 0,
  due_at timestamptz not null default now(),
  -- The day on which it was counted. It is deleted with the salt of that day, sent or not.
  day date not null references private.guest_mail_salts (day) on update cascade on delete cascade
);
create index guest_farewells_due_at_idx on private.guest_farewells (due_at);
create index guest_farewells_day_idx on private.guest_farewells (day);

-- Queues a mail for each address that still counts on a party of the host. These count as mails about changes. Those beyond the limit are
-- dropped, because no host is left for whom they could wait; the next parties come first. Only the first thousand guests of a host are
-- looked at, so that the account is deleted within the time of a request.
create function private.queue_farewells(host uuid) returns void
language plpgsql
set search_path = ''
as $$
declare
  host_address constant text := private.proven_address(host);
  today constant date := (now() at time zone 'UTC')::date;
  is_new constant boolean := exists (
    select from auth.users where users.id = host and users.created_at > now() - interval '7 days'
  );
  most_of_new integer;
  guest record;
begin
  -- A host whose address is not proved mails no guests.
  if host_address is null then
    return;
  end if;
  -- Lets one transaction count at a time.
  perform pg_advisory_xact_lock(20261124110000);
  insert into private.guest_mail_salts (day) values (today) on conflict do nothing;
  select salts.most_of_new into most_of_new from private.guest_mail_salts as salts where day = today;
  for guest in
    with invitations as materialized (
      select invitation.id, invitation.told, party.facts from public.party_invitations as invitation
      cross join lateral (values (private.facts_of_invitation(invitation))) as party (facts)
      where invitation.user_id = host and not private.is_over(party.facts, now())
    ), first as materialized (
      select invitations.*, party_guests.id as guest_id, party_guests.email
      from invitations join public.party_guests on party_guests.invitation_id = invitations.id
      where party_guests.email is not null and party_guests.answer <> 'no'
      order by facts ->> 'date', party_guests.created_at, party_guests.id limit 1000
    ), named as materialized (
      select first.*, private.mailbox_of(email) as mailbox from first
    ), believers as (
      select distinct on (named.id, lower(email)) email, facts, mailbox,
        bool_or(lower(email) = mailbox) over (partition by named.id, mailbox) as has_plain
      from named left join private.guest_facts as known on known.guest_id = named.guest_id
      where not coalesce(known.told ? 'isCancelled', named.told ? 'isCancelled') and not private.are_mails_ended(named.id, email)
      order by named.id, lower(email), email
    )
    -- Where mail knows no tags, an address with one is somebody else's or nobody's.
    select email, facts from believers where lower(email) = mailbox or not has_plain
    order by facts ->> 'date', email
  loop
    case private.count_guest_mail(host, host_address, 'change', guest.email, today, is_new, most_of_new)
      when 'host' then exit;
      when 'domain' then continue;
      when 'site' then continue;
      when 'address' then continue;
      else insert into private.guest_farewells (email, day, party) values (guest.email, today, jsonb_build_object(
        'title', guest.facts -> 'title', 'date', guest.facts -> 'date', 'time', guest.facts -> 'time', 'end', guest.facts -> 'end',
        'zone', guest.facts -> 'zone',
        'isHostNew', is_new
      ));
    end case;
  end loop;
end
$$;

-- Takes due farewells, deletes them, and returns them as {id, to, party, attempt}.
create function public.claim_guest_farewells(at timestamptz, most integer, most_of_new integer) returns jsonb
language sql
security definer
set search_path = ''
as $$
  insert into private.guest_mail_salts as kept (day, most_of_new)
    values ((now() at time zone 'UTC')::date, greatest(claim_guest_farewells.most_of_new, 0))
    on conflict (day) do update set most_of_new = excluded.most_of_new where kept.most_of_new <> excluded.most_of_new;
  with taken as (
    delete from private.guest_farewells where id in (
      select id from private.guest_farewells where due_at <= at order by due_at, id limit least(greatest(most, 0), 500)
      for update skip locked
    ) returning *
  )
  select coalesce(jsonb_agg(jsonb_build_object('id', id, 'to', email, 'party', party, 'attempt', attempts + 1) order by due_at, id), '[]')
  from taken where not private.is_over(party, at)
$$;
grant execute on function public.claim_guest_farewells(timestamptz, integer, integer) to service_role;

-- Puts back farewells that certainly no mail server took: a list of claimed mails, each with its `due_at`.
create function public.release_guest_farewells(mails jsonb) returns void
language sql
security definer
set search_path = ''
as $$
  insert into private.guest_mail_salts (day) values ((now() at time zone 'UTC')::date) on conflict do nothing;
  insert into private.guest_farewells (id, email, party, attempts, due_at, day)
    select id, "to", party, attempt, due_at, (now() at time zone 'UTC')::date
    from jsonb_to_recordset(mails) as back (id uuid, "to" text, party jsonb, attempt smallint, due_at timestamptz)
    on conflict do nothing
$$;
grant execute on function public.release_guest_farewells(jsonb) to service_role;

-- Tombstones

-- What is left of links to an invitation that is removed, with its host's account or by the host: hashes of their tokens until the day of
-- the party, so that guests who open one read that it is gone, and not that a part of it is missing.
create table private.invitation_tombstones (
  token_hash bytea primary key,
  last_day date not null,
  constraint invitation_tombstones_token_hash_check check (octet_length(token_hash) = 32)
);
create index invitation_tombstones_last_day_idx on private.invitation_tombstones (last_day);

-- Keeps the newest thousand links and guests' own links of a removed invitation, for a year at most.
create function private.keep_tombstones() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  facts constant jsonb := private.facts_of_invitation(old);
begin
  if private.is_over(facts, now()) is false then
    insert into private.invitation_tombstones (token_hash, last_day)
      select token_hash, least((facts ->> 'date')::date, private.day_in_zone(null, now()) + 366) from (
        select token_hash, created_at from private.invitation_links where invitation_id = old.id
        union all
        select own.token_hash, own.created_at from private.guest_tokens as own
        join public.party_guests as guest on guest.id = own.guest_id where guest.invitation_id = old.id
        order by created_at desc limit 1000
      ) as links
      on conflict (token_hash) do nothing;
  end if;
  return old;
end
$$;
create trigger keep_tombstones before delete on public.party_invitations
  for each row execute function private.keep_tombstones();

-- Returns whether a token opened an invitation that was removed, until the day of the party is over everywhere. Anybody may ask, as for
-- `open_invitation`.
create function public.is_invitation_gone(token text) returns boolean
language sql
stable
security definer
set search_path = ''
as $$
  select exists (
    select from private.invitation_tombstones
    where token_hash = case when octet_length(token) = 43 then sha256(convert_to(token, 'UTF8')) end
      and last_day >= private.day_in_zone(null, now())
  )
$$;
grant execute on function public.is_invitation_gone(text) to anon, authenticated;

-- Purge

-- Deletes the guests of parties that were 30 days ago in every time zone and that nobody has changed for a day, with the links, the place
-- that guests were shown, and the addresses that ended mails; keeps how many guests there were. Takes the oldest parties first, so that one
-- host's many parties do not hold up another's, and skips hosts whose guests are being changed. Takes some 2,000 guests at once, and uses
-- the database's clock: a server's clock that runs ahead must not end anything. Returns how many invitations and guests it has deleted; the
-- caller repeats until there are none.
create function public.purge_invitations(most integer) returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  -- Comparisons add nothing to the dates of rows, one of which may be the last date that PostgreSQL knows.
  before constant date := private.day_in_zone(null, now()) - 30;
  past record;
  invitation public.party_invitations;
  counts jsonb;
  invitations integer := 0;
  guests integer := 0;
  removed integer;
begin
  delete from private.guest_mail_counts as kept
    where day < (now() at time zone 'UTC')::date - 1
    or user_id <> '00000000-0000-0000-0000-000000000000'
      and not exists (select from auth.users where users.id = kept.user_id);
  delete from private.guest_mail_salts where day < (now() at time zone 'UTC')::date - 1;
  delete from private.invitation_tombstones where last_day < private.day_in_zone(null, now());
  for past in
    select kept.id, kept.user_id from public.party_invitations as kept
    left join public.birthday_celebrations as party on party.id = kept.party_id and party.user_id = kept.user_id
    -- All days that guests may know of have to be over, because a mistyped date must not end what belongs to the party.
    cross join lateral (values (
      greatest(party.celebration_date, (kept.told ->> 'date')::date, (kept.cancelled_party ->> 'date')::date)
    )) as days (last_day)
    where (preview is not null or has_link or told ->> 'location' is not null or cancelled_party ->> 'location' is not null
      or cancel_reason is not null or exists (select from public.party_guests as guest where guest.invitation_id = kept.id))
      and last_day < before
      and greatest(party.updated_at, kept.cancelled_at, '-infinity') < now() - interval '1 day'
    order by last_day, kept.id
  loop
    exit when guests >= 2000 or invitations >= least(greatest(most, 0), 1000);
    continue when not private.try_lock_guests(past.user_id);
    select * into invitation from public.party_invitations where id = past.id for no key update skip locked;
    continue when not found;
    invitations := invitations + 1;
    select jsonb_build_object(
      'yes', count(*) filter (where answer = 'yes'),
      'maybe', count(*) filter (where answer = 'maybe'),
      'no', count(*) filter (where answer = 'no'),
      'people', coalesce(sum(adults + children) filter (where answer = 'yes' and waiting_since is null), 0),
      'adults', coalesce(sum(adults) filter (where answer = 'yes' and waiting_since is null), 0),
      'children', coalesce(sum(children) filter (where answer = 'yes' and waiting_since is null), 0),
      'dogs', coalesce(sum(jsonb_array_length(dogs)) filter (where answer = 'yes' and waiting_since is null), 0)
    ) into counts from public.party_guests where invitation_id = past.id;
    delete from public.party_guests where invitation_id = past.id;
    get diagnostics removed = row_count;
    guests := guests + removed;
    delete from private.invitation_links where invitation_id = past.id;
    delete from private.guest_mail_stops where invitation_id = past.id;
    delete from private.guest_words where invitation_id = past.id;
    update public.party_invitations set
      preview = null,
      has_link = false,
      told = case when told ? 'location' then told || '{"location": null}' else told end,
      cancelled_party = (cancelled_party - 'row') || '{"location": null}',
      cancel_reason = null,
      is_on_again = false,
      -- A host may have entered guests since the last purge.
      purged_counts = case when removed = 0 then purged_counts else (
        select jsonb_object_agg(key, value::integer + coalesce((purged_counts ->> key)::integer, 0)) from jsonb_each_text(counts)
      ) end
      where id = past.id;
  end loop;
  return jsonb_build_object('invitations', invitations, 'guests', guests);
end
$$;
grant execute on function public.purge_invitations(integer) to service_role;

-- Photos and previews that no row names any more. The server deletes them by its own clock, after seven days: until then an unsaved draft,
-- a change that waits on a device without network, or an undo may bring one back.

-- When the last row that named a file was changed or deleted, for seven days. Only existing files are recorded, so there are no more rows
-- than files.
create table private.released_files (
  bucket_id text not null,
  name text not null,
  released_at timestamptz not null default now(),
  primary key (bucket_id, name)
);
create index released_files_released_at_idx on private.released_files (released_at);

-- Records that a row no longer names its file.
create function private.note_released_file() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  former constant jsonb := to_jsonb(old);
begin
  insert into private.released_files as kept (bucket_id, name)
    select file.bucket_id, file.name from storage.objects as file
    where file.bucket_id = tg_argv[0]
      and file.name = coalesce(
        former ->> 'preview', private.photo_name(coalesce(former ->> 'photo_url', former ->> 'memory_photo_url'))
      )
      and starts_with(file.name, old.user_id || '/')
  on conflict (bucket_id, name) do update set released_at = excluded.released_at;
  return null;
end
$$;
create trigger note_released_file_on_update after update of photo_url on public.dogs
  for each row when (old.photo_url is not null and new.photo_url is distinct from old.photo_url)
  execute function private.note_released_file('dog-photos');
create trigger note_released_file_on_delete after delete on public.dogs
  for each row when (old.photo_url is not null) execute function private.note_released_file('dog-photos');
create trigger note_released_file_on_update after update of memory_photo_url on public.birthday_celebrations
  for each row when (old.memory_photo_url is not null and new.memory_photo_url is distinct from old.memory_photo_url)
  execute function private.note_released_file('dog-photos');
create trigger note_released_file_on_delete after delete on public.birthday_celebrations
  for each row when (old.memory_photo_url is not null) execute function private.note_released_file('dog-photos');
create trigger note_released_file_on_update after update of preview on public.party_invitations
  for each row when (old.preview is not null and new.preview is distinct from old.preview)
  execute function private.note_released_file('invitation-previews');
create trigger note_released_file_on_delete after delete on public.party_invitations
  for each row when (old.preview is not null) execute function private.note_released_file('invitation-previews');

-- Returns the files of both buckets that no row of their owner has named for seven days, oldest first, as {bucket, name}. Only lists them,
-- because the storage service must delete the rows of storage.objects.
create function public.list_unused_files(at timestamptz, most integer) returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
begin
  delete from private.released_files where released_at < at - interval '7 days';
  return (
    with used as (
      select 'dog-photos' as bucket_id, private.photo_name(photo_url) as name, user_id from public.dogs where photo_url is not null
      union all
      select 'dog-photos', private.photo_name(memory_photo_url), user_id
      from public.birthday_celebrations where memory_photo_url is not null
      union all
      select 'invitation-previews', preview, user_id from public.party_invitations where preview is not null
    ), unused as (
      select file.bucket_id, file.name from storage.objects as file
      where file.bucket_id in ('dog-photos', 'invitation-previews') and file.created_at < at - interval '7 days'
        and not exists (
          select from used
          where used.bucket_id = file.bucket_id and used.name = file.name and starts_with(file.name, used.user_id || '/')
        )
        and not exists (
          select from private.released_files as released where released.bucket_id = file.bucket_id and released.name = file.name
        )
      order by file.created_at limit least(greatest(most, 0), 1000)
    )
    select coalesce(jsonb_agg(jsonb_build_object('bucket', bucket_id, 'name', name)), '[]') from unused
  );
end
$$;
grant execute on function public.list_unused_files(timestamptz, integer) to service_role;

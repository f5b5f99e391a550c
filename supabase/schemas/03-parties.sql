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

create policy "Owners keep celebrations of their own dogs" on public.birthday_celebrations for all to authenticated
  using (user_id = (select auth.uid()))
  with check (
    user_id = (select auth.uid())
    and exists (select from public.dogs where dogs.id = dog_id and dogs.user_id = (select auth.uid()))
  );

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

-- Refuses a time zone that PostgreSQL does not know. Tries only this zone: the view pg_timezone_names takes a tenth of a second.
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

create trigger check_limit_of_owner after insert on public.birthday_celebrations referencing new table as added
  for each statement execute function private.check_limit('owner', 'celebrations', '10000', 'Cancel a celebration before you plan another one.');
create trigger check_limit_of_dog after insert on public.birthday_celebrations referencing new table as added
  for each statement execute function private.check_limit('dog', 'celebrations', '200', 'Cancel a celebration before you plan another one.');
create trigger check_limit_of_other_dog after update of dog_id on public.birthday_celebrations
  for each row when (new.dog_id is distinct from old.dog_id)
  execute function private.check_limit('dog', 'celebrations', '200', 'Cancel a celebration before you plan another one.');

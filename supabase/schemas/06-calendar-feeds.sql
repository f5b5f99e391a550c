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

create trigger check_limit_of_owner after insert on public.calendar_feeds referencing new table as added
  for each statement execute function private.check_limit(
    'owner', 'calendar feeds', '10', 'Revoke a calendar before you make another one.'
  );

-- Creates a feed for the caller and returns its token, 43 characters of base64url, which nobody can read again.
create function public.create_calendar_feed(name text, contents text, parties boolean, alarms boolean, dog_id uuid default null)
returns text
language plpgsql
security definer
set search_path = ''
as $$
declare
  token constant text := private.mint_token();
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

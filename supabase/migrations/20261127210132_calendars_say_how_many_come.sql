-- Returns with a calendar how many come to each party, so that the calendar of a host says it, and changes when a guest answers.

set local check_function_bodies = off;

create or replace function public.calendar_feed(token text, known text[] default null) returns json
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

create or replace function private.heads_of_party(party public.birthday_celebrations) returns jsonb
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

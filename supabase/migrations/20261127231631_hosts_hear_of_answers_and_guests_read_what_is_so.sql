-- Hosts hear of answers without asking for reminders, see which mails to guests wait, and bring a called-off party back. Guests read only what
-- is so, also of an invitation that is gone. Answers from before count as told, or hosts would hear of all of them at once.

set local check_function_bodies = off;

revoke update (answer_until, answers_seen_at, bring_list, guest_list, message, most_people, place_for, preview, reminds_guests, replies_by_mail) on table public.party_invitations from authenticated;

drop trigger raise_version on public.party_invitations;

alter table private.reminder_due drop constraint reminder_due_user_id_fkey;

drop function private.reminder_time(jsonb);

drop function public.move_answer_pushes(jsonb);

drop function private.queue_own_links(uuid,text);

drop function private.put_off_guest_mails(uuid,text[],timestamp with time zone);

drop function public.make_invitation_link(uuid);

drop function private.count_guest_mail(uuid,text,text,text,date,boolean,integer);

create table private.guest_news_letters (
  user_id uuid not null,
  sent_at timestamp with time zone not null
);

create table private.invitation_tombstones (
  token_hash bytea not null,
  last_day date not null
);

alter table public.party_invitations add column host_zone text;

alter table public.party_invitations add column is_on_again boolean default false not null;

alter table public.party_invitations add column cancel_reason text;

alter table public.party_invitations add column tells_host boolean default true not null;

alter table private.guest_news add column told_at timestamp with time zone;

update private.guest_news set told_at = now();

alter table private.guest_news drop column told_day;

alter table private.guest_mails add column waits_for text;

alter table private.guest_mails add column opened_at timestamp with time zone;

create or replace function private.first_name(name text) returns text
language sql
immutable
set search_path = ''
as $$
  select coalesce(substring(name from '(?i)^(?:(?:mr|mrs|ms|mx|miss|dr|prof)\.?[\u0020\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+)?[^\u0020\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+'), name)
$$;

create or replace function private.check_names() returns trigger
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

create or replace function private.require_session() returns void
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

create or replace function public.end_own_session(session_id uuid) returns void
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

create or replace function public.create_calendar_feed(name text, contents text, parties boolean, alarms boolean, dog_id uuid default null)
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

create or replace function private.facts_of_invitation(invitation public.party_invitations) returns jsonb
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

create or replace function private.reminder_time(facts jsonb, host_zone text) returns timestamptz
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

create or replace function private.name_of_host(host uuid) returns text
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

create or replace function private.cancel_invitations() returns trigger
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

create or replace function private.take_invitations_up_again() returns trigger
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

create or replace function public.bring_party_back(party_id uuid) returns boolean
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

create or replace function private.known_zone(zone text) returns text
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

create or replace function public.make_invitation_link(party_id uuid, zone text default null) returns text
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

create or replace function public.make_guest_link(guest_id uuid) returns text
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

create or replace function private.names_for_guests(names text[]) returns jsonb
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

create or replace function private.view_invitation(token text, at timestamptz) returns jsonb
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

create or replace function private.queue_own_links(invitation_id uuid, address text, since timestamptz) returns void
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

create or replace function private.take_answer(
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

create or replace function public.ask_for_own_link(token text, address text) returns void
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

create or replace function private.count_opened_mailboxes(host uuid) returns integer
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

create or replace function private.count_guest_mail(
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

create or replace function private.end_reminders(owner uuid) returns void
language sql
set search_path = ''
as $$
  delete from private.reminder_due
  where user_id = owner and not exists (select from public.party_invitations as invitation where invitation.user_id = owner);
  update private.reminder_due
  set due_at = '-infinity', claim = claim + 1, attempts = 0, is_test_wanted = false, test_browsers = null, is_proof_wanted = false
  where user_id = owner;
$$;

create or replace function private.schedule_reminders() returns trigger
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

create or replace function private.schedule_missing_reminders() returns void
language sql
set search_path = ''
as $$
  insert into private.reminder_due (user_id, due_at, done_until, is_proof_wanted)
    select user_id, '-infinity', now(), by_mail from public.reminder_settings where by_mail or by_push
    union all
    select distinct user_id, '-infinity'::timestamptz, now(), false from public.party_invitations
    on conflict (user_id) do nothing
$$;

create or replace function public.send_test_reminder() returns void
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

create or replace function private.is_told_host(owner uuid) returns boolean
language sql
stable
set search_path = ''
as $$
  select exists (select from public.party_invitations where user_id = owner and tells_host)
$$;

create or replace function private.keep_choice_of_host() returns trigger
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

create or replace function private.look_at_host() returns trigger
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

create or replace function private.note_guest_news() returns trigger
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

create or replace function private.look_again() returns trigger
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

create or replace function public.reminder_packs(owners uuid[], at timestamptz) returns jsonb
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

create or replace function public.record_reminder_deliveries(deliveries jsonb) returns jsonb
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

create or replace function public.release_reminder_deliveries(deliveries jsonb) returns void
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

create or replace function public.record_answer_letters(letters jsonb, at timestamptz) returns jsonb
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

create or replace function public.release_answer_letters(owners uuid[], at timestamptz) returns void
language sql
security definer
set search_path = ''
as $$
  delete from private.guest_news_letters where user_id = any (owners) and sent_at = at;
  update private.guest_news set told_at = null where user_id = any (owners) and told_at = at;
$$;

create or replace function public.stop_answer_letters(owner uuid) returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.lock_guests(owner);
  update public.party_invitations set tells_host = false where user_id = owner and tells_host;
end
$$;

create or replace function public.may_mail_host(owner uuid, address text) returns boolean
language sql
stable
security definer
set search_path = ''
as $$
  select private.is_told_host(owner) and private.proven_address(owner) is not distinct from address
$$;

create or replace function private.end_outside_access() returns trigger
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

create or replace function public.note_opened_mail(token text) returns void
language sql
security definer
set search_path = ''
as $$
  update private.guest_mails as mail set opened_at = now()
  from private.guest_tokens as own
  where own.token_hash = sha256(convert_to(left(note_opened_mail.token, 43), 'UTF8')) and mail.guest_id = own.guest_id
    and mail.token_hash = own.token_hash and mail.opened_at is null
$$;

create or replace function private.group_of_mail(kind text, answer text) returns text
language sql
immutable
set search_path = ''
as $$
  select case when kind = 'reminder' then 'word' when kind = 'link' and answer = 'no' then 'link of no' else kind end
$$;

create or replace function private.rank_of_mail(kind text, answer text) returns integer
language sql
immutable
set search_path = ''
as $$
  select array_position('{"moved up",change,word,link,"link of no"}'::text[], private.group_of_mail(kind, answer))
$$;

create or replace function private.note_guest_answer() returns trigger
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

create or replace function private.note_party_change(invitation public.party_invitations, facts jsonb) returns void
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

create or replace function private.is_new_day(told jsonb, facts jsonb) returns boolean
language sql
immutable
set search_path = ''
as $$
  select not facts ? 'isCancelled' and (told -> 'date' <> facts -> 'date' or told ? 'isCancelled')
$$;

create or replace function private.queue_due_changes(at timestamptz, most integer) returns integer
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

create or replace function private.next_try(at timestamptz) returns timestamptz
language sql
immutable
set search_path = ''
as $$
  select least(at + interval '1 hour', (date_trunc('day', at at time zone 'UTC') + interval '1 day') at time zone 'UTC')
$$;

create or replace function private.put_off_guest_mails(host uuid, groups text[], reason text, at timestamptz) returns void
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

create or replace function private.put_off_strangers(host uuid, host_address text, on_day date, at timestamptz) returns void
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

create or replace function private.release_mails_of_proven() returns trigger
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

create or replace function public.claim_guest_mails(at timestamptz, most integer, most_of_new integer default 500) returns jsonb
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

create or replace function public.release_guest_mails(mails jsonb) returns void
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

create or replace function public.mails_to_guests(invitation_id uuid) returns jsonb
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

create or replace function private.queue_farewells(host uuid) returns void
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

create or replace function private.keep_tombstones() returns trigger
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

create or replace function public.is_invitation_gone(token text) returns boolean
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

create or replace function public.purge_invitations(most integer) returns jsonb
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

alter table public.party_invitations add constraint party_invitations_cancel_reason_check CHECK (cancel_reason IS NULL OR private.is_line(cancel_reason, 300));

alter table private.reminder_due add constraint reminder_due_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE;

alter table private.guest_news_letters add constraint guest_news_letters_pkey PRIMARY KEY (user_id, sent_at);

alter table private.guest_news_letters add constraint guest_news_letters_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE;

alter table private.guest_mails add constraint guest_mails_waits_for_check CHECK (waits_for = ANY (ARRAY['proof'::text, 'limit'::text]));

alter table private.invitation_tombstones add constraint invitation_tombstones_token_hash_check CHECK (octet_length(token_hash) = 32);

alter table private.invitation_tombstones add constraint invitation_tombstones_pkey PRIMARY KEY (token_hash);

CREATE INDEX invitation_tombstones_last_day_idx ON private.invitation_tombstones USING btree (last_day);

CREATE TRIGGER end_outside_access AFTER UPDATE OF encrypted_password ON auth.users FOR EACH ROW WHEN (new.encrypted_password::text IS DISTINCT FROM old.encrypted_password::text) EXECUTE FUNCTION private.end_outside_access();

CREATE TRIGGER look_again AFTER INSERT OR UPDATE OF answer ON public.party_guests FOR EACH ROW EXECUTE FUNCTION private.look_again();

CREATE TRIGGER note_guest_news_on_update AFTER UPDATE OF answered_at ON public.party_guests FOR EACH ROW WHEN (new.answered_at IS NOT NULL) EXECUTE FUNCTION private.note_guest_news();

CREATE TRIGGER note_guest_news_on_insert AFTER INSERT ON public.party_guests FOR EACH ROW WHEN (new.answered_at IS NOT NULL) EXECUTE FUNCTION private.note_guest_news();

CREATE TRIGGER keep_tombstones BEFORE DELETE ON public.party_invitations FOR EACH ROW EXECUTE FUNCTION private.keep_tombstones();

CREATE TRIGGER look_again AFTER UPDATE OF tells_host ON public.party_invitations FOR EACH ROW WHEN (new.tells_host AND NOT old.tells_host) EXECUTE FUNCTION private.look_again();

CREATE TRIGGER look_at_host AFTER INSERT ON public.party_invitations FOR EACH ROW EXECUTE FUNCTION private.look_at_host();

CREATE TRIGGER keep_choice_of_host BEFORE INSERT ON public.party_invitations FOR EACH ROW EXECUTE FUNCTION private.keep_choice_of_host();

CREATE TRIGGER raise_version BEFORE UPDATE OF place_for, guest_list, most_people, answer_until, message, reminds_guests, replies_by_mail, tells_host, bring_list, cancelled_at ON public.party_invitations FOR EACH ROW EXECUTE FUNCTION private.raise_version();

CREATE TRIGGER schedule_reminders_on_delete AFTER DELETE ON public.reminder_settings FOR EACH ROW EXECUTE FUNCTION private.schedule_reminders();

CREATE TRIGGER look_again AFTER INSERT OR UPDATE ON private.proven_addresses FOR EACH ROW EXECUTE FUNCTION private.look_again();

grant execute on function public.bring_party_back(uuid) to authenticated;

grant execute on function public.is_invitation_gone(text) to anon;

grant execute on function public.is_invitation_gone(text) to authenticated;

grant execute on function public.mails_to_guests(uuid) to authenticated;

grant execute on function public.make_invitation_link(uuid,text) to authenticated;

grant execute on function public.may_mail_host(uuid,text) to service_role;

grant execute on function public.note_opened_mail(text) to anon;

grant execute on function public.note_opened_mail(text) to authenticated;

grant execute on function public.record_answer_letters(jsonb,timestamp with time zone) to service_role;

grant execute on function public.release_answer_letters(uuid[],timestamp with time zone) to service_role;

grant execute on function public.stop_answer_letters(uuid) to service_role;

grant update (answer_until, answers_seen_at, bring_list, cancel_reason, guest_list, message, most_people, place_for, preview, reminds_guests, replies_by_mail, tells_host) on table public.party_invitations to authenticated;

-- Hosts without reminders are in the table of who is due from now on.
select private.schedule_missing_reminders();

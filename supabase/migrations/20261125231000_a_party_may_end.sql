-- A party may end at a time, because guests plan the way home and calendars the rest of the day. Guests are informed of a new end as of a
-- new start.

set local check_function_bodies = off;

drop trigger raise_version_without_place on public.birthday_celebrations;

drop trigger note_changed_party on public.birthday_celebrations;

alter table public.birthday_celebrations add column end_time time without time zone;

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
    select concat(count(*), string_agg(concat(' ', id, version), '' order by id)) from private.parties_of_feed(feed)
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
        'description', left(description, 500), 'location', location, 'createdAt', party.created_at, 'version', version
      ) order by celebration_date, party.id), '[]')
      from private.parties_of_feed(feed) as party
    )
  );
end
$$;

create or replace function private.facts_of_party(party public.birthday_celebrations) returns jsonb
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
    'host', jsonb_build_object('name', (
      -- An account may hold anything in its metadata.
      select nullif(left(raw_user_meta_data ->> 'name', 60), '') from auth.users
      where id = invitation.user_id and jsonb_typeof(raw_user_meta_data -> 'name') = 'string'
    )),
    'message', invitation.message,
    'answerUntil', invitation.answer_until,
    'preview', invitation.preview,
    'guests', case
      when state = 'cancelled' then null
      when state = 'past' and invitation.purged_counts is not null
        and not exists (select from public.party_guests as guest where guest.invitation_id = invitation.id)
      then jsonb_build_object(
        'people', coalesce(invitation.purged_counts -> 'people', '0'), 'dogs', coalesce(invitation.purged_counts -> 'dogs', '0'),
        'names', null, 'moreNames', 0, 'dogNames', null, 'moreDogNames', 0
      )
      else (
        select jsonb_build_object(
          'people', coalesce(sum(adults + children), 0), 'dogs', coalesce(sum(jsonb_array_length(dogs)), 0),
          'names', case when is_named then (
            select coalesce(jsonb_agg(
              substring(name from '^[^\u0020\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+') order by created_at, id
            ), '[]')
            from (
              select name, created_at, id from public.party_guests as coming
              where coming.invitation_id = invitation.id and coming.answer = 'yes' and coming.waiting_since is null
              order by created_at, id limit most_names
            ) as first_guests
          ) end,
          'moreNames', case when is_named then greatest(count(*) - most_names, 0) else 0 end,
          'dogNames', case when is_named then (
            select coalesce(jsonb_agg(dog_name order by created_at, id, place), '[]')
            from (
              select bringing.created_at, bringing.id, listed.place, listed.guest_dog -> 'name' as dog_name
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
      'isMailed', private.proven_address(invitation.user_id) is not null, 'isWaiting', own.waiting_since is not null,
      'isTooLarge', own.waiting_since is not null and coalesce(own.adults + own.children > invitation.most_people, false),
      'placeInLine', (
        select nullif(count(*), 0) from public.party_guests as ahead
        where ahead.invitation_id = invitation.id and (ahead.waiting_since, ahead.id) <= (own.waiting_since, own.id)
      ),
      'version', own.version
    ) end
  );
  if is_of_file then
    seen := seen || '{"message": null, "guests": null, "bringList": [], "guest": null}';
  end if;
  return jsonb_build_object(
    'version', left(encode(sha256(convert_to(seen::text, 'UTF8')), 'hex'), 32),
    'isFileOnly', is_of_file,
    'fileToken', case when own_id is not null and not is_of_file then private.file_token(token) end
  ) || seen;
end
$$;

create or replace function public.claim_guest_mails(at timestamptz, most integer, most_of_new integer default 500) returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  day constant date := (at at time zone 'UTC')::date;
  due record;
  invitation public.party_invitations;
  facts jsonb;
  seen jsonb;
  known jsonb;
  is_place_shown boolean;
  is_new boolean;
  kinds text[];
  host_address text;
  is_full text;
  put_off text[] := '{}';
  token text;
  looked integer;
  claimed jsonb := '[]';
begin
  -- Lets one transaction count at a time. One that waits for this holds nothing that the one before waits for.
  perform pg_advisory_xact_lock(20261124110000);
  -- Brings back what a clock that ran ahead has put off.
  update private.guest_mails set due_at = at where handed_at is null and due_at > at + interval '1 day';
  looked := private.queue_due_changes(at, 20);
  for due in
    select mail.id, mail.kind, mail.attempts, mail.before, guest.id as guest_id, guest.user_id, guest.invitation_id, guest.email,
      guest.answer, guest.adults, guest.children, jsonb_array_length(guest.dogs) as dogs, guest.waiting_since is not null as is_waiting
    from private.guest_mails as mail join public.party_guests as guest on guest.id = mail.guest_id
    where mail.handed_at is null and mail.due_at <= at
    -- Mails guests in the order in which they came, however many came afterwards.
    order by mail.due_at, guest.created_at, mail.id
    limit least(greatest(most, 0), 500)
    -- Locks the guest as well, or a removal of the guest and this could wait for each other.
    for update of mail skip locked for key share of guest skip locked
  loop
    looked := looked + 1;
    -- Skips what the mail for another answer has told.
    perform from private.guest_mails where id = due.id;
    continue when not found;
    continue when due.user_id || due.kind = any (put_off);
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
      or (due.kind = 'change' and (due.answer = 'no' or not private.is_news(known, seen)))
      or (due.kind <> 'change' and facts ? 'isCancelled')
      or (due.kind = 'moved up' and (due.answer <> 'yes' or due.is_waiting)) then
      if due.kind = 'change' then
        update private.guest_facts set told = facts where guest_id = due.guest_id;
      end if;
      delete from private.guest_mails where id = due.id;
      continue;
    end if;
    kinds := '{}';
    is_full := null;
    host_address := private.proven_address(due.user_id);
    is_new := exists (select from auth.users where users.id = due.user_id and users.created_at > now() - interval '7 days');
    if host_address is null then
      kinds := '{link,"moved up",change}';
    elsif due.attempts = 0 then
      is_full := private.count_guest_mail(due.user_id, host_address, due.kind, due.email, day, is_new, greatest(most_of_new, 0));
      if is_full = 'reach' then
        perform private.put_off_strangers(due.user_id, host_address, day, at);
        put_off := put_off || array(select due.user_id || kind from unnest('{link,"moved up",change}'::text[]) as kind);
        continue;
      elsif is_full = 'host' then
        kinds := case due.kind when 'change' then '{change}' else '{link,"moved up"}' end;
      end if;
    end if;
    if kinds <> '{}' then
      perform private.put_off_guest_mails(due.user_id, kinds, at);
      put_off := put_off || array(select due.user_id || kind from unnest(kinds) as kind);
      continue;
    end if;
    if is_full = 'address' then
      if due.kind = 'link' then
        delete from private.guest_mails where id = due.id;
      else
        update private.guest_mails set due_at = at + interval '1 hour' where id = due.id;
      end if;
      continue;
    end if;
    if due.kind = 'change' then
      update private.guest_facts set told = facts where guest_id = due.guest_id;
      perform private.drop_same_changes(due.guest_id, invitation, due.email, known, facts, is_place_shown);
    end if;
    token := private.mint_guest_token(due.guest_id);
    update private.guest_mails
      set handed_at = at, attempts = attempts + 1, email = due.email, token_hash = sha256(convert_to(token, 'UTF8')), before = known
      where id = due.id;
    claimed := claimed || jsonb_build_object(
      'id', due.id,
      'kind', case when due.kind = 'change' and facts ? 'isCancelled' then 'cancelled' else due.kind end,
      'to', due.email,
      'token', token,
      'attempt', due.attempts + 1,
      'party', jsonb_build_object(
        'title', facts -> 'title', 'date', facts -> 'date', 'time', facts -> 'time', 'end', facts -> 'end', 'zone', facts -> 'zone',
        'location', seen -> 'location', 'isPlaceHidden', not is_place_shown and facts ->> 'location' is not null,
        'isHostNew', is_new
      ),
      'before', case when known is not null then jsonb_build_object(
        'title', known -> 'title', 'date', known -> 'date', 'time', known -> 'time', 'end', known -> 'end', 'zone', known -> 'zone',
        'location', known -> 'location', 'isCancelled', known ? 'isCancelled'
      ) end,
      'answer', jsonb_build_object(
        'answer', due.answer, 'adults', due.adults, 'children', due.children, 'dogs', due.dogs, 'isWaiting', due.is_waiting,
        'isTooLarge', due.is_waiting and coalesce(due.adults + due.children > invitation.most_people, false)
      )
    );
  end loop;
  return jsonb_build_object('looked', looked, 'mails', claimed);
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
      when 'reach', 'address' then continue;
      else insert into private.guest_farewells (email, day, party) values (guest.email, today, jsonb_build_object(
        'title', guest.facts -> 'title', 'date', guest.facts -> 'date', 'time', guest.facts -> 'time', 'end', guest.facts -> 'end',
        'zone', guest.facts -> 'zone',
        'isHostNew', is_new
      ));
    end case;
  end loop;
end
$$;

alter table public.birthday_celebrations add constraint birthday_celebrations_end_time_check CHECK (end_time IS NULL OR celebration_time IS NOT NULL AND end_time <> celebration_time AND end_time < '24:00:00'::time without time zone AND EXTRACT(second FROM end_time) = 0::numeric);

CREATE TRIGGER note_changed_party AFTER UPDATE ON public.birthday_celebrations FOR EACH ROW WHEN (new.title IS DISTINCT FROM old.title OR new.celebration_date IS DISTINCT FROM old.celebration_date OR new.celebration_time IS DISTINCT FROM old.celebration_time OR new.end_time IS DISTINCT FROM old.end_time OR new.time_zone IS DISTINCT FROM old.time_zone OR new.location IS DISTINCT FROM old.location) EXECUTE FUNCTION private.note_changed_party();

CREATE TRIGGER raise_version_without_place AFTER UPDATE ON public.birthday_celebrations FOR EACH ROW WHEN (new.dog_id IS DISTINCT FROM old.dog_id OR new.title IS DISTINCT FROM old.title OR new.description IS DISTINCT FROM old.description OR new.celebration_date IS DISTINCT FROM old.celebration_date OR new.celebration_time IS DISTINCT FROM old.celebration_time OR new.end_time IS DISTINCT FROM old.end_time OR new.time_zone IS DISTINCT FROM old.time_zone OR (new.location IS NULL) IS DISTINCT FROM (old.location IS NULL)) EXECUTE FUNCTION private.raise_version_without_place();

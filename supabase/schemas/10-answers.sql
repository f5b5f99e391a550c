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

-- Returns only what the holder of a token may see at a moment. Names the first 50 of the dogs that come, with the sizes by which they are
-- drawn at the table, and the first 50 guests where the host wants that. It says how many more there are: all names of 500 guests with six
-- dogs each are a megabyte, for everybody who opens the link. Where guests see only numbers, no dog is named or described.
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
  are_dogs_shown boolean;
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
  are_dogs_shown := invitation.guest_list in ('dogs', 'names');
  seen := jsonb_build_object(
    'state', state,
    'calledOffWhy', case when state = 'cancelled' then invitation.cancel_reason end,
    -- Once the host removes the memory, its thanks, album and photo are gone.
    'afterwards', case when state = 'past' and party.id is not null then jsonb_build_object(
      'thanks', invitation.thanks, 'albumUrl', invitation.album_url,
      'photoUrl', case when invitation.shows_photo then party.memory_photo_url end
    ) end,
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
    ) || jsonb_strip_nulls(jsonb_build_object(
      -- The coat that the breed is known for, by the words of client/art/coats.ts, because guests are not told the breed.
      'coat', case
        when dog.breed ~* 'shepherd|malinois|spaniel|setter|beagle|norwich|norfolk|cairn|yorkshire|harlequin' then 0
        when dog.breed ~* 'west highland|maltese|bichon|samoyed|white|golden|labrador|pyrenees|fawn|mastiff|ridgeback' then 1
        when dog.breed ~* 'black|schnauzer|scottish|rottweiler|doberman|husky|malamute|newfoundland|border collie|wolfhound' then 2
      end
    )),
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
          'seatedDogs', case when are_dogs_shown then (
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
          'moreDogNames', case when are_dogs_shown then greatest(coalesce(sum(jsonb_array_length(dogs)), 0) - most_names, 0) else 0 end
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
    seen := seen || '{"calledOffWhy": null, "afterwards": null, "message": null, "guests": null, "bringList": [], "guest": null}';
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

-- Guests are reminded of a party on the day before, their host can write a word to all of them, and mails say who the host is, because they were
-- taken for spam. Invitations from before remind nobody until their party changes: their guests left the address for changes only.

set local check_function_bodies = off;

revoke update (answer_until, answers_seen_at, bring_list, guest_list, message, most_people, place_for, preview) on table public.party_invitations from authenticated;

drop trigger raise_version on public.party_invitations;

alter table private.guest_mails drop constraint guest_mails_kind_check;

create table private.guest_words (
  id uuid default gen_random_uuid() not null,
  invitation_id uuid not null,
  words text not null,
  sent_at timestamp with time zone default now() not null
);

alter table public.party_invitations add column remind_at timestamp with time zone;

alter table public.party_invitations add column reminds_guests boolean default true not null;

alter table public.party_invitations add column replies_by_mail boolean default false not null;

alter table private.guest_mails add column until timestamp with time zone;

create or replace function private.reminder_time(facts jsonb) returns timestamptz
language sql
stable
set search_path = ''
as $$
  select moment
  from (values (
    -- Computes nothing of a day that is no timestamp. Such parties have no invitation.
    case when (facts ->> 'date')::date <= date '2100-12-31' then
      ((facts ->> 'date')::date - 1 + case when facts ->> 'zone' is null then time '12:00' else time '09:00' end)
        at time zone coalesce(facts ->> 'zone', 'UTC')
    end
  )) as day_before (moment)
  where moment > now() and not facts ? 'isCancelled'
$$;

create or replace function private.name_of_host(host uuid) returns text
language sql
stable
set search_path = ''
as $$
  select nullif(left(raw_user_meta_data ->> 'name', 60), '') from auth.users
  where id = host and jsonb_typeof(raw_user_meta_data -> 'name') = 'string'
$$;

create or replace function public.make_invitation_link(party_id uuid) returns text
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
    insert into public.party_invitations (user_id, party_id, told, remind_at)
    values (caller, party.id, private.facts_of_party(party), private.reminder_time(private.facts_of_party(party))) returning * into invitation;
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

create or replace function private.count_guest_mail(
  host uuid, host_address text, mail_kind text, address text, on_day date, is_new boolean, most_of_new integer
) returns text
language plpgsql
set search_path = ''
as $$
declare
  -- Words and reminders are counted apart as well, so that they leave room for a cancellation.
  is_word constant boolean := mail_kind in ('word', 'reminder');
  nobody constant uuid := '00000000-0000-0000-0000-000000000000';
  is_change constant boolean := mail_kind = 'change';
  of_host constant text := case when is_change then 'changes' when is_word then 'words' else 'answers' end;
  to_address constant text := case when is_word then 'words' when is_change then 'news' when mail_kind = 'link' then 'links' else 'places' end;
  most_of_host constant integer := case
    when is_change then case when is_new then 80 else 700 end
    when is_word then case when is_new then 40 else 500 end
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
  is_full text;
begin
  if is_stranger and (
    most_of_new <= (select count(*) from (select from private.guest_mail_reach where day = on_day limit most_of_new) as kept)
    or domain is not null and most_of_domain <= (
      select count(*) from private.guest_mail_reach as kept where kept.day = on_day and kept.sender_hash = sender
    )
  ) then
    return 'reach';
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
    remind_at = private.reminder_time(facts)
  where id = invitation.id
$$;

create or replace function private.queue_due_reminders(at timestamptz, most integer) returns integer
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
      from public.party_guests as guest
      where guest.invitation_id = invitation.id and invitation.reminds_guests and guest.email is not null
        and guest.answer <> 'no' and guest.waiting_since is null
        and coalesce(guest.answered_at, '-infinity') < invitation.remind_at - interval '12 hours'
      order by guest.id
      on conflict (guest_id, kind) where handed_at is null do nothing;
    update public.party_invitations set remind_at = null where id = invitation.id;
  end loop;
  return settled;
end
$$;

create or replace function public.send_word_to_guests(invitation_id uuid, words text) returns integer
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
  insert into private.guest_words (invitation_id, words) values (invitation.id, send_word_to_guests.words);
  insert into private.guest_mails as kept (guest_id, kind, until)
    select id, 'word', now() + interval '1 day' from public.party_guests as guest
    where guest.invitation_id = invitation.id and guest.email is not null and guest.answer <> 'no'
    order by id
    on conflict (guest_id, kind) where handed_at is null do update set due_at = excluded.due_at, until = excluded.until, attempts = 0;
  get diagnostics guests = row_count;
  return guests;
end
$$;

create or replace function public.claim_guest_mails(at timestamptz, most integer, most_of_new integer default 500) returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  day constant date := (at at time zone 'UTC')::date;
  all_kinds constant text[] := '{link,"moved up",change,reminder,word}';
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
  looked := private.queue_due_changes(at, 20) + private.queue_due_reminders(at, 20);
  for due in
    select mail.id, mail.kind, mail.attempts, mail.until, mail.before, guest.id as guest_id, guest.user_id, guest.invitation_id, guest.email,
      guest.name, guest.answer, guest.adults, guest.children, jsonb_array_length(guest.dogs) as dogs, guest.brings,
      guest.waiting_since is not null as is_waiting
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
    if due.email is null or due.until <= at or private.is_over(facts, at) or private.are_mails_ended(due.invitation_id, due.email)
      or (due.kind = 'change' and (due.answer = 'no' or not private.is_news(known, seen)))
      or (due.kind <> 'change' and facts ? 'isCancelled')
      or (due.kind = 'moved up' and (due.answer <> 'yes' or due.is_waiting))
      or (due.kind in ('word', 'reminder') and due.answer = 'no') or (due.kind = 'reminder' and due.is_waiting) then
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
      kinds := all_kinds;
    elsif due.attempts = 0 then
      is_full := private.count_guest_mail(due.user_id, host_address, due.kind, due.email, day, is_new, greatest(most_of_new, 0));
      if is_full = 'reach' then
        perform private.put_off_strangers(due.user_id, host_address, day, at);
        put_off := put_off || array(select due.user_id || kind from unnest(all_kinds) as kind);
        continue;
      elsif is_full = 'host' then
        kinds := case
          when due.kind = 'change' then '{change}' when due.kind in ('word', 'reminder') then '{word,reminder}' else '{link,"moved up"}'
        end;
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
        'host', private.name_of_host(due.user_id), 'dog', facts -> 'dogName', 'isHostNew', is_new
      ),
      'replyTo', case when invitation.replies_by_mail then host_address end,
      'word', case when due.kind = 'word' then (
        select words from private.guest_words as sent where sent.invitation_id = invitation.id order by sent_at desc limit 1
      ) end,
      'before', case when known is not null then jsonb_build_object(
        'title', known -> 'title', 'date', known -> 'date', 'time', known -> 'time', 'end', known -> 'end', 'zone', known -> 'zone',
        'location', known -> 'location', 'isCancelled', known ? 'isCancelled'
      ) end,
      'answer', jsonb_build_object(
        -- As in reminders to hosts, the first word of a name.
        'name', substring(due.name from '^[^\u0020\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+'),
        'answer', due.answer, 'adults', due.adults, 'children', due.children, 'dogs', due.dogs, 'brings', due.brings, 'isWaiting', due.is_waiting,
        'isTooLarge', due.is_waiting and coalesce(due.adults + due.children > invitation.most_people, false)
      )
    );
  end loop;
  return jsonb_build_object('looked', looked, 'mails', claimed);
end
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
  for past in
    select kept.id, kept.user_id from public.party_invitations as kept
    left join public.birthday_celebrations as party on party.id = kept.party_id and party.user_id = kept.user_id
    -- All days that guests may know of have to be over, because a mistyped date must not end what belongs to the party.
    cross join lateral (values (
      greatest(party.celebration_date, (kept.told ->> 'date')::date, (kept.cancelled_party ->> 'date')::date)
    )) as days (last_day)
    where (preview is not null or has_link or told ->> 'location' is not null or cancelled_party ->> 'location' is not null
      or exists (select from public.party_guests as guest where guest.invitation_id = kept.id))
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
      cancelled_party = cancelled_party || '{"location": null}',
      -- A host may have entered guests since the last purge.
      purged_counts = case when removed = 0 then purged_counts else (
        select jsonb_object_agg(key, value::integer + coalesce((purged_counts ->> key)::integer, 0)) from jsonb_each_text(counts)
      ) end
      where id = past.id;
  end loop;
  return jsonb_build_object('invitations', invitations, 'guests', guests);
end
$$;

alter table private.guest_mails add constraint guest_mails_kind_check CHECK (kind = ANY (ARRAY['link'::text, 'moved up'::text, 'change'::text, 'reminder'::text, 'word'::text]));

alter table private.guest_words add constraint guest_words_words_check CHECK (char_length(words) >= 1 AND char_length(words) <= 500 AND private.is_plain(words) AND private.is_visible(words));

alter table private.guest_words add constraint guest_words_pkey PRIMARY KEY (id);

alter table private.guest_words add constraint guest_words_invitation_id_fkey FOREIGN KEY (invitation_id) REFERENCES public.party_invitations(id) ON DELETE CASCADE;

CREATE INDEX party_invitations_remind_at_idx ON public.party_invitations USING btree (remind_at) WHERE remind_at IS NOT NULL;

CREATE INDEX guest_words_invitation_id_idx ON private.guest_words USING btree (invitation_id, sent_at);

CREATE TRIGGER raise_version BEFORE UPDATE OF place_for, guest_list, most_people, answer_until, message, reminds_guests, replies_by_mail, bring_list, cancelled_at ON public.party_invitations FOR EACH ROW EXECUTE FUNCTION private.raise_version();

grant execute on function public.send_word_to_guests(uuid,text) to authenticated;

grant update (answer_until, answers_seen_at, bring_list, guest_list, message, most_people, place_for, preview, reminds_guests, replies_by_mail) on table public.party_invitations to authenticated;

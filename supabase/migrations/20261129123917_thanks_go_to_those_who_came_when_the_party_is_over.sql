-- Thanks go to those who came, once the party is over where its host is: a party without a time was over for guests only when its day had
-- passed everywhere, so a host thanked guests whose page still asked them to answer. A party that is planned anew has no thanks.

set local check_function_bodies = off;

drop function private.guests_by_address(uuid);

create or replace function private.is_over_for_guests(invitation public.party_invitations, facts jsonb, at timestamptz) returns boolean
language sql
stable
set search_path = ''
as $$
  select private.is_over(facts || jsonb_build_object('zone', coalesce(facts ->> 'zone', invitation.host_zone)), at)
$$;

create or replace function private.note_changed_party() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  -- Forgets the counts of a past party that is planned anew: it has other guests.
  update public.party_invitations as kept set purged_counts = null
  where kept.party_id = new.id and kept.user_id = new.user_id and purged_counts is not null
    and not private.is_over(private.facts_of_party(new), now());
  -- So are the thanks for it.
  update public.party_invitations as kept set thanks = null, album_url = null, shows_photo = false
  where kept.party_id = new.id and kept.user_id = new.user_id and (thanks is not null or album_url is not null or shows_photo)
    and private.is_over_for_guests(kept, private.facts_of_party(old), now())
    and not private.is_over_for_guests(kept, private.facts_of_party(new), now());
  perform private.note_party_change(kept, private.facts_of_party(new))
  from public.party_invitations as kept where kept.party_id = new.id and kept.user_id = new.user_id;
  return null;
end
$$;

create or replace function private.state_of_invitation(invitation public.party_invitations, facts jsonb, at timestamptz) returns text
language sql
stable
set search_path = ''
as $$
  select case
    when facts ? 'isCancelled' and private.is_over(facts, invitation.cancelled_at) is not true then 'cancelled'
    when private.is_over_for_guests(invitation, facts, at) then 'past'
    when invitation.answer_until < private.day_in_zone(facts ->> 'zone', at) then 'closed'
    when invitation.most_people <= private.people_of(invitation.id) then 'full'
    else 'open'
  end
$$;

create or replace function private.guests_by_address(invitation_id uuid, only_came boolean default false) returns setof public.party_guests
language sql
stable
set search_path = ''
as $$
  with addressed as materialized (
    select distinct on (lower(email)) guest, lower(email) as address, private.mailbox_of(email) as mailbox
    from public.party_guests as guest
    where guest.invitation_id = guests_by_address.invitation_id and email is not null and answer <> 'no'
      and (not only_came or answer = 'yes' and waiting_since is null)
    order by lower(email), waiting_since is not null, created_at, id
  )
  select (one.guest).* from addressed as one
  where address = mailbox or not exists (select from addressed as plain where plain.address = one.mailbox)
$$;

create or replace function public.send_word_to_guests(invitation_id uuid, words text, word_id uuid default gen_random_uuid()) returns integer
language plpgsql
security definer
set search_path = ''
as $$
declare
  most constant integer := 2;
  caller constant uuid := auth.uid();
  invitation public.party_invitations;
  facts jsonb;
  is_thanks boolean;
  guests uuid[];
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
  is_thanks := private.is_over_for_guests(invitation, facts, now());
  guests := array(select id from private.guests_by_address(invitation.id, is_thanks) order by id);
  if exists (select from private.guest_words as sent where sent.id = word_id and sent.invitation_id = invitation.id) then
    return cardinality(guests);
  end if;
  if private.proven_address(caller) is null or facts ? 'isCancelled' then
    raise exception 'a word takes a proved address, and a party that is not called off' using errcode = '42501';
  end if;
  if (select count(*) from private.guest_words as sent where sent.invitation_id = invitation.id and sent_at > now() - interval '1 day') >= most
    or is_thanks and exists (
      select from private.guest_words as sent where sent.invitation_id = invitation.id and private.is_over_for_guests(invitation, facts, sent_at)
    )
    or exists (
      select from private.guest_mails as mail join public.party_guests as guest on guest.id = mail.guest_id
      where guest.invitation_id = invitation.id and mail.kind = 'word' and mail.handed_at is null and mail.until > now()
    ) then
    raise exception 'limit reached: at most % words to guests a day, one after the other', most
      using errcode = '23514', hint = 'Try again tomorrow.', schema = 'private', table = 'guest_words', constraint = 'guest_words_limit';
  end if;
  insert into private.guest_words (id, invitation_id, words) values (word_id, invitation.id, send_word_to_guests.words);
  insert into private.guest_mails as kept (guest_id, kind, until)
    select guest, 'word', now() + interval '1 day' from unnest(guests) as guest
    on conflict (guest_id, kind) where handed_at is null do update set due_at = excluded.due_at, until = excluded.until, attempts = 0;
  return cardinality(guests);
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
  is_over boolean;
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
    is_over := private.is_over_for_guests(invitation, facts, at);
    -- After the party only thanks are mailed: a word that was written after its end.
    if due.email is null or private.are_mails_ended(due.invitation_id, due.email)
      or (is_over and not (due.kind = 'word' and private.is_over_for_guests(invitation, facts, due.until - interval '1 day')))
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
        'host', private.name_of_host(due.user_id), 'dog', facts -> 'dogName', 'isHostNew', is_new, 'isOver', is_over
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
      or coalesce(cancel_reason, thanks, album_url) is not null or exists (select from public.party_guests as guest where guest.invitation_id = kept.id))
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
      thanks = null,
      album_url = null,
      shows_photo = false,
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

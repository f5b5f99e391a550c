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

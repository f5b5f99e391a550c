-- How mails to guests are claimed, recorded and taken back. functions/delivery decides which of them go and what they say, and calls these
-- functions as `service_role`.

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

-- Returns the facts by which functions/delivery decides what becomes of a mail; null if its guest is gone.
create function private.facts_of_mail(mail private.guest_mails) returns jsonb
language sql
stable
set search_path = ''
as $$
  select jsonb_build_object(
    'id', mail.id, 'kind', mail.kind, 'attempts', mail.attempts, 'until', mail.until,
    'guest', jsonb_build_object(
      'id', guest.id, 'email', guest.email, 'name', private.first_name(guest.name), 'answer', guest.answer,
      'isWaiting', guest.waiting_since is not null, 'adults', guest.adults, 'children', guest.children,
      'dogs', jsonb_array_length(guest.dogs), 'brings', guest.brings, 'isStopped', private.are_mails_ended(invitation.id, guest.email),
      'isAgain', mail.kind = 'link' and guest.answer <> 'no' and exists (
        select from public.party_guests as other
        where other.invitation_id = invitation.id and other.id <> guest.id and lower(other.email) = lower(guest.email) and other.answer <> 'no'
      )
    ),
    'hostId', guest.user_id, 'host', private.name_of_host(guest.user_id), 'hostEmail', private.proven_address(guest.user_id),
    'hostZone', invitation.host_zone,
    'isHostNew', exists (select from auth.users where users.id = guest.user_id and users.created_at > now() - interval '7 days'),
    -- When what the host changes right now is settled, if it is news to the guest.
    'settlesAt', case when mail.kind <> 'change' and private.is_news(
      (select told from private.guest_facts as kept where kept.guest_id = guest.id), private.facts_of_invitation(invitation)
    ) then invitation.change_due_at end,
    'placeFor', invitation.place_for, 'mostPeople', invitation.most_people, 'remindsGuests', invitation.reminds_guests,
    'repliesByMail', invitation.replies_by_mail, 'cancelReason', invitation.cancel_reason,
    'party', private.facts_of_invitation(invitation),
    'known', case when mail.kind = 'change' then
      coalesce(mail.before, (select told from private.guest_facts as kept where kept.guest_id = guest.id)) end,
    'word', case when mail.kind = 'word' then (
      select words from private.guest_words as sent where sent.invitation_id = invitation.id order by sent_at desc limit 1
    ) end
  )
  from public.party_guests as guest join public.party_invitations as invitation on invitation.id = guest.invitation_id
  where guest.id = mail.guest_id
$$;

-- Leases due mails for two minutes: the most important of the 1,000 due longest. Returns how many rows it has looked at, and the facts of
-- the mails with a version of them. A change comes with the other answers that wait for it with the same address or a tag of it, and with
-- the one without its own tag (`isPlain`) if that is due as well.
create function public.claim_due_guest_mails(at timestamptz, most integer) returns jsonb
language plpgsql
security definer
set search_path = ''
set lock_timeout = '5s'
as $$
declare
  looked integer;
  ids uuid[];
begin
  -- Lets one transaction count at a time. One that waits for this holds nothing that the one before waits for.
  perform pg_advisory_xact_lock(20261124110000);
  -- Brings back what a clock that ran ahead has put off.
  update private.guest_mails set due_at = at where handed_at is null and due_at > at + interval '1 day';
  looked := private.queue_due_changes(at, 20) + private.queue_due_reminders(at, 20);
  ids := array(
    select mail.id from private.guest_mails as mail join public.party_guests as guest on guest.id = mail.guest_id
    -- The first 1,000, so that a claim costs the same however many are due.
    where mail.id in (
      select id from private.guest_mails where handed_at is null and due_at <= at order by due_at limit 1000
    )
    -- Mails guests in the order in which they came, however many came afterwards, but first those who may come: of several answers with one
    -- address, one is mailed a change. Places come first, because nobody else tells, then changes, then words and reminders, whose time
    -- passes, and last the links that guests have seen on the page.
    order by array_position('{"moved up",change,word,link,"link of no"}'::text[], private.group_of_mail(mail.kind, guest.answer)),
      mail.due_at, guest.answer = 'no', guest.created_at, mail.id
    limit least(greatest(most, 0), 500)
    for update of mail skip locked
  );
  update private.guest_mails set due_at = at + interval '2 minutes' where id = any (ids);
  return (
    -- Works out each mailbox once, not for each pair of answers.
    with changed as materialized (
      select mail.id, mail.guest_id, guest.invitation_id, lower(guest.email) as address, private.mailbox_of(guest.email) as mailbox
      from private.guest_mails as mail join public.party_guests as guest on guest.id = mail.guest_id
      where mail.id = any (ids) and mail.kind = 'change'
    ), waiting as materialized (
      select guest.id, guest.invitation_id, guest.answer, guest.waiting_since, mail.due_at, coalesce(mail.before, kept.told) as known,
        lower(guest.email) as address, private.mailbox_of(guest.email) as mailbox
      from public.party_guests as guest
      join private.guest_facts as kept on kept.guest_id = guest.id
      join private.guest_mails as mail on mail.guest_id = guest.id and mail.kind = 'change' and mail.handed_at is null
      where guest.invitation_id in (select invitation_id from changed)
    )
    select jsonb_build_object('looked', looked + cardinality(ids), 'mails', coalesce(jsonb_agg(
      facts || jsonb_build_object('version', md5(facts::text), 'others', (
        select coalesce(jsonb_agg(jsonb_build_object(
          'guest', other.id, 'answer', other.answer, 'isWaiting', other.waiting_since is not null,
          'known', other.known, 'isPlain', own.address not in (other.address, other.mailbox)
        )), '[]')
        from changed as own join waiting as other on other.invitation_id = own.invitation_id and other.id <> own.guest_id
        where own.id = mail.id and (
          own.address in (other.address, other.mailbox)
          or (other.address = own.mailbox and other.due_at <= at + interval '2 minutes')
        )
      )) order by array_position(ids, mail.id)
    ), '[]'))
    from private.guest_mails as mail cross join lateral (select private.facts_of_mail(mail) offset 0) as found (facts)
    where mail.id = any (ids) and facts is not null
  );
end
$$;
grant execute on function public.claim_due_guest_mails(timestamptz, integer) to service_role;

-- Records what was decided of claimed mails, a list of {id, version, outcome, before, tells, due_at, waits_for, alike}. For each 'mail'
-- returns {id, token} once it is recorded, or {id, full} if a limit of the day is reached. A change is told to the guests in `tells` as
-- well; `before` is what its own guest knew.
--
-- The others are dropped ('drop'), given up ('missed'), which the host can see, or wait ('wait'). When a mail waits, the host's similar due
-- mails wait with it, so that nobody else's wait behind them: all ('host'), first attempts that are counted together ('group'), or first
-- attempts to guests who were not mailed today ('strangers').
-- A mail that goes out removes those of its kind that its guest got more than a year ago, because a party may be many years ahead. One
-- whose facts have changed since, or whose guest answers right now, is due again. `most_of_new` is how many guests the site's hosts in
-- their first week may mail in a day.
create function public.record_guest_mails(decided jsonb, at timestamptz, most_of_new integer default 500) returns jsonb
language plpgsql
security definer
set search_path = ''
set lock_timeout = '5s'
as $$
declare
  day constant date := (at at time zone 'UTC')::date;
  given record;
  mail private.guest_mails;
  facts jsonb;
  host uuid;
  mail_group text;
  is_full text;
  token text;
  outcomes jsonb := '[]';
begin
  -- Takes the lock of claims, which count.
  perform pg_advisory_xact_lock(20261124110000);
  for given in
    select * from jsonb_to_recordset(decided) as listed (
      id uuid, version text, outcome text, before jsonb, tells uuid[], due_at timestamptz, waits_for text, alike text
    )
  loop
    -- Locks the guest as well, or a removal of the guest and this could wait for each other.
    select kept.* into mail from private.guest_mails as kept join public.party_guests as guest on guest.id = kept.guest_id
      where kept.id = given.id and kept.handed_at is null for update of kept skip locked for key share of guest skip locked;
    continue when not found;
    -- A server's clock that runs ahead must not end anything.
    continue when given.outcome in ('drop', 'missed') and at > now() + interval '1 week';
    -- Another mail of the host has postponed it.
    continue when given.outcome = 'wait' and mail.due_at > at + interval '2 minutes';
    -- Skips a guest who answers right now: the answer writes what the guest knows, and may wait for a mail that is locked here.
    perform from private.guest_facts where guest_id = mail.guest_id for update skip locked;
    facts := case when found or not exists (select from private.guest_facts where guest_id = mail.guest_id) then
      private.facts_of_mail(mail) end;
    if md5(facts::text) is distinct from given.version then
      update private.guest_mails set due_at = at where id = mail.id and due_at <= at + interval '2 minutes';
      continue;
    end if;
    host := facts ->> 'hostId';
    mail_group := private.group_of_mail(mail.kind, facts #>> '{guest,answer}');
    is_full := case when given.outcome = 'mail' and mail.attempts = 0 then private.count_guest_mail(
      host, facts ->> 'hostEmail', mail_group, facts #>> '{guest,email}', day, (facts ->> 'isHostNew')::boolean, greatest(most_of_new, 0)
    ) end;
    if is_full is not null then
      outcomes := outcomes || jsonb_build_object('id', mail.id, 'full', is_full);
    elsif given.outcome = 'wait' then
      update private.guest_mails set due_at = given.due_at, waits_for = given.waits_for where id in (
        select late.id from public.party_guests as guest join private.guest_mails as late on late.guest_id = guest.id
        where guest.user_id = host and late.handed_at is null and (
          late.id = mail.id or late.due_at <= at + interval '2 minutes' and case given.alike
            when 'host' then true
            when 'group' then late.attempts = 0 and private.group_of_mail(late.kind, guest.answer) = mail_group
            when 'strangers' then late.attempts = 0 and guest.email is not null
              and private.is_stranger(facts ->> 'hostEmail', guest.email, day)
          end
        )
        for update of late skip locked
      );
    elsif given.outcome in ('mail', 'missed', 'drop') then
      if mail.kind = 'change' then
        with same as (
          select other.id, other.guest_id from private.guest_mails as other join private.guest_facts as kept on kept.guest_id = other.guest_id
          where other.guest_id = any (given.tells) and other.kind = 'change' and other.handed_at is null
          for update of other, kept skip locked
        ), dropped as (
          delete from private.guest_mails where id in (select id from same)
        )
        update private.guest_facts set told = facts -> 'party' where guest_id = mail.guest_id or guest_id in (select guest_id from same);
      end if;
      if given.outcome = 'mail' then
        token := private.mint_guest_token(mail.guest_id);
        update private.guest_mails set handed_at = at, waits_for = null, attempts = attempts + 1, email = facts #>> '{guest,email}',
          token_hash = sha256(convert_to(token, 'UTF8')), before = given.before
          where id = mail.id;
        delete from private.guest_mails where guest_id = mail.guest_id and kind = mail.kind and handed_at < now() - interval '1 year';
        outcomes := outcomes || jsonb_build_object('id', mail.id, 'token', token);
      elsif given.outcome = 'missed' then
        update private.guest_mails set handed_at = at, email = null where id = mail.id;
      else
        delete from private.guest_mails where id = mail.id;
      end if;
    end if;
  end loop;
  perform private.refuse_late();
  return outcomes;
end
$$;
grant execute on function public.record_guest_mails(jsonb, timestamptz, integer) to service_role;

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
      -- Another mail has begun to wait meanwhile, and says everything since what the guest knew before this one.
      update private.guest_mails set email = null, token_hash = null where id = released.id;
      update private.guest_mails set before = released.before where id in (
        select id from private.guest_mails
        where guest_id = released.guest_id and kind = released.kind and handed_at is null for update skip locked
      );
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
    with known as (
      select guest.id as guest, private.is_news(kept.told, facts) as is_news, facts ? 'isCancelled' and kept.told ? 'isCancelled' as is_told_off
      from public.party_guests as guest join private.guest_facts as kept on kept.guest_id = guest.id
      where guest.invitation_id = invitation.id and guest.email is not null
        and (guest.answer <> 'no' or private.is_new_day(kept.told, facts))
    ), listed as (
      select distinct on (guest, kind) * from (
        select guest.id as guest, mail.kind, mail.handed_at, mail.due_at, mail.email is not null as is_sent, mail.waits_for, true as is_kept
        from public.party_guests as guest join private.guest_mails as mail on mail.guest_id = guest.id
        where guest.invitation_id = invitation.id
        union all
        select guest, 'change', null, invitation.change_due_at, false, null, false from known
        where is_news and invitation.change_due_at is not null
        union all
        select guest, 'change', invitation.cancelled_at, null, true, null, false from known where is_told_off
      ) as mails
      order by guest, kind, handed_at desc nulls first, is_kept desc
    )
    select coalesce(jsonb_agg(jsonb_build_object(
      'guest', guest, 'kind', kind, 'state', case when handed_at is null then 'waits' when is_sent then 'sent' else 'missed' end,
      'at', coalesce(handed_at, case when waits_for = 'limit'
        then (date_trunc('day', due_at at time zone 'UTC' - interval '1 second') + interval '1 day') at time zone 'UTC' else due_at end),
      'waitsFor', case when handed_at is null then case when is_proven then waits_for else 'proof' end end
    ) order by coalesce(handed_at, due_at), guest), '[]') from listed
  );
end
$$;
grant execute on function public.mails_to_guests(uuid) to authenticated;

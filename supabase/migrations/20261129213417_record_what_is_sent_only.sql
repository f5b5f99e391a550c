-- What records mails and letters waits no longer than the server that called it. A mail that says what its host is changing right now waits until
-- that is settled, an undo sees guests who answer at the same time, and a mail that was not taken passes on what its guest knew to the next one,
-- and to the farewell. At most 200,000 links of removed invitations are kept. Rows stay as they are.

set local check_function_bodies = off;

create or replace function private.refuse_late() returns void
language plpgsql
set search_path = ''
as $$
begin
  if clock_timestamp() > statement_timestamp() + interval '6 seconds' then
    raise exception 'the caller waits no longer' using errcode = '57014';
  end if;
end
$$;

create or replace function private.note_changed_party() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  -- Waits for answers that come right now, to see what their guests know.
  perform from public.party_invitations where party_id = new.id and user_id = new.user_id for no key update;
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

create or replace function public.record_reminder_deliveries(deliveries jsonb) returns jsonb
language plpgsql
security definer
set search_path = ''
set lock_timeout = '5s'
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
  perform private.refuse_late();
  return recorded;
end
$$;

create or replace function public.record_answer_letters(letters jsonb, at timestamptz) returns jsonb
language plpgsql
security definer
set search_path = ''
set lock_timeout = '5s'
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
  perform private.refuse_late();
  return to_jsonb(owners);
end
$$;

create or replace function private.facts_of_mail(mail private.guest_mails) returns jsonb
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

create or replace function public.claim_due_guest_mails(at timestamptz, most integer) returns jsonb
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

create or replace function public.record_guest_mails(decided jsonb, at timestamptz, most_of_new integer default 500) returns jsonb
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
    select first.email, first.facts
    from (
      select party.*, one.id as guest_id, one.email
      from (
        select invitation.id, invitation.told, own.facts, own.facts ->> 'date' as date from public.party_invitations as invitation
        cross join lateral (values (private.facts_of_invitation(invitation))) as own (facts)
        where invitation.user_id = host and not private.is_over(own.facts, now())
        order by date, invitation.id
      ) as party
      cross join lateral private.guests_by_address(party.id) as one
      order by party.date, party.id
      limit 1000
    ) as first
    -- A mail that tells it may have been recorded, and not taken.
    where (coalesce(
      (select before from private.guest_mails as mail where mail.guest_id = first.guest_id and kind = 'change' and handed_at is null),
      (select told from private.guest_facts as known where known.guest_id = first.guest_id),
      first.told
    ) ->> 'isCancelled')::boolean is not true
      and not private.are_mails_ended(first.id, first.email)
    order by first.date, first.id
  loop
    case private.count_guest_mail(host, host_address, 'change', guest.email, today, is_new, most_of_new)
      when 'host' then exit;
      when 'domain', 'site', 'address' then continue;
      else insert into private.guest_farewells (email, day, party) values (guest.email, today, jsonb_build_object(
        'title', guest.facts -> 'title', 'date', guest.facts -> 'date', 'time', guest.facts -> 'time', 'end', guest.facts -> 'end',
        'zone', guest.facts -> 'zone',
        'isHostNew', is_new
      ));
    end case;
  end loop;
end
$$;

create or replace function public.claim_guest_farewells(at timestamptz, most integer, most_of_new integer) returns jsonb
language sql
security definer
set search_path = ''
set lock_timeout = '5s'
as $$
  insert into private.guest_mail_salts as kept (day, most_of_new)
    values ((now() at time zone 'UTC')::date, greatest(claim_guest_farewells.most_of_new, 0))
    on conflict (day) do update set most_of_new = excluded.most_of_new where kept.most_of_new <> excluded.most_of_new;
  with taken as (
    delete from private.guest_farewells where id in (
      select id from private.guest_farewells where due_at <= at order by due_at, id limit least(greatest(most, 0), 500)
      for update skip locked
    ) returning *
  )
  select coalesce(jsonb_agg(jsonb_build_object('id', id, 'to', email, 'party', party, 'attempt', attempts + 1) order by due_at, id), '[]')
  from taken where not private.is_over(party, at)
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
  -- Owners may remove invitations without end.
  delete from private.invitation_tombstones where last_day < private.day_in_zone(null, now()) or token_hash in (
    select token_hash from private.invitation_tombstones order by last_day offset 200000
  );
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

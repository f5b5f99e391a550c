-- How reminders are claimed, recorded and sent. The handler calls these functions as `service_role`, with the time of its own clock.

-- Reminders that were handed over. A reminder is recorded first and handed over second, so neither a crash nor a second server sends it
-- twice.
create table private.reminder_deliveries (
  user_id uuid not null references auth.users (id) on delete cascade,
  -- The owner's own calendar day.
  day date not null,
  channel text not null,
  recorded_at timestamptz not null default now(),
  -- The browsers that a recorded reminder has not been sent to yet; null if no handler has left any.
  browsers_left uuid[],
  primary key (user_id, day, channel),
  constraint reminder_deliveries_channel_check check (channel in ('mail', 'push'))
);

-- Guests' answers that are still missing from the reminders of their host, and those that a reminder named on a day.
create table private.guest_news (
  guest_id uuid primary key references public.party_guests (id) on delete cascade,
  user_id uuid not null,
  arrived_at timestamptz not null default now(),
  -- The day, in the host's time zone, of the digest that named it.
  told_day date
);
create index guest_news_user_id_idx on private.guest_news (user_id, arrived_at);

-- Claims due owners, those due longest first, for two minutes; for longer after each attempt that did not end. Concurrent handlers get
-- different owners.
--
-- Tests and changes are due by any clock, so they have a queue of their own, in the order in which they were made. They take at most half
-- of the places while the other queue can fill the rest. A test is claimed once: the handler that claims it sends it, or it is lost.
-- Separate calls read the owners' data, so an owner whose data cannot be read has been claimed, and waits longer each time.
create function public.claim_due_reminders(at timestamptz, most integer) returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  places constant integer := least(greatest(most, 0), 1000);
  claimed jsonb;
begin
  -- Brings back what a clock that ran ahead has put off.
  update private.reminder_due set due_at = '-infinity', done_until = at where done_until > at + interval '1 hour';
  with scheduled as (
    select user_id, is_test_wanted, test_browsers, is_proof_wanted from private.reminder_due
    where due_at > '-infinity' and due_at <= at
    order by due_at
    limit places - (
      select count(*) from (
        select from private.reminder_due where due_at = '-infinity' limit (places + 1) / 2
      ) as waiting
    )
    for update skip locked
  ), changed as (
    select user_id, is_test_wanted, test_browsers, is_proof_wanted from private.reminder_due
    where due_at = '-infinity'
    order by changed_at
    limit places - (select count(*) from scheduled)
    for update skip locked
  ), due as (
    select * from scheduled union all select * from changed
  ), taken as (
    update private.reminder_due as kept
    set claim = kept.claim + 1, attempts = kept.attempts + 1, is_test_wanted = false, test_browsers = null, is_proof_wanted = false,
      due_at = at + interval '2 minutes' * power(2, least(kept.attempts, 8))
    from due where kept.user_id = due.user_id
    returning kept.user_id, kept.claim, kept.done_until, due.is_test_wanted, due.test_browsers, due.is_proof_wanted
  )
  select coalesce(jsonb_agg(jsonb_build_object(
    'user_id', user_id, 'claim', claim, 'done_until', done_until, 'is_test', is_test_wanted, 'test_browsers', test_browsers,
    'is_proof_wanted', is_proof_wanted
  )), '[]')
  into claimed
  from taken;
  return claimed;
end
$$;
grant execute on function public.claim_due_reminders(timestamptz, integer) to service_role;

-- Returns the data for the reminders of some owners. Callers ask for a few owners at a time, because a pack may be large. Contains the
-- parties that the handler looks ahead to, and guests' answers since the host was last informed, unless the host has looked at them: the
-- first word of each name, and never an address. Repeats what was told today, in case a message is handed over again.
create function public.reminder_packs(owners uuid[], at timestamptz) returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  return (select coalesce(jsonb_agg(jsonb_build_object(
    'user_id', settings.user_id,
    'email', case when settings.by_mail then private.proven_address(settings.user_id) end,
    'settings', jsonb_build_object(
      'time_zone', settings.time_zone, 'hour', settings.hour, 'days_before', settings.days_before
    ),
    'dogs', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', dog.id, 'name', dog.name, 'size', dog.size, 'birth_date', dog.birth_date, 'birth_precision', dog.birth_precision,
        'gotcha_date', dog.gotcha_date, 'died_on', dog.died_on
      ) order by dog.created_at, dog.id), '[]')
      from public.dogs as dog where dog.user_id = settings.user_id
    ),
    'parties', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'dog_id', party.dog_id, 'title', party.title, 'celebration_date', party.celebration_date,
        'celebration_time', party.celebration_time, 'time_zone', party.time_zone
      ) order by party.celebration_date, party.created_at, party.id), '[]')
      from (
        select * from public.birthday_celebrations as planned
        where planned.user_id = settings.user_id
          and planned.celebration_date between (at at time zone 'UTC')::date - 1 and (at at time zone 'UTC')::date + 45
        order by planned.celebration_date, planned.created_at, planned.id limit 200
      ) as party
    ),
    'replies', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'guest_id', guest.id, 'dog_id', party.dog_id, 'party_id', party.id, 'party_title', party.title,
        'name', coalesce(substring(guest.name from '^[^\u0020\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+'), guest.name),
        'answer', guest.answer, 'is_waiting', guest.waiting_since is not null, 'arrived_at', news.arrived_at,
        'pushed_at', invitation.answers_pushed_at
      ) order by news.arrived_at, guest.id), '[]')
      from (
        select * from private.guest_news as waiting
        where waiting.user_id = settings.user_id and waiting.arrived_at > at - interval '30 days'
          and (waiting.told_day is null or waiting.told_day = private.day_in_zone(settings.time_zone, at))
        order by waiting.arrived_at, waiting.guest_id limit 1000
      ) as news
      join public.party_guests as guest on guest.id = news.guest_id
      join public.party_invitations as invitation on invitation.id = guest.invitation_id and invitation.answers_seen_at < news.arrived_at
      join public.birthday_celebrations as party on party.id = invitation.party_id and party.user_id = invitation.user_id
    ),
    'subscriptions', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', push.id, 'endpoint', push.endpoint, 'p256dh', push.p256dh, 'auth', push.auth
      )), '[]')
      from public.push_subscriptions as push where push.user_id = settings.user_id and settings.by_push
    )
  )), '[]')
  from public.reminder_settings as settings where settings.user_id = any (owners));
end
$$;
grant execute on function public.reminder_packs(uuid[], timestamptz) to service_role;

-- Records deliveries, a list of {user_id, day, channel, replies}, and returns those that may be sent, as {user_id, day, channel, browsers}:
-- the owner still wants them, and either nobody has recorded them before (browsers is null) or a handler has left these browsers. Guests'
-- answers in a delivery count as told from then on.
create function public.record_reminder_deliveries(deliveries jsonb) returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  recorded jsonb;
begin
  with wanted as (
    select wanted.user_id, wanted.day, wanted.channel, wanted.replies
    from jsonb_to_recordset(deliveries) as wanted (user_id uuid, day date, channel text, replies uuid[])
    join public.reminder_settings as settings on settings.user_id = wanted.user_id
      and case wanted.channel when 'mail' then settings.by_mail else settings.by_push end
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
  ), told as (
    update private.guest_news as news set told_day = added.day
    from added join wanted on (wanted.user_id, wanted.day, wanted.channel) = (added.user_id, added.day, added.channel)
    where news.user_id = added.user_id and news.guest_id = any (wanted.replies)
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
grant execute on function public.record_reminder_deliveries(jsonb) to service_role;

-- Takes back deliveries, a list of {user_id, day, channel, browsers}, that have certainly not arrived: the given browsers are left to be
-- sent to, and a delivery without browsers was sent to nobody. Guests' answers that no other channel has told that day are told again.
create function public.release_reminder_deliveries(deliveries jsonb) returns void
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
  update private.guest_news as news set told_day = null
  from jsonb_to_recordset(deliveries) as released (user_id uuid, day date)
  where news.user_id = released.user_id and news.told_day = released.day and not exists (
    select from private.reminder_deliveries as other where other.user_id = released.user_id and other.day = released.day
  );
$$;
grant execute on function public.release_reminder_deliveries(jsonb) to service_role;

-- Moves the moment until which a push message has told the answers to a party: a list of {user_id, party_id, former, next}. Returns those that it
-- has moved, as {party_id, pushed_at}: the owner still wants push messages, and nobody has moved it since it was `former`. So of several handlers
-- one tells the answers, and it can move the moment back if its message has certainly not arrived. A clock that runs ahead hides no answers.
create function public.move_answer_pushes(moves jsonb) returns jsonb
language sql
security definer
set search_path = ''
as $$
  with wanted as (
    select invitation.id, move.former, move.next
    from jsonb_to_recordset(moves) as move (user_id uuid, party_id uuid, former timestamptz, next timestamptz)
    join public.party_invitations as invitation on (invitation.user_id, invitation.party_id) = (move.user_id, move.party_id)
    join public.reminder_settings as settings on settings.user_id = invitation.user_id and settings.by_push
    -- Takes the locks in the order in which changes of guests take them.
    order by invitation.id for no key update of invitation
  ), moved as (
    update public.party_invitations as kept set answers_pushed_at = case when wanted.next is not null then least(wanted.next, now()) end
    from wanted where kept.id = wanted.id and kept.answers_pushed_at is not distinct from wanted.former
    returning kept.party_id, kept.answers_pushed_at
  )
  select coalesce(jsonb_agg(jsonb_build_object('party_id', party_id, 'pushed_at', answers_pushed_at)), '[]') from moved
$$;
grant execute on function public.move_answer_pushes(jsonb) to service_role;

-- Ends claims, a list of {user_id, claim, due_at, done_until, is_test, test_browsers}: the last two say that a test is still to be sent,
-- and to which browsers only. An owner who has changed something since is already due again.
create function public.finish_reminders(looks jsonb) returns void
language sql
security definer
set search_path = ''
as $$
  update private.reminder_due as kept
  set due_at = look.due_at, done_until = look.done_until, attempts = 0,
    is_test_wanted = coalesce(look.is_test, false), test_browsers = look.test_browsers
  from jsonb_to_recordset(looks) as look (
    user_id uuid, claim bigint, due_at timestamptz, done_until timestamptz, is_test boolean, test_browsers uuid[]
  )
  where kept.user_id = look.user_id and kept.claim = look.claim
$$;
grant execute on function public.finish_reminders(jsonb) to service_role;

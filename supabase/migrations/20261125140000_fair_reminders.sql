-- Reminders that come on time for everybody. Tests and changes are looked at in the order in which they were made, and take at most half
-- of a claim while others are due. What a handler had no time for is kept by browser, so that it can be sent later and nothing twice.

alter table private.reminder_due
  -- Since when a test or a change waits to be looked at.
  add column changed_at timestamptz not null default now(),
  -- The browsers that a test has not been sent to yet; null while it has been sent nowhere.
  add column test_browsers uuid[];
create index reminder_due_changed_at_idx on private.reminder_due (changed_at) where due_at = '-infinity';

-- The browsers that a recorded reminder has not been sent to yet; null when no handler has left any.
alter table private.reminder_deliveries add column browsers_left uuid[];

create function private.note_reminder_change() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  new.changed_at := now();
  return new;
end
$$;
-- Who changes something again while it waits keeps the place in line.
create trigger note_reminder_change before update of due_at on private.reminder_due
  for each row when (new.due_at = '-infinity' and old.due_at > '-infinity') execute function private.note_reminder_change();

-- Asks for one reminder right away, by the channels that the caller has chosen: at most five an hour.
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
  if not exists (select from private.reminder_due where user_id = caller) then
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

-- Claims those who are due, those longest due first, for two minutes; for longer after each attempt that did not end. Of several
-- handlers at once each gets others. Tests and changes are due at any clock, so they have a line of their own, and at most half of the
-- places while the other line has enough to fill the rest. A test is asked for once: the handler that claims it sends it, or it is lost.
-- What is known of the owners is read by calls of its own, so that an owner of whom it cannot be read has been claimed, and waits longer
-- each time.
create or replace function public.claim_due_reminders(at timestamptz, most integer) returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  places constant integer := least(greatest(most, 0), 1000);
  claimed jsonb;
begin
  -- Put off by a clock that ran ahead.
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

-- Records deliveries, a list of {user_id, day, channel, replies}, and answers those that may be sent, as {user_id, day, channel,
-- browsers}: the owner still wants them, and either nobody has recorded them before (browsers is null) or a handler has left these
-- browsers. Guests whose answers a delivery tells have been told of from then on.
create or replace function public.record_reminder_deliveries(deliveries jsonb) returns jsonb
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
  -- Of the same owners: the work grows with who is due.
  delete from private.reminder_deliveries as old using (
    select user_id, min(day) as day from jsonb_to_recordset(deliveries) as wanted (user_id uuid, day date) group by user_id
  ) as latest
  where old.user_id = latest.user_id and old.day < latest.day - 7;
  return recorded;
end
$$;

-- Takes deliveries back, a list of {user_id, day, channel, browsers}: of one with browsers these are left to be sent to, and one without
-- was sent to nobody. Answers that were told by no other channel of the day are told again.
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
  update private.guest_news as news set told_day = null
  from jsonb_to_recordset(deliveries) as released (user_id uuid, day date)
  where news.user_id = released.user_id and news.told_day = released.day and not exists (
    select from private.reminder_deliveries as other where other.user_id = released.user_id and other.day = released.day
  );
$$;

-- Ends claims, a list of {user_id, claim, due_at, done_until, is_test, test_browsers}: the last two say that a test is still to be sent,
-- and to which browsers only. Who has changed something since is due again already.
create or replace function public.finish_reminders(looks jsonb) returns void
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

-- By name, because hosted Supabase grants new functions to each of its roles.
revoke all on function private.note_reminder_change() from public, anon, authenticated, service_role;

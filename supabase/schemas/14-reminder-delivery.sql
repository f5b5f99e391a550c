-- How reminders are claimed, recorded and sent. The handler calls these functions as `service_role`, with the time of its own clock.

-- Reminders that were handed over. Each is recorded first and handed over second, so neither a crash nor a second server sends it twice.
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

-- Guests' answers of which their host was not told yet, and when the host was told of the others.
create table private.guest_news (
  guest_id uuid primary key references public.party_guests (id) on delete cascade,
  user_id uuid not null,
  arrived_at timestamptz not null default now(),
  told_at timestamptz
);
create index guest_news_user_id_idx on private.guest_news (user_id, arrived_at);

-- When hosts were told of answers, for two days. It is recorded before the mail or push is handed over.
create table private.guest_news_letters (
  user_id uuid not null references auth.users (id) on delete cascade,
  sent_at timestamptz not null,
  primary key (user_id, sent_at)
);

-- Returns whether an owner is a host who is told of answers.
create function private.is_told_host(owner uuid) returns boolean
language sql
stable
set search_path = ''
as $$
  select exists (select from public.party_invitations where user_id = owner and tells_host)
$$;

-- Lets a new invitation tell its host of answers, or not, as the one before it.
create function private.keep_choice_of_host() returns trigger
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
create trigger keep_choice_of_host before insert on public.party_invitations
  for each row execute function private.keep_choice_of_host();

-- From the first invitation on, looks at its host, and asks for a proof of the address: mails to guests and to the host wait for it.
create function private.look_at_host() returns trigger
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
create trigger look_at_host after insert on public.party_invitations
  for each row execute function private.look_at_host();

-- Collects an answer for its host, whom the next look tells.
create function private.note_guest_news() returns trigger
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
create trigger note_guest_news_on_insert after insert on public.party_guests
  for each row when (new.answered_at is not null) execute function private.note_guest_news();
create trigger note_guest_news_on_update after update of answered_at on public.party_guests
  for each row when (new.answered_at is not null) execute function private.note_guest_news();

-- Looks again at the owner of a row, because there may be something else to tell, or sooner.
create function private.look_again() returns trigger
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
-- Also for guests whom the host enters: they make a party one whose host is told on its day.
create trigger look_again after insert or update of answer on public.party_guests
  for each row execute function private.look_again();
create trigger look_again after update of tells_host on public.party_invitations
  for each row when (new.tells_host and not old.tells_host) execute function private.look_again();

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
    returning kept.user_id, kept.claim, kept.done_until, due.is_test_wanted as is_test, due.test_browsers, due.is_proof_wanted
  )
  select coalesce(jsonb_agg(to_jsonb(taken)), '[]') into claimed from taken;
  return claimed;
end
$$;
grant execute on function public.claim_due_reminders(timestamptz, integer) to service_role;

-- Returns the data for the reminders of some owners, and of hosts. Callers ask for a few owners at a time, because a pack may be large. Contains the
-- parties that the handler looks ahead to, who comes to those of these days, and guests' answers of which the host was not told: the first
-- word of each name, and never an address. An answer that the host has looked at is left out, except before the host was ever told of
-- answers to that party. A host without reminders has no days before, and lives in the time zone of the next party, or if that has no time,
-- of the device that invited to it.
create function public.reminder_packs(owners uuid[], at timestamptz) returns jsonb
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
    'is_told_host', private.is_told_host(due.user_id),
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
      select coalesce(jsonb_agg(to_jsonb(dog) - 'created_at' order by created_at, id), '[]') from (
        select id, name, size, birth_date, birth_precision, gotcha_date, died_on, created_at from public.dogs where user_id = due.user_id
      ) as dog
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
        'dog', case when guest.answer = 'yes' and guest.waiting_since is null and guest.dogs <> '[]' then
          private.first_name(guest.dogs -> 0 ->> 'name')
        end,
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
      select coalesce(jsonb_agg(to_jsonb(push)), '[]') from (
        select id, endpoint, p256dh, auth from public.push_subscriptions where user_id = settings.user_id and settings.by_push
      ) as push
    )
  )), '[]')
  from private.reminder_due as due left join public.reminder_settings as settings on settings.user_id = due.user_id
  where due.user_id = any (owners));
end
$$;
grant execute on function public.reminder_packs(uuid[], timestamptz) to service_role;

-- Records deliveries, a list of {user_id, day, channel}, and returns those that may be sent, as {user_id, day, channel, browsers}: the owner
-- still wants them, and either nobody has recorded them before (browsers is null) or a handler has left these browsers. A host without
-- reminders is mailed on the day of a party.
create function public.record_reminder_deliveries(deliveries jsonb) returns jsonb
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
grant execute on function public.record_reminder_deliveries(jsonb) to service_role;

-- Takes back deliveries, a list of {user_id, day, channel, browsers}, that have certainly not arrived: the given browsers are left to be
-- sent to, and a delivery without browsers was sent to nobody.
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
$$;
grant execute on function public.release_reminder_deliveries(jsonb) to service_role;

-- Records letters about answers, a list of {user_id, guests, until}, as handed over at a moment. Returns the owners of those that may be
-- sent: of several handlers one tells an answer. An answer that was changed after `until` is not told by it.
create function public.record_answer_letters(letters jsonb, at timestamptz) returns jsonb
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
grant execute on function public.record_answer_letters(jsonb, timestamptz) to service_role;

-- Takes back the letters about answers to some owners that were recorded at a moment and have certainly not arrived.
create function public.release_answer_letters(owners uuid[], at timestamptz) returns void
language sql
security definer
set search_path = ''
as $$
  delete from private.guest_news_letters where user_id = any (owners) and sent_at = at;
  update private.guest_news set told_at = null where user_id = any (owners) and told_at = at;
$$;
grant execute on function public.release_answer_letters(uuid[], timestamptz) to service_role;

-- Ends letters about answers for the host who follows the link in one of them. Does nothing if they are off.
create function public.stop_answer_letters(owner uuid) returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.lock_guests(owner);
  update public.party_invitations set tells_host = false where user_id = owner and tells_host;
end
$$;
grant execute on function public.stop_answer_letters(uuid) to service_role;

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

-- Tells every host of answers, by push or mail, whether or not they asked for reminders. So the table of who is due has hosts, too. Answers from
-- before count as told, or hosts would hear of all of them at once.

set local check_function_bodies = off;

revoke update (answer_until, answers_seen_at, bring_list, cancel_reason, guest_list, message, most_people, place_for, preview, reminds_guests, replies_by_mail) on table public.party_invitations from authenticated;

drop trigger raise_version on public.party_invitations;

alter table private.reminder_due drop constraint reminder_due_user_id_fkey;

drop function public.move_answer_pushes(jsonb);

create table private.guest_news_letters (
  user_id uuid not null,
  sent_at timestamp with time zone not null
);

alter table public.party_invitations add column tells_host boolean default true not null;

alter table private.guest_news add column told_at timestamp with time zone;
update private.guest_news set told_at = now();
alter table private.guest_news drop column told_day;

create or replace function private.end_reminders(owner uuid) returns void
language sql
set search_path = ''
as $$
  delete from private.reminder_due
  where user_id = owner and not exists (select from public.party_invitations as invitation where invitation.user_id = owner);
  update private.reminder_due
  set due_at = '-infinity', claim = claim + 1, attempts = 0, is_test_wanted = false, test_browsers = null, is_proof_wanted = false
  where user_id = owner;
$$;

create or replace function private.schedule_reminders() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  if tg_op = 'DELETE' then
    perform private.end_reminders(old.user_id);
  elsif new.by_mail or new.by_push then
    insert into private.reminder_due as kept (user_id, due_at, done_until, is_proof_wanted)
      values (new.user_id, '-infinity', now(), new.by_mail)
      on conflict (user_id) do update set due_at = '-infinity', claim = kept.claim + 1, attempts = 0,
        is_proof_wanted = excluded.is_proof_wanted,
        done_until = case
          when tg_op = 'UPDATE' and (new.time_zone, new.hour) is not distinct from (old.time_zone, old.hour) then kept.done_until
          else greatest(kept.done_until, excluded.done_until)
        end;
  else
    perform private.end_reminders(new.user_id);
  end if;
  return null;
end
$$;

create or replace function private.schedule_missing_reminders() returns void
language sql
set search_path = ''
as $$
  insert into private.reminder_due (user_id, due_at, done_until, is_proof_wanted)
    select user_id, '-infinity', now(), by_mail from public.reminder_settings where by_mail or by_push
    union all
    select distinct user_id, '-infinity'::timestamptz, now(), false from public.party_invitations
    on conflict (user_id) do nothing
$$;

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
  if not exists (select from public.reminder_settings where user_id = caller and (by_mail or by_push)) then
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

create or replace function private.is_told_host(owner uuid) returns boolean
language sql
stable
set search_path = ''
as $$
  select exists (select from public.party_invitations where user_id = owner and tells_host)
$$;

create or replace function private.keep_choice_of_host() returns trigger
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

create or replace function private.look_at_host() returns trigger
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

create or replace function private.note_guest_news() returns trigger
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
  update private.reminder_due set due_at = '-infinity', claim = claim + 1, attempts = 0
    where user_id = new.user_id and due_at > '-infinity';
  return null;
end
$$;

create or replace function private.first_word(name text) returns text
language sql
immutable
set search_path = ''
as $$
  select coalesce(substring(name from '^[^\u0020\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+'), name)
$$;

create or replace function public.reminder_packs(owners uuid[], at timestamptz) returns jsonb
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
    'settings', jsonb_build_object(
      'time_zone', coalesce(settings.time_zone, (
        select party.time_zone from public.birthday_celebrations as party
        where party.user_id = due.user_id and party.celebration_date >= today - 1 and party.time_zone is not null
        order by party.celebration_date, party.created_at, party.id limit 1
      ), 'UTC'),
      'hour', coalesce(settings.hour, 8),
      'days_before', case when settings.by_mail or settings.by_push then settings.days_before else '{}' end
    ),
    'dogs', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', dog.id, 'name', dog.name, 'size', dog.size, 'birth_date', dog.birth_date, 'birth_precision', dog.birth_precision,
        'gotcha_date', dog.gotcha_date, 'died_on', dog.died_on
      ) order by dog.created_at, dog.id), '[]')
      from public.dogs as dog where dog.user_id = due.user_id
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
            'name', private.first_word(guest.name), 'adults', guest.adults, 'children', guest.children,
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
        'name', private.first_word(guest.name),
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
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', push.id, 'endpoint', push.endpoint, 'p256dh', push.p256dh, 'auth', push.auth
      )), '[]')
      from public.push_subscriptions as push where push.user_id = settings.user_id and settings.by_push
    )
  )), '[]')
  from private.reminder_due as due left join public.reminder_settings as settings on settings.user_id = due.user_id
  where due.user_id = any (owners));
end
$$;

create or replace function public.record_reminder_deliveries(deliveries jsonb) returns jsonb
language plpgsql
security definer
set search_path = ''
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
  return recorded;
end
$$;

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
$$;

create or replace function public.record_answer_letters(letters jsonb, at timestamptz) returns jsonb
language plpgsql
security definer
set search_path = ''
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
  return to_jsonb(owners);
end
$$;

create or replace function public.release_answer_letters(owners uuid[], at timestamptz) returns void
language sql
security definer
set search_path = ''
as $$
  delete from private.guest_news_letters where user_id = any (owners) and sent_at = at;
  update private.guest_news set told_at = null where user_id = any (owners) and told_at = at;
$$;

create or replace function public.stop_answer_letters(owner uuid) returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.lock_guests(owner);
  update public.party_invitations set tells_host = false where user_id = owner and tells_host;
end
$$;

create or replace function private.look_at_proven_owner() returns trigger
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

create or replace function public.may_mail_host(owner uuid, address text) returns boolean
language sql
stable
security definer
set search_path = ''
as $$
  select private.is_told_host(owner) and private.proven_address(owner) is not distinct from address
$$;

create or replace function private.note_guest_answer() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  if new.email is not null then
    if tg_op = 'INSERT' or new.email is distinct from old.email then
      perform private.queue_guest_mail(new.id, 'link');
    end if;
    insert into private.guest_facts (guest_id, told)
      select new.id, private.facts_of_invitation(invitation) from public.party_invitations as invitation where id = new.invitation_id
      on conflict (guest_id) do update set told = excluded.told;
  end if;
  return null;
end
$$;

alter table private.reminder_due add constraint reminder_due_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE;

alter table private.guest_news_letters add constraint guest_news_letters_pkey PRIMARY KEY (user_id, sent_at);

alter table private.guest_news_letters add constraint guest_news_letters_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE;

CREATE TRIGGER note_guest_news_on_update AFTER UPDATE OF answered_at ON public.party_guests FOR EACH ROW WHEN (new.answered_at IS NOT NULL) EXECUTE FUNCTION private.note_guest_news();

CREATE TRIGGER note_guest_news_on_insert AFTER INSERT ON public.party_guests FOR EACH ROW WHEN (new.answered_at IS NOT NULL) EXECUTE FUNCTION private.note_guest_news();

CREATE TRIGGER look_at_host AFTER INSERT ON public.party_invitations FOR EACH ROW EXECUTE FUNCTION private.look_at_host();

CREATE TRIGGER keep_choice_of_host BEFORE INSERT ON public.party_invitations FOR EACH ROW EXECUTE FUNCTION private.keep_choice_of_host();

CREATE TRIGGER raise_version BEFORE UPDATE OF place_for, guest_list, most_people, answer_until, message, reminds_guests, replies_by_mail, tells_host, bring_list, cancelled_at ON public.party_invitations FOR EACH ROW EXECUTE FUNCTION private.raise_version();

CREATE TRIGGER schedule_reminders_on_delete AFTER DELETE ON public.reminder_settings FOR EACH ROW EXECUTE FUNCTION private.schedule_reminders();

CREATE TRIGGER look_at_proven_owner AFTER INSERT OR UPDATE ON private.proven_addresses FOR EACH ROW EXECUTE FUNCTION private.look_at_proven_owner();

grant execute on function public.may_mail_host(uuid,text) to service_role;

grant execute on function public.record_answer_letters(jsonb,timestamp with time zone) to service_role;

grant execute on function public.release_answer_letters(uuid[],timestamp with time zone) to service_role;

grant execute on function public.stop_answer_letters(uuid) to service_role;

grant update (answer_until, answers_seen_at, bring_list, cancel_reason, guest_list, message, most_people, place_for, preview, reminds_guests, replies_by_mail, tells_host) on table public.party_invitations to authenticated;

select private.schedule_missing_reminders();

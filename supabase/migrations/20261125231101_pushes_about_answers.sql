-- Tells hosts of answers by push between two reminders, at most once an hour for each party, because until now the digest of the next day was the
-- first to tell them outside the app.

set local check_function_bodies = off;

alter table public.party_invitations add column answers_pushed_at timestamp with time zone;

create or replace function public.reminder_packs(owners uuid[], at timestamptz) returns jsonb
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

create or replace function public.move_answer_pushes(moves jsonb) returns jsonb
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

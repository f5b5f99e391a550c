-- A host reads which dog sits down.

set local check_function_bodies = off;

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

-- A host of the first week may mail more once guests have opened what was mailed.

set local check_function_bodies = off;

alter table private.guest_mails add column opened_at timestamp with time zone;

create or replace function private.view_invitation(token text, at timestamptz) returns jsonb
language plpgsql
stable
set search_path = ''
as $$
declare
  found_id uuid;
  own_id uuid;
  is_of_file boolean;
  invitation public.party_invitations;
  party public.birthday_celebrations;
  own public.party_guests;
  dog public.dogs;
  facts jsonb;
  state text;
  may_see_place boolean;
  is_place_told boolean;
  is_place_shown boolean;
  is_named boolean;
  most_names constant integer := 50;
  seen jsonb;
begin
  select known.invitation_id, known.guest_id, known.is_of_file into found_id, own_id, is_of_file
  from private.read_invitation_token(token) as known;
  if found_id is null then
    return null;
  end if;
  select * into invitation from public.party_invitations where id = found_id;
  select * into own from public.party_guests where id = own_id;
  select * into party from public.birthday_celebrations where id = invitation.party_id and user_id = invitation.user_id;
  facts := private.facts_of_invitation(invitation);
  select * into dog from public.dogs where id = (facts ->> 'dogId')::uuid and user_id = invitation.user_id;
  state := private.state_of_invitation(invitation, facts, at);
  -- Once nobody has to find the place any more, nobody is told it, because links live on.
  is_place_told := state <> 'cancelled' and not private.is_over(facts, at - interval '1 day');
  may_see_place := invitation.place_for = 'all' or coalesce(own.answer = 'yes' and own.waiting_since is null, false);
  is_place_shown := is_place_told and may_see_place;
  is_named := invitation.guest_list = 'names';
  seen := jsonb_build_object(
    'state', state,
    'calledOffWhy', case when state = 'cancelled' then invitation.cancel_reason end,
    'isOnAgain', invitation.is_on_again and state in ('open', 'full', 'closed'),
    'party', jsonb_build_object(
      'id', invitation.id,
      'title', facts -> 'title',
      'date', facts -> 'date',
      'hour', facts -> 'time',
      'zone', facts -> 'zone',
      'end', facts -> 'end',
      'location', case when is_place_shown then facts -> 'location' end,
      'isPlaceHidden', is_place_told and not is_place_shown and facts ->> 'location' is not null,
      'description', party.description,
      'createdAt', invitation.created_at,
      -- Uses `may_see_place`, not `is_place_shown`: the version must not fall when the party is over.
      'version', greatest(
        invitation.version, invitation.version_without_place, own.version, case when may_see_place then party.version end
      )
    ),
    'dog', jsonb_build_object(
      'name', coalesce(dog.name, facts ->> 'dogName', ''),
      'size', dog.size,
      'photoUrl', dog.photo_url,
      'photoFocus', case when dog.photo_x is not null then jsonb_build_object('x', dog.photo_x, 'y', dog.photo_y) end
    ),
    'host', jsonb_build_object('name', private.name_of_host(invitation.user_id)),
    'message', invitation.message,
    'answerUntil', invitation.answer_until,
    'preview', invitation.preview,
    'guests', case
      when state = 'cancelled' then null
      when state = 'past' and invitation.purged_counts is not null
        and not exists (select from public.party_guests as guest where guest.invitation_id = invitation.id)
      then jsonb_build_object(
        'people', coalesce(invitation.purged_counts -> 'people', '0'), 'dogs', coalesce(invitation.purged_counts -> 'dogs', '0'),
        'names', null, 'moreNames', 0, 'seatedDogs', null, 'moreDogNames', 0
      )
      else (
        select jsonb_build_object(
          'people', coalesce(sum(adults + children), 0), 'dogs', coalesce(sum(jsonb_array_length(dogs)), 0),
          'names', case when is_named then (
            select coalesce(jsonb_agg(
              private.first_name(name) order by created_at, id
            ), '[]')
            from (
              select name, created_at, id from public.party_guests as coming
              where coming.invitation_id = invitation.id and coming.answer = 'yes' and coming.waiting_since is null
              order by created_at, id limit most_names
            ) as first_guests
          ) end,
          'moreNames', case when is_named then greatest(count(*) - most_names, 0) else 0 end,
          'seatedDogs', case when is_named then (
            select coalesce(jsonb_agg(guest_dog order by created_at, id, place), '[]')
            from (
              select bringing.created_at, bringing.id, listed.place, listed.guest_dog
              from (
                -- Each of these guests brings at least one dog.
                select created_at, id, dogs from public.party_guests as coming
                where coming.invitation_id = invitation.id and coming.answer = 'yes' and coming.waiting_since is null and dogs <> '[]'
                order by created_at, id limit most_names
              ) as bringing cross join jsonb_array_elements(bringing.dogs) with ordinality as listed (guest_dog, place)
              order by created_at, id, place limit most_names
            ) as first_dogs
          ) end,
          'moreDogNames', case when is_named then greatest(coalesce(sum(jsonb_array_length(dogs)), 0) - most_names, 0) else 0 end
        )
        from public.party_guests as guest
        where guest.invitation_id = invitation.id and answer = 'yes' and waiting_since is null
      )
    end,
    'bringList', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'item', item, 'isTaken', taken.id is not null, 'isMine', coalesce(taken.id = own.id, false)
      ) order by place), '[]')
      from unnest(invitation.bring_list) with ordinality as listed (item, place)
      left join public.party_guests as taken on taken.invitation_id = invitation.id and item = any (taken.brings)
      where state <> 'cancelled'
    ),
    'guest', case when own.id is not null then jsonb_build_object(
      'name', own.name, 'answer', own.answer, 'adults', own.adults, 'children', own.children, 'dogs', own.dogs,
      'allergies', own.allergies, 'note', own.note, 'email', own.email, 'brings', own.brings,
      'isMailed', private.proven_address(invitation.user_id) is not null,
      'mailedAt', (
        select max(handed_at) from private.guest_mails as mail where mail.guest_id = own.id and lower(mail.email) = lower(own.email)
      ),
      'mailWaits', (
        select coalesce(max(waits_for), 'turn') from private.guest_mails as mail
        where mail.guest_id = own.id and handed_at is null and kind in ('link', 'moved up') having count(*) > 0
      ),
      'isWaiting', own.waiting_since is not null,
      'isTooLarge', own.waiting_since is not null and coalesce(own.adults + own.children > invitation.most_people, false),
      'placeInLine', (
        select nullif(count(*), 0) from public.party_guests as ahead
        where ahead.invitation_id = invitation.id and (ahead.waiting_since, ahead.id) <= (own.waiting_since, own.id)
      ),
      'version', own.version
    ) end
  );
  if is_of_file then
    seen := seen || '{"calledOffWhy": null, "message": null, "guests": null, "bringList": [], "guest": null}';
  end if;
  return jsonb_build_object(
    'version', left(encode(sha256(convert_to(seen::text, 'UTF8')), 'hex'), 32),
    'isFileOnly', is_of_file,
    'isNewFromMail', not is_of_file and exists (
      select from private.guest_mails as mail
      where mail.guest_id = own_id and mail.token_hash = sha256(convert_to(token, 'UTF8')) and mail.opened_at is null
    ),
    'fileToken', case when own_id is not null and not is_of_file then private.file_token(token) end
  ) || seen;
end
$$;

create or replace function private.count_opened_mailboxes(host uuid) returns integer
language plpgsql
stable
set search_path = ''
as $$
begin
  return (
    select count(distinct coalesce(private.domain_of_host(mail.email), private.mailbox_of(mail.email)))
    from public.party_guests as guest join private.guest_mails as mail on mail.guest_id = guest.id
    where guest.user_id = host and mail.opened_at is not null
  );
end
$$;

create or replace function private.count_guest_mail(
  host uuid, host_address text, mail_group text, address text, on_day date, is_new boolean, most_of_new integer
) returns text
language plpgsql
set search_path = ''
as $$
declare
  -- Words and reminders are counted apart as well, so that they leave room for a cancellation. So are places, because a guest who moves up
  -- knows it from nowhere else, while a link was on the page.
  is_word constant boolean := mail_group = 'word';
  is_link constant boolean := mail_group in ('link', 'link of no');
  nobody constant uuid := '00000000-0000-0000-0000-000000000000';
  is_change constant boolean := mail_group = 'change';
  of_host constant text := case when is_change then 'changes' when is_word then 'words' when is_link then 'answers' else 'moves' end;
  to_address constant text := case when is_word then 'words' when is_change then 'news' when is_link then 'links' else 'places' end;
  most_of_host integer := case
    when is_change then case when is_new then 80 else 700 end
    when is_word then case when is_new then 40 else 500 end
    -- Guests who cannot come need their link least, so they leave half the room to others.
    when mail_group = 'link of no' then case when is_new then 15 else 150 end
    when is_new then 30 else 300
  end;
  most_of_domain constant integer := 60;
  most_to_address constant integer := case to_address when 'links' then 3 when 'words' then 5 when 'news' then 20 else 10 end;
  most_to_address_of_all constant integer := case to_address when 'links' then 10 when 'words' then 10 when 'news' then 40 else 20 end;
  host_hash constant bytea := private.hash_of_day(host_address, on_day);
  hash constant bytea := private.hash_of_day(address, on_day);
  is_first_change constant boolean := is_change and not is_new and not exists (
    select from private.guest_mail_counts as kept
    where kept.user_id = host and kept.day = on_day and kept.kind = to_address and kept.address_hash = hash
  );
  domain constant text := private.domain_of_host(host_address);
  sender constant bytea := private.hash_of_day(coalesce(domain, host_address), on_day);
  is_stranger constant boolean := is_new and not exists (
    select from private.guest_mail_reach as kept where kept.day = on_day and kept.sender_hash = sender and kept.address_hash = hash
  );
  strangers integer;
  most_of_site integer;
  is_full text;
begin
  if is_stranger then
    strangers := (select count(*) from private.guest_mail_reach as kept where kept.day = on_day and kept.sender_hash = sender);
    if domain is not null and strangers >= most_of_domain then
      return 'domain';
    end if;
    most_of_site := case when strangers < 10 then most_of_new else most_of_new * 3 / 5 end;
    if most_of_site <= (select count(*) from (select from private.guest_mail_reach where day = on_day limit most_of_site) as kept) then
      return 'site';
    end if;
  end if;
  -- Each guest who opens a mailed link makes room for two more, up to three times as many.
  if is_new and exists (
    select from private.guest_mail_counts as kept
    where kept.user_id = nobody and kept.kind = of_host and kept.address_hash = host_hash and kept.day = on_day and kept.times >= most_of_host
  ) then
    most_of_host := least(most_of_host * 3, most_of_host + 2 * private.count_opened_mailboxes(host));
  end if;
  select place.whose into is_full
  from (values
    (nobody, of_host, host_hash, most_of_host, 'host'),
    (host, to_address, hash, most_to_address, 'address'),
    (nobody, to_address, hash, case when not is_first_change then most_to_address_of_all end, 'address')
  ) as place (user_id, kind, address_hash, most, whose)
  join private.guest_mail_counts as kept using (user_id, kind, address_hash)
  where kept.day = on_day and kept.times >= place.most order by place.whose desc limit 1;
  if is_full is null then
    insert into private.guest_mail_counts as kept (user_id, kind, address_hash, day)
      values (nobody, of_host, host_hash, on_day), (host, to_address, hash, on_day), (nobody, to_address, hash, on_day)
      on conflict (user_id, day, kind, address_hash) do update set times = kept.times + 1;
    if is_stranger then
      insert into private.guest_mail_reach (day, sender_hash, address_hash) values (on_day, sender, hash);
    end if;
  end if;
  return is_full;
end
$$;

create or replace function public.note_opened_mail(token text) returns void
language sql
security definer
set search_path = ''
as $$
  update private.guest_mails as mail set opened_at = now()
  from private.guest_tokens as own
  where own.token_hash = sha256(convert_to(left(note_opened_mail.token, 43), 'UTF8')) and mail.guest_id = own.guest_id
    and mail.token_hash = own.token_hash and mail.opened_at is null
$$;

grant execute on function public.note_opened_mail(text) to anon;

grant execute on function public.note_opened_mail(text) to authenticated;

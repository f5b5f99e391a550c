-- The birthday dog is drawn in one coat for its owner and for guests, who are not told its breed.

set local check_function_bodies = off;

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
  are_dogs_shown boolean;
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
  are_dogs_shown := invitation.guest_list in ('dogs', 'names');
  seen := jsonb_build_object(
    'state', state,
    'calledOffWhy', case when state = 'cancelled' then invitation.cancel_reason end,
    -- Once the host removes the memory, its thanks, album and photo are gone.
    'afterwards', case when state = 'past' and party.id is not null then jsonb_build_object(
      'thanks', invitation.thanks, 'albumUrl', invitation.album_url,
      'photoUrl', case when invitation.shows_photo then party.memory_photo_url end
    ) end,
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
    ) || jsonb_strip_nulls(jsonb_build_object(
      -- The coat that the breed is known for, by the words of client/art/coats.ts, because guests are not told the breed.
      'coat', case
        when dog.breed ~* 'shepherd|malinois|spaniel|setter|beagle|norwich|norfolk|cairn|yorkshire|harlequin' then 0
        when dog.breed ~* 'west highland|maltese|bichon|samoyed|white|golden|labrador|pyrenees|fawn|mastiff|ridgeback' then 1
        when dog.breed ~* 'black|schnauzer|scottish|rottweiler|doberman|husky|malamute|newfoundland|border collie|wolfhound' then 2
      end
    )),
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
            select private.names_for_guests(array_agg(name order by created_at, id))
            from (
              select name, created_at, id from public.party_guests as coming
              where coming.invitation_id = invitation.id and coming.answer = 'yes' and coming.waiting_since is null
              order by created_at, id limit most_names
            ) as first_guests
          ) end,
          'moreNames', case when is_named then greatest(count(*) - most_names, 0) else 0 end,
          'seatedDogs', case when are_dogs_shown then (
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
          'moreDogNames', case when are_dogs_shown then greatest(coalesce(sum(jsonb_array_length(dogs)), 0) - most_names, 0) else 0 end
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
    seen := seen || '{"calledOffWhy": null, "afterwards": null, "message": null, "guests": null, "bringList": [], "guest": null}';
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

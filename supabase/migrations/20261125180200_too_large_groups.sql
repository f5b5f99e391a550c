-- A group that is larger than the whole party is not told by mail that it moves up by itself.

-- Claims mails that are due, those longest due first, records them as handed over, and answers what they are made of, each with a new token
-- of its guest, and at how many it has looked. What is not true any more is dropped. All mails of a host wait until the host has proved to
-- read the own address, and what is too much for a day waits; only a link too many to one address is dropped, because the page has shown
-- it. Of several answers to a party from one address that know the same, one is told what has changed. `most_of_new` is how many guests the
-- hosts of the site in their first week may mail in a day.
create or replace function public.claim_guest_mails(at timestamptz, most integer, most_of_new integer default 500) returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  day constant date := (at at time zone 'UTC')::date;
  due record;
  invitation public.party_invitations;
  facts jsonb;
  seen jsonb;
  known jsonb;
  is_place_shown boolean;
  is_new boolean;
  kinds text[];
  host_address text;
  is_full text;
  put_off text[] := '{}';
  token text;
  looked integer;
  claimed jsonb := '[]';
begin
  -- One at a time counts. Nobody who waits for this holds anything that the one before waits for.
  perform pg_advisory_xact_lock(20261124110000);
  -- Put off by a clock that ran ahead.
  update private.guest_mails set due_at = at where handed_at is null and due_at > at + interval '1 day';
  looked := private.queue_due_changes(at, 20);
  for due in
    select mail.id, mail.kind, mail.attempts, mail.before, guest.id as guest_id, guest.user_id, guest.invitation_id, guest.email,
      guest.answer, guest.adults, guest.children, jsonb_array_length(guest.dogs) as dogs, guest.waiting_since is not null as is_waiting
    from private.guest_mails as mail join public.party_guests as guest on guest.id = mail.guest_id
    where mail.handed_at is null and mail.due_at <= at
    -- Who came first is told first, however many came afterwards.
    order by mail.due_at, guest.created_at, mail.id
    limit least(greatest(most, 0), 500)
    -- The guest as well, or a removal of the guest and this could wait for each other.
    for update of mail skip locked for key share of guest skip locked
  loop
    looked := looked + 1;
    -- Told by the mail for another answer.
    perform from private.guest_mails where id = due.id;
    continue when not found;
    continue when due.user_id || due.kind = any (put_off);
    -- The address without the tag is told first: where mail knows no tags, the one with it is another's or nobody's.
    if due.kind = 'change' and lower(due.email) <> private.mailbox_of(due.email) then
      update private.guest_mails set due_at = at + interval '1 minute' where id = due.id and exists (
        select from private.guest_mails as mail join public.party_guests as guest on guest.id = mail.guest_id
        where guest.invitation_id = due.invitation_id and lower(guest.email) = private.mailbox_of(due.email) and guest.answer <> 'no'
          and mail.kind = 'change' and mail.handed_at is null and mail.due_at <= at
      );
      continue when found;
    end if;
    -- An answer that comes right now writes what its guest knows, and may wait for a mail that is locked here.
    perform from private.guest_facts where guest_id = due.guest_id for update skip locked;
    continue when not found and exists (select from private.guest_facts where guest_id = due.guest_id);
    select * into invitation from public.party_invitations where id = due.invitation_id;
    facts := private.facts_of_invitation(invitation);
    is_place_shown := invitation.place_for = 'all' or (due.answer = 'yes' and not due.is_waiting);
    seen := case when is_place_shown then facts else facts - 'location' end;
    known := null;
    if due.kind = 'change' then
      known := coalesce(due.before, (select told from private.guest_facts where guest_id = due.guest_id), facts);
      if not is_place_shown then
        known := known - 'location';
      end if;
    end if;
    if due.email is null or private.is_over(facts, at) or private.are_mails_ended(due.invitation_id, due.email)
      or (due.kind = 'change' and (due.answer = 'no' or not private.is_news(known, seen)))
      or (due.kind <> 'change' and facts ? 'isCancelled')
      or (due.kind = 'moved up' and (due.answer <> 'yes' or due.is_waiting)) then
      if due.kind = 'change' then
        update private.guest_facts set told = facts where guest_id = due.guest_id;
      end if;
      delete from private.guest_mails where id = due.id;
      continue;
    end if;
    kinds := '{}';
    is_full := null;
    host_address := private.proven_address(due.user_id);
    is_new := exists (select from auth.users where users.id = due.user_id and users.created_at > now() - interval '7 days');
    if host_address is null then
      kinds := '{link,"moved up",change}';
    elsif due.attempts = 0 then
      is_full := private.count_guest_mail(due.user_id, host_address, due.kind, due.email, day, is_new, greatest(most_of_new, 0));
      if is_full = 'reach' then
        perform private.put_off_strangers(due.user_id, host_address, day, at);
        put_off := put_off || array(select due.user_id || kind from unnest('{link,"moved up",change}'::text[]) as kind);
        continue;
      elsif is_full = 'host' then
        kinds := case due.kind when 'change' then '{change}' else '{link,"moved up"}' end;
      end if;
    end if;
    if kinds <> '{}' then
      perform private.put_off_guest_mails(due.user_id, kinds, at);
      put_off := put_off || array(select due.user_id || kind from unnest(kinds) as kind);
      continue;
    end if;
    if is_full = 'address' then
      if due.kind = 'link' then
        delete from private.guest_mails where id = due.id;
      else
        update private.guest_mails set due_at = at + interval '1 hour' where id = due.id;
      end if;
      continue;
    end if;
    if due.kind = 'change' then
      update private.guest_facts set told = facts where guest_id = due.guest_id;
      perform private.drop_same_changes(due.guest_id, invitation, due.email, known, facts, is_place_shown);
    end if;
    token := private.mint_guest_token(due.guest_id);
    update private.guest_mails
      set handed_at = at, attempts = attempts + 1, email = due.email, token_hash = sha256(convert_to(token, 'UTF8')), before = known
      where id = due.id;
    claimed := claimed || jsonb_build_object(
      'id', due.id,
      'kind', case when due.kind = 'change' and facts ? 'isCancelled' then 'cancelled' else due.kind end,
      'to', due.email,
      'token', token,
      'attempt', due.attempts + 1,
      'party', jsonb_build_object(
        'title', facts -> 'title', 'date', facts -> 'date', 'time', facts -> 'time', 'zone', facts -> 'zone',
        'location', seen -> 'location', 'isPlaceHidden', not is_place_shown and facts ->> 'location' is not null,
        'isHostNew', is_new
      ),
      'before', case when known is not null then jsonb_build_object(
        'title', known -> 'title', 'date', known -> 'date', 'time', known -> 'time', 'zone', known -> 'zone',
        'location', known -> 'location', 'isCancelled', known ? 'isCancelled'
      ) end,
      'answer', jsonb_build_object(
        'answer', due.answer, 'adults', due.adults, 'children', due.children, 'dogs', due.dogs, 'isWaiting', due.is_waiting,
        'isTooLarge', due.is_waiting and coalesce(due.adults + due.children > invitation.most_people, false)
      )
    );
  end loop;
  return jsonb_build_object('looked', looked, 'mails', claimed);
end
$$;

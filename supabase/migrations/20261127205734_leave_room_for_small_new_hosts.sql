-- Of the guests whom hosts in their first week may mail, two fifths are kept for hosts with fewer than ten. Guests who cannot come hear of a
-- new day.

set local check_function_bodies = off;

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
  most_of_host constant integer := case
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

create or replace function private.is_new_day(told jsonb, facts jsonb) returns boolean
language sql
immutable
set search_path = ''
as $$
  select not facts ? 'isCancelled' and (told -> 'date' <> facts -> 'date' or told ? 'isCancelled')
$$;

create or replace function private.queue_due_changes(at timestamptz, most integer) returns integer
language plpgsql
set search_path = ''
as $$
declare
  due record;
  invitation public.party_invitations;
  facts jsonb;
  settled integer;
begin
  -- Where nobody has an address there is nothing to mail.
  update public.party_invitations as kept set told = private.facts_of_invitation(kept), change_due_at = null
  where kept.id in (
    select silent.id from public.party_invitations as silent
    where silent.change_due_at <= at and silent.id in (
      -- Looks only at the first 500, or all guests of the site would be read when many changes are due.
      select first.id
      from (select id from public.party_invitations where change_due_at <= at order by change_due_at, id limit 500) as first
      where not exists (select from public.party_guests as guest where guest.invitation_id = first.id and guest.email is not null)
    )
    for no key update skip locked
  );
  get diagnostics settled = row_count;
  for due in
    select id, user_id from public.party_invitations where change_due_at <= at order by change_due_at, id
  loop
    exit when settled >= most;
    -- Takes the locks in the same order as changes of guests do.
    continue when not private.try_lock_guests(due.user_id);
    select * into invitation from public.party_invitations
      where id = due.id and change_due_at <= at for no key update skip locked;
    continue when not found;
    settled := settled + 1;
    facts := private.facts_of_invitation(invitation);
    -- What each guest knows is not kept for guests who came by an import.
    insert into private.guest_facts (guest_id, told)
      select guest.id, invitation.told from public.party_guests as guest
      where guest.invitation_id = invitation.id and guest.email is not null
      on conflict (guest_id) do nothing;
    insert into private.guest_mails (guest_id, kind, due_at)
      select guest.id, 'change', invitation.change_due_at
      from public.party_guests as guest join private.guest_facts as known on known.guest_id = guest.id
      where guest.invitation_id = invitation.id and guest.email is not null and private.is_news(known.told, facts)
        and (guest.answer <> 'no' or private.is_new_day(known.told, facts))
      order by guest.id
      on conflict (guest_id, kind) where handed_at is null do nothing;
    update public.party_invitations set told = facts, change_due_at = null where id = invitation.id;
  end loop;
  return settled;
end
$$;

create or replace function public.claim_guest_mails(at timestamptz, most integer, most_of_new integer default 500) returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  day constant date := (at at time zone 'UTC')::date;
  all_groups constant text[] := '{link,"link of no","moved up",change,word}';
  due record;
  due_group text;
  invitation public.party_invitations;
  facts jsonb;
  seen jsonb;
  known jsonb;
  is_place_shown boolean;
  is_new boolean;
  groups text[];
  host_address text;
  is_full text;
  put_off text[] := '{}';
  token text;
  looked integer;
  is_site_full boolean := false;
  claimed jsonb := '[]';
begin
  -- Lets one transaction count at a time. One that waits for this holds nothing that the one before waits for.
  perform pg_advisory_xact_lock(20261124110000);
  -- Brings back what a clock that ran ahead has put off.
  update private.guest_mails set due_at = at where handed_at is null and due_at > at + interval '1 day';
  looked := private.queue_due_changes(at, 20) + private.queue_due_reminders(at, 20);
  for due in
    select mail.id, mail.kind, mail.attempts, mail.until, mail.before, guest.id as guest_id, guest.user_id, guest.invitation_id, guest.email,
      guest.name, guest.answer, guest.adults, guest.children, jsonb_array_length(guest.dogs) as dogs, guest.brings,
      guest.waiting_since is not null as is_waiting
    from private.guest_mails as mail join public.party_guests as guest on guest.id = mail.guest_id
    -- The first 1,000, so that a claim costs the same however many are due.
    where mail.id in (
      select id from private.guest_mails where handed_at is null and due_at <= at order by due_at limit 1000
    )
    -- Mails guests in the order in which they came, however many came afterwards.
    order by private.rank_of_mail(mail.kind, guest.answer), mail.due_at, guest.created_at, mail.id
    limit least(greatest(most, 0), 500)
    -- Locks the guest as well, or a removal of the guest and this could wait for each other.
    for update of mail skip locked for key share of guest skip locked
  loop
    looked := looked + 1;
    due_group := private.group_of_mail(due.kind, due.answer);
    -- Skips what the mail for another answer has told.
    perform from private.guest_mails where id = due.id;
    continue when not found;
    continue when due.user_id || due_group = any (put_off);
    -- The address without the tag is told first: where mail knows no tags, the one with it is somebody else's or nobody's.
    if due.kind = 'change' and lower(due.email) <> private.mailbox_of(due.email) then
      update private.guest_mails set due_at = at + interval '1 minute' where id = due.id and exists (
        select from private.guest_mails as mail join public.party_guests as guest on guest.id = mail.guest_id
        where guest.invitation_id = due.invitation_id and lower(guest.email) = private.mailbox_of(due.email) and guest.answer <> 'no'
          and mail.kind = 'change' and mail.handed_at is null and mail.due_at <= at
      );
      continue when found;
    end if;
    -- Skips a guest who answers right now: the answer writes what the guest knows, and may wait for a mail that is locked here.
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
      or (due.kind = 'change' and (not private.is_news(known, seen) or (due.answer = 'no' and not private.is_new_day(known, seen))))
      or (due.kind <> 'change' and facts ? 'isCancelled')
      or (due.kind = 'moved up' and (due.answer <> 'yes' or due.is_waiting))
      or (due.kind in ('word', 'reminder') and due.answer = 'no')
      -- The party may have moved, or its host may have switched reminders off, while the reminder waited.
      or (due.kind = 'reminder' and (
        due.is_waiting or not invitation.reminds_guests
        or (facts ->> 'date')::date <> private.day_in_zone(coalesce(facts ->> 'zone', 'UTC'), at) + 1
      )) then
      if due.kind = 'change' then
        update private.guest_facts set told = facts where guest_id = due.guest_id;
      end if;
      delete from private.guest_mails where id = due.id;
      continue;
    end if;
    if due.until <= at then
      update private.guest_mails set handed_at = at where id = due.id;
      continue;
    end if;
    groups := '{}';
    is_full := null;
    host_address := private.proven_address(due.user_id);
    is_new := exists (select from auth.users where users.id = due.user_id and users.created_at > now() - interval '7 days');
    if host_address is null then
      groups := all_groups;
    elsif due.attempts = 0 then
      is_full := private.count_guest_mail(due.user_id, host_address, due_group, due.email, day, is_new, greatest(most_of_new, 0));
      if is_full in ('domain', 'site') then
        is_site_full := is_site_full or is_full = 'site';
        perform private.put_off_strangers(due.user_id, host_address, day, at);
        put_off := put_off || array(select due.user_id || each from unnest(all_groups) as each);
        continue;
      elsif is_full = 'host' then
        groups := array[due_group];
      end if;
    end if;
    if groups <> '{}' then
      perform private.put_off_guest_mails(due.user_id, groups, case when is_full is null then 'proof' else 'limit' end, at);
      put_off := put_off || array(select due.user_id || each from unnest(groups) as each);
      continue;
    end if;
    if is_full = 'address' then
      if due.kind = 'link' then
        delete from private.guest_mails where id = due.id;
      else
        update private.guest_mails set due_at = private.next_try(at), waits_for = 'limit' where id = due.id;
      end if;
      continue;
    end if;
    if due.kind = 'change' then
      update private.guest_facts set told = facts where guest_id = due.guest_id;
      perform private.drop_same_changes(due.guest_id, invitation, due.email, known, facts, is_place_shown);
    end if;
    token := private.mint_guest_token(due.guest_id);
    update private.guest_mails
      set handed_at = at, waits_for = null, attempts = attempts + 1, email = due.email, token_hash = sha256(convert_to(token, 'UTF8')), before = known
      where id = due.id;
    claimed := claimed || jsonb_build_object(
      'id', due.id,
      'kind', case when due.kind = 'change' and facts ? 'isCancelled' then 'cancelled' else due.kind end,
      'to', due.email,
      'token', token,
      'attempt', due.attempts + 1,
      'party', jsonb_build_object(
        'title', facts -> 'title', 'date', facts -> 'date', 'time', facts -> 'time', 'end', facts -> 'end', 'zone', facts -> 'zone',
        'location', seen -> 'location', 'isPlaceHidden', not is_place_shown and facts ->> 'location' is not null,
        'host', private.name_of_host(due.user_id), 'dog', facts -> 'dogName', 'isHostNew', is_new
      ),
      'why', case when facts ? 'isCancelled' then invitation.cancel_reason end,
      'replyTo', case when invitation.replies_by_mail then host_address end,
      'word', case when due.kind = 'word' then (
        select words from private.guest_words as sent where sent.invitation_id = invitation.id order by sent_at desc limit 1
      ) end,
      'before', case when known is not null then jsonb_build_object(
        'title', known -> 'title', 'date', known -> 'date', 'time', known -> 'time', 'end', known -> 'end', 'zone', known -> 'zone',
        'location', known -> 'location', 'isCancelled', known ? 'isCancelled'
      ) end,
      'answer', jsonb_build_object(
        -- As in reminders to hosts, the first word of a name.
        'name', substring(due.name from '^[^\u0020\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+'),
        'answer', due.answer, 'adults', due.adults, 'children', due.children, 'dogs', due.dogs, 'brings', due.brings, 'isWaiting', due.is_waiting,
        'isTooLarge', due.is_waiting and coalesce(due.adults + due.children > invitation.most_people, false)
      )
    );
  end loop;
  return jsonb_build_object('looked', looked, 'mails', claimed, 'isSiteFull', is_site_full);
end
$$;

create or replace function public.mails_to_guests(invitation_id uuid) returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  invitation public.party_invitations;
  facts jsonb;
  is_proven constant boolean := private.proven_address(auth.uid()) is not null;
begin
  select * into invitation from public.party_invitations as kept
  where kept.id = mails_to_guests.invitation_id and kept.user_id = auth.uid();
  if not found then
    return null;
  end if;
  facts := private.facts_of_invitation(invitation);
  return (
    with queued as (
      select distinct on (guest.id, mail.kind) guest.id as guest, mail.kind,
        case when mail.handed_at is null then 'waits' when mail.email is null then 'missed' else 'sent' end as state,
        coalesce(mail.handed_at, mail.due_at) as at, mail.waits_for
      from public.party_guests as guest join private.guest_mails as mail on mail.guest_id = guest.id
      where guest.invitation_id = invitation.id
      order by guest.id, mail.kind, mail.handed_at desc nulls first
    ), known as (
      select guest.id as guest, kept.told from public.party_guests as guest join private.guest_facts as kept on kept.guest_id = guest.id
      where guest.invitation_id = invitation.id and guest.email is not null
        and (guest.answer <> 'no' or private.is_new_day(kept.told, facts))
    ), listed as (
      select * from queued where not (
        kind = 'change' and state <> 'waits' and invitation.change_due_at is not null
        and guest in (select known.guest from known where private.is_news(told, facts))
      )
      union all
      select guest, 'change', 'waits', invitation.change_due_at, null from known
      where invitation.change_due_at is not null and private.is_news(told, facts)
        and guest not in (select queued.guest from queued where kind = 'change' and state = 'waits')
      union all
      select guest, 'change', 'sent', invitation.cancelled_at, null from known
      where facts ? 'isCancelled' and told ? 'isCancelled' and guest not in (select queued.guest from queued where kind = 'change')
    )
    select coalesce(jsonb_agg(jsonb_build_object(
      'guest', guest, 'kind', kind, 'state', state,
      'at', case when waits_for = 'limit'
        then (date_trunc('day', at at time zone 'UTC' - interval '1 second') + interval '1 day') at time zone 'UTC' else at end,
      'waitsFor', case when state = 'waits' then case when is_proven then waits_for else 'proof' end end
    ) order by at, guest), '[]') from listed
  );
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
    with invitations as materialized (
      select invitation.id, invitation.told, party.facts from public.party_invitations as invitation
      cross join lateral (values (private.facts_of_invitation(invitation))) as party (facts)
      where invitation.user_id = host and not private.is_over(party.facts, now())
    ), first as materialized (
      select invitations.*, party_guests.id as guest_id, party_guests.email
      from invitations join public.party_guests on party_guests.invitation_id = invitations.id
      where party_guests.email is not null and party_guests.answer <> 'no'
      order by facts ->> 'date', party_guests.created_at, party_guests.id limit 1000
    ), named as materialized (
      select first.*, private.mailbox_of(email) as mailbox from first
    ), believers as (
      select distinct on (named.id, lower(email)) email, facts, mailbox,
        bool_or(lower(email) = mailbox) over (partition by named.id, mailbox) as has_plain
      from named left join private.guest_facts as known on known.guest_id = named.guest_id
      where not coalesce(known.told ? 'isCancelled', named.told ? 'isCancelled') and not private.are_mails_ended(named.id, email)
      order by named.id, lower(email), email
    )
    -- Where mail knows no tags, an address with one is somebody else's or nobody's.
    select email, facts from believers where lower(email) = mailbox or not has_plain
    order by facts ->> 'date', email
  loop
    case private.count_guest_mail(host, host_address, 'change', guest.email, today, is_new, most_of_new)
      when 'host' then exit;
      when 'domain' then continue;
      when 'site' then continue;
      when 'address' then continue;
      else insert into private.guest_farewells (email, day, party) values (guest.email, today, jsonb_build_object(
        'title', guest.facts -> 'title', 'date', guest.facts -> 'date', 'time', guest.facts -> 'time', 'end', guest.facts -> 'end',
        'zone', guest.facts -> 'zone',
        'isHostNew', is_new
      ));
    end case;
  end loop;
end
$$;

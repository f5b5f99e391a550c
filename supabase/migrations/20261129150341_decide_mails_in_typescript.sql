-- Which mail to a guest goes, waits or is dropped is decided in functions/delivery: SQL claims due mails with their facts, records what was
-- decided, and counts. A reminder that has waited is decided again there as well, so nobody asks whether it may be mailed. Mails that wait
-- already are claimed as before.

set local check_function_bodies = off;

drop function public.claim_guest_mails(timestamp with time zone,integer,integer);

drop function private.put_off_strangers(uuid,text,date,timestamp with time zone);

drop function private.put_off_guest_mails(uuid,text[],text,timestamp with time zone);

drop function private.next_try(timestamp with time zone);

drop function private.drop_same_changes(uuid,public.party_invitations,text,jsonb,jsonb,boolean);

drop function private.rank_of_mail(text,text);

drop function public.may_mail_host(uuid,text);

drop function public.may_mail(uuid,text,boolean);

create or replace function private.is_stranger(host_address text, address text, on_day date) returns boolean
language plpgsql
set search_path = ''
as $$
declare
  sender constant bytea := private.hash_of_day(coalesce(private.domain_of_host(host_address), host_address), on_day);
  hash constant bytea := private.hash_of_day(address, on_day);
begin
  return not exists (select from private.guest_mail_reach where day = on_day and sender_hash = sender and address_hash = hash);
end
$$;

create or replace function private.count_guest_mail(
  host uuid, host_address text, mail_group text, address text, on_day date, is_new boolean, most_of_new integer
) returns text
language plpgsql
set search_path = ''
as $$
declare
  nobody constant uuid := '00000000-0000-0000-0000-000000000000';
  most_of_domain constant integer := 60;
  host_hash constant bytea := private.hash_of_day(host_address, on_day);
  hash constant bytea := private.hash_of_day(address, on_day);
  domain constant text := private.domain_of_host(host_address);
  sender constant bytea := private.hash_of_day(coalesce(domain, host_address), on_day);
  is_stranger constant boolean := is_new and private.is_stranger(host_address, address, on_day);
  is_first_change constant boolean := mail_group = 'change' and not is_new and not exists (
    select from private.guest_mail_counts as kept
    where kept.user_id = host and kept.day = on_day and kept.kind = 'news' and kept.address_hash = hash
  );
  limits record;
  most_of_host integer;
  strangers integer;
  most_of_site integer;
  is_full text;
begin
  -- As what a mail is counted of its host and to its address, and how many are the most: of a host, of one in the first week, to an address
  -- from one host, from all. Words and reminders are counted apart as well, so that they leave room for a cancellation. So are places, because
  -- a guest who moves up knows it from nowhere else, while a link was on the page. Guests who cannot come need their link least, so they leave
  -- half the room to others.
  select * into limits from (values
    ('moved up', 'moves', 300, 30, 'places', 10, 20),
    ('change', 'changes', 700, 80, 'news', 20, 40),
    ('word', 'words', 500, 40, 'words', 5, 10),
    ('link', 'answers', 300, 30, 'links', 3, 10),
    ('link of no', 'answers', 150, 15, 'links', 3, 10)
  ) as kept (mail_group, of_host, by_host, by_new_host, to_address, by_one, by_all) where kept.mail_group = count_guest_mail.mail_group;
  most_of_host := case when is_new then limits.by_new_host else limits.by_host end;
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
    where kept.user_id = nobody and kept.kind = limits.of_host and kept.address_hash = host_hash and kept.day = on_day and kept.times >= most_of_host
  ) then
    most_of_host := least(most_of_host * 3, most_of_host + 2 * private.count_opened_mailboxes(host));
  end if;
  select place.whose into is_full
  from (values
    (nobody, limits.of_host, host_hash, most_of_host, 'host'),
    (host, limits.to_address, hash, limits.by_one, 'address'),
    (nobody, limits.to_address, hash, case when not is_first_change then limits.by_all end, 'address')
  ) as place (user_id, kind, address_hash, most, whose)
  join private.guest_mail_counts as kept using (user_id, kind, address_hash)
  where kept.day = on_day and kept.times >= place.most order by place.whose desc limit 1;
  if is_full is null then
    insert into private.guest_mail_counts as kept (user_id, kind, address_hash, day)
      values (nobody, limits.of_host, host_hash, on_day), (host, limits.to_address, hash, on_day), (nobody, limits.to_address, hash, on_day)
      on conflict (user_id, day, kind, address_hash) do update set times = kept.times + 1;
    if is_stranger then
      insert into private.guest_mail_reach (day, sender_hash, address_hash) values (on_day, sender, hash);
    end if;
  end if;
  return is_full;
end
$$;

create or replace function public.claim_due_reminders(at timestamptz, most integer) returns jsonb
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

create or replace function private.facts_of_mail(mail private.guest_mails) returns jsonb
language sql
stable
set search_path = ''
as $$
  select jsonb_build_object(
    'id', mail.id, 'kind', mail.kind, 'attempts', mail.attempts, 'until', mail.until,
    'guest', jsonb_build_object(
      'id', guest.id, 'email', guest.email, 'name', private.first_name(guest.name), 'answer', guest.answer,
      'isWaiting', guest.waiting_since is not null, 'adults', guest.adults, 'children', guest.children,
      'dogs', jsonb_array_length(guest.dogs), 'brings', guest.brings, 'isStopped', private.are_mails_ended(invitation.id, guest.email),
      'isAgain', mail.kind = 'link' and guest.answer <> 'no' and exists (
        select from public.party_guests as other
        where other.invitation_id = invitation.id and other.id <> guest.id and lower(other.email) = lower(guest.email) and other.answer <> 'no'
      )
    ),
    'hostId', guest.user_id, 'host', private.name_of_host(guest.user_id), 'hostEmail', private.proven_address(guest.user_id),
    'hostZone', invitation.host_zone,
    'isHostNew', exists (select from auth.users where users.id = guest.user_id and users.created_at > now() - interval '7 days'),
    'placeFor', invitation.place_for, 'mostPeople', invitation.most_people, 'remindsGuests', invitation.reminds_guests,
    'repliesByMail', invitation.replies_by_mail, 'cancelReason', invitation.cancel_reason,
    'party', private.facts_of_invitation(invitation),
    'known', case when mail.kind = 'change' then
      coalesce(mail.before, (select told from private.guest_facts as kept where kept.guest_id = guest.id)) end,
    'word', case when mail.kind = 'word' then (
      select words from private.guest_words as sent where sent.invitation_id = invitation.id order by sent_at desc limit 1
    ) end
  )
  from public.party_guests as guest join public.party_invitations as invitation on invitation.id = guest.invitation_id
  where guest.id = mail.guest_id
$$;

create or replace function public.claim_due_guest_mails(at timestamptz, most integer) returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  looked integer;
  ids uuid[];
begin
  -- Lets one transaction count at a time. One that waits for this holds nothing that the one before waits for.
  perform pg_advisory_xact_lock(20261124110000);
  -- Brings back what a clock that ran ahead has put off.
  update private.guest_mails set due_at = at where handed_at is null and due_at > at + interval '1 day';
  looked := private.queue_due_changes(at, 20) + private.queue_due_reminders(at, 20);
  ids := array(
    select mail.id from private.guest_mails as mail join public.party_guests as guest on guest.id = mail.guest_id
    -- The first 1,000, so that a claim costs the same however many are due.
    where mail.id in (
      select id from private.guest_mails where handed_at is null and due_at <= at order by due_at limit 1000
    )
    -- Mails guests in the order in which they came, however many came afterwards, but first those who may come: of several answers with one
    -- address, one is mailed a change. Places come first, because nobody else tells, then changes, then words and reminders, whose time
    -- passes, and last the links that guests have seen on the page.
    order by array_position('{"moved up",change,word,link,"link of no"}'::text[], private.group_of_mail(mail.kind, guest.answer)),
      mail.due_at, guest.answer = 'no', guest.created_at, mail.id
    limit least(greatest(most, 0), 500)
    for update of mail skip locked
  );
  update private.guest_mails set due_at = at + interval '2 minutes' where id = any (ids);
  return (
    select jsonb_build_object('looked', looked + cardinality(ids), 'mails', coalesce(jsonb_agg(
      facts || jsonb_build_object('version', md5(facts::text), 'others', (
        select coalesce(jsonb_agg(jsonb_build_object(
          'guest', other.id, 'answer', other.answer, 'isWaiting', other.waiting_since is not null,
          'known', coalesce(waiting.before, kept.told), 'isPlain', named.own not in (named.other, named.mailbox)
        )), '[]')
        from public.party_guests as guest join public.party_guests as other on other.invitation_id = guest.invitation_id
        join private.guest_facts as kept on kept.guest_id = other.id
        join private.guest_mails as waiting on waiting.guest_id = other.id and waiting.kind = 'change' and waiting.handed_at is null
        cross join lateral (
          select lower(guest.email) as own, lower(other.email) as other, private.mailbox_of(other.email) as mailbox offset 0
        ) as named
        where mail.kind = 'change' and guest.id = mail.guest_id and other.id <> guest.id and (
          named.own in (named.other, named.mailbox)
          or (named.other = private.mailbox_of(guest.email) and waiting.due_at <= at + interval '2 minutes')
        )
      )) order by array_position(ids, mail.id)
    ), '[]'))
    from private.guest_mails as mail cross join lateral (select private.facts_of_mail(mail) offset 0) as found (facts)
    where mail.id = any (ids) and facts is not null
  );
end
$$;

create or replace function public.record_guest_mails(decided jsonb, at timestamptz, most_of_new integer default 500) returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  day constant date := (at at time zone 'UTC')::date;
  given record;
  mail private.guest_mails;
  facts jsonb;
  host uuid;
  mail_group text;
  is_full text;
  token text;
  outcomes jsonb := '[]';
begin
  -- Takes the lock of claims, which count.
  perform pg_advisory_xact_lock(20261124110000);
  for given in
    select * from jsonb_to_recordset(decided) as listed (
      id uuid, version text, outcome text, before jsonb, tells uuid[], due_at timestamptz, waits_for text, alike text
    )
  loop
    -- Locks the guest as well, or a removal of the guest and this could wait for each other.
    select kept.* into mail from private.guest_mails as kept join public.party_guests as guest on guest.id = kept.guest_id
      where kept.id = given.id and kept.handed_at is null for update of kept skip locked for key share of guest skip locked;
    continue when not found;
    -- Skips a guest who answers right now: the answer writes what the guest knows, and may wait for a mail that is locked here.
    perform from private.guest_facts where guest_id = mail.guest_id for update skip locked;
    facts := case when found or not exists (select from private.guest_facts where guest_id = mail.guest_id) then
      private.facts_of_mail(mail) end;
    if md5(facts::text) is distinct from given.version then
      update private.guest_mails set due_at = at where id = mail.id;
      continue;
    end if;
    host := facts ->> 'hostId';
    mail_group := private.group_of_mail(mail.kind, facts #>> '{guest,answer}');
    is_full := case when given.outcome = 'mail' and mail.attempts = 0 then private.count_guest_mail(
      host, facts ->> 'hostEmail', mail_group, facts #>> '{guest,email}', day, (facts ->> 'isHostNew')::boolean, greatest(most_of_new, 0)
    ) end;
    if is_full is not null then
      outcomes := outcomes || jsonb_build_object('id', mail.id, 'full', is_full);
    elsif given.outcome = 'wait' then
      update private.guest_mails set due_at = given.due_at, waits_for = given.waits_for where id in (
        select late.id from public.party_guests as guest join private.guest_mails as late on late.guest_id = guest.id
        where guest.user_id = host and late.handed_at is null and (
          late.id = mail.id or late.due_at <= at + interval '2 minutes' and case given.alike
            when 'host' then true
            when 'group' then private.group_of_mail(late.kind, guest.answer) = mail_group
            when 'strangers' then late.attempts = 0 and guest.email is not null
              and private.is_stranger(facts ->> 'hostEmail', guest.email, day)
          end
        )
        for update of late skip locked
      );
    else
      if mail.kind = 'change' then
        with same as (
          select other.id, other.guest_id from private.guest_mails as other join private.guest_facts as kept on kept.guest_id = other.guest_id
          where other.guest_id = any (given.tells) and other.kind = 'change' and other.handed_at is null
          for update of other, kept skip locked
        ), dropped as (
          delete from private.guest_mails where id in (select id from same)
        )
        update private.guest_facts set told = facts -> 'party' where guest_id = mail.guest_id or guest_id in (select guest_id from same);
      end if;
      if given.outcome = 'mail' then
        token := private.mint_guest_token(mail.guest_id);
        update private.guest_mails set handed_at = at, waits_for = null, attempts = attempts + 1, email = facts #>> '{guest,email}',
          token_hash = sha256(convert_to(token, 'UTF8')), before = given.before
          where id = mail.id;
        outcomes := outcomes || jsonb_build_object('id', mail.id, 'token', token);
      elsif given.outcome = 'missed' then
        update private.guest_mails set handed_at = at where id = mail.id;
      else
        delete from private.guest_mails where id = mail.id;
      end if;
    end if;
  end loop;
  return outcomes;
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
    with known as (
      select guest.id as guest, private.is_news(kept.told, facts) as is_news, facts ? 'isCancelled' and kept.told ? 'isCancelled' as is_told_off
      from public.party_guests as guest join private.guest_facts as kept on kept.guest_id = guest.id
      where guest.invitation_id = invitation.id and guest.email is not null
        and (guest.answer <> 'no' or private.is_new_day(kept.told, facts))
    ), listed as (
      select distinct on (guest, kind) * from (
        select guest.id as guest, mail.kind, mail.handed_at, mail.due_at, mail.email is not null as is_sent, mail.waits_for, true as is_kept
        from public.party_guests as guest join private.guest_mails as mail on mail.guest_id = guest.id
        where guest.invitation_id = invitation.id
        union all
        select guest, 'change', null, invitation.change_due_at, false, null, false from known
        where is_news and invitation.change_due_at is not null
        union all
        select guest, 'change', invitation.cancelled_at, null, true, null, false from known where is_told_off
      ) as mails
      order by guest, kind, handed_at desc nulls first, is_kept desc
    )
    select coalesce(jsonb_agg(jsonb_build_object(
      'guest', guest, 'kind', kind, 'state', case when handed_at is null then 'waits' when is_sent then 'sent' else 'missed' end,
      'at', coalesce(handed_at, case when waits_for = 'limit'
        then (date_trunc('day', due_at at time zone 'UTC' - interval '1 second') + interval '1 day') at time zone 'UTC' else due_at end),
      'waitsFor', case when handed_at is null then case when is_proven then waits_for else 'proof' end end
    ) order by coalesce(handed_at, due_at), guest), '[]') from listed
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
    select one.email, party.facts
    from (
      select invitation.id, invitation.told, own.facts from public.party_invitations as invitation
      cross join lateral (values (private.facts_of_invitation(invitation))) as own (facts)
      where invitation.user_id = host and not private.is_over(own.facts, now())
      order by own.facts ->> 'date', invitation.id
    ) as party
    cross join lateral private.guests_by_address(party.id) as one
    where not coalesce((select told from private.guest_facts as known where known.guest_id = one.id), party.told) ? 'isCancelled'
      and not private.are_mails_ended(party.id, one.email)
    limit 1000
  loop
    case private.count_guest_mail(host, host_address, 'change', guest.email, today, is_new, most_of_new)
      when 'host' then exit;
      when 'domain', 'site', 'address' then continue;
      else insert into private.guest_farewells (email, day, party) values (guest.email, today, jsonb_build_object(
        'title', guest.facts -> 'title', 'date', guest.facts -> 'date', 'time', guest.facts -> 'time', 'end', guest.facts -> 'end',
        'zone', guest.facts -> 'zone',
        'isHostNew', is_new
      ));
    end case;
  end loop;
end
$$;

grant execute on function public.claim_due_guest_mails(timestamp with time zone,integer) to service_role;

grant execute on function public.record_guest_mails(jsonb,timestamp with time zone,integer) to service_role;

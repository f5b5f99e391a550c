-- Hosts in their first week together: mails to guests carry the host's words to addresses that anyone may have typed, and accounts cost
-- nothing. So how many strangers such hosts reach is bounded for each domain of theirs, and for the site.

drop function public.claim_guest_mails(timestamptz, integer), private.count_guest_mail(uuid, text, text, text, date, boolean);

-- Whom new hosts have mailed on a day, as hashes with the salt of that day: the domain of their addresses, or at a large provider the
-- mailbox, and the address of a guest. Forgotten with the salt.
create table private.guest_mail_reach (
  day date not null references private.guest_mail_salts (day) on update cascade on delete cascade,
  sender_hash bytea not null,
  address_hash bytea not null,
  primary key (day, sender_hash, address_hash)
);
revoke all on private.guest_mail_reach from public, anon, authenticated, service_role;

-- The domain that somebody has registered to receive mail at an address, because subdomains cost nothing; null at a large provider.
create function private.domain_of_host(address text) returns text
language sql
stable
set search_path = ''
as $$
  select substring(domain from case
    when domain ~ '\.(ac|co|com|edu|gob|gov|ltd|me|ne|net|or|org|plc|sch)\.[a-z]{2}$' then '[^.]+\.[^.]+\.[^.]+$' else '[^.]+\.[^.]+$'
  end)
  from (values (lower(regexp_replace(address, '^.*@', '')))) as given (domain)
  where not exists (select from private.mail_providers as provider where provider.domain = given.domain)
$$;

-- Counts a mail of a day, or says what is full: 'reach', which is how many strangers new hosts of a domain and of the site may mail, the
-- 'host', or the 'address'. A host is the mailbox that is proved, however many accounts it has had. Anyone who has a link can cause mails to
-- guests' own links and to those who move up, so that most of what a host may send is kept for changes; and can type another guest's
-- address into any number of answers, so that links and places, which strangers cause, are counted apart from changes. The first change of
-- a day that a host of more than a week tells somebody is held up by no other host.
create function private.count_guest_mail(
  host uuid, host_address text, mail_kind text, address text, on_day date, is_new boolean, most_of_new integer
) returns text
language plpgsql
set search_path = ''
as $$
declare
  nobody constant uuid := '00000000-0000-0000-0000-000000000000';
  is_change constant boolean := mail_kind = 'change';
  of_host constant text := case when is_change then 'changes' else 'answers' end;
  to_address constant text := case mail_kind when 'link' then 'links' when 'change' then 'news' else 'places' end;
  most_of_host constant integer := case when is_change then case when is_new then 80 else 700 end else case when is_new then 30 else 300 end end;
  most_of_domain constant integer := 60;
  most_to_address constant integer := case mail_kind when 'link' then 3 when 'change' then 20 else 10 end;
  most_to_address_of_all constant integer := case mail_kind when 'link' then 10 when 'change' then 40 else 20 end;
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
  is_full text;
begin
  if is_stranger and (
    most_of_new <= (select count(*) from (select from private.guest_mail_reach where day = on_day limit most_of_new) as kept)
    or domain is not null and most_of_domain <= (
      select count(*) from private.guest_mail_reach as kept where kept.day = on_day and kept.sender_hash = sender
    )
  ) then
    return 'reach';
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

-- Puts off what a new host has for guests who were not mailed today.
create function private.put_off_strangers(host uuid, host_address text, on_day date, at timestamptz) returns void
language plpgsql
set search_path = ''
as $$
declare
  sender constant bytea := private.hash_of_day(coalesce(private.domain_of_host(host_address), host_address), on_day);
  salt_of_day constant bytea := (select salt from private.guest_mail_salts where day = on_day);
begin
  update private.guest_mails set due_at = at + interval '1 hour' where id in (
    select mail.id from private.guest_mails as mail join public.party_guests as guest on guest.id = mail.guest_id
    where guest.user_id = host and mail.handed_at is null and mail.due_at <= at and mail.attempts = 0 and guest.email is not null
      and not exists (
        select from private.guest_mail_reach as kept where kept.day = on_day and kept.sender_hash = sender
          and kept.address_hash = sha256(salt_of_day || convert_to(private.mailbox_of(guest.email), 'UTF8'))
      )
    -- Rows that somebody changes right now are looked at again.
    for update of mail skip locked
  );
end
$$;

-- Claims mails that are due, those longest due first, records them as handed over, and answers what they are made of, each with a new token
-- of its guest, and at how many it has looked. What is not true any more is dropped. All mails of a host wait until the host has proved to
-- read the own address, and what is too much for a day waits; only a link too many to one address is dropped, because the page has shown
-- it. Of several answers to a party from one address that know the same, one is told what has changed. `most_of_new` is how many guests the
-- hosts of the site in their first week may mail in a day.
create function public.claim_guest_mails(at timestamptz, most integer, most_of_new integer default 500) returns jsonb
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
        'answer', due.answer, 'adults', due.adults, 'children', due.children, 'dogs', due.dogs, 'isWaiting', due.is_waiting
      )
    );
  end loop;
  return jsonb_build_object('looked', looked, 'mails', claimed);
end
$$;

-- Ends the mails about a party to an address, for anyone who has followed the link in one that went there: all answers there forget it, and
-- those to come are mailed nothing. They keep what was typed, or it would tell anyone who types an address that it was there before. At a large
-- provider, of which it is known how it folds addresses, that holds for the whole mailbox.
create or replace function public.stop_guest_mails(mail uuid) returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  sent record;
begin
  select guest.invitation_id, guest.user_id, kept.email into sent
  from private.guest_mails as kept join public.party_guests as guest on guest.id = kept.guest_id
  where kept.id = stop_guest_mails.mail and kept.email is not null;
  if found then
    perform private.lock_guests(sent.user_id);
    insert into private.guest_mail_stops (invitation_id, address_hash)
      select id, private.hash_for_invitation(id, address)
      from public.party_invitations cross join unnest(array[sent.email, case when exists (
        select from private.mail_providers where domain = split_part(lower(sent.email), '@', 2)
      ) then private.mailbox_of(sent.email) end]) as address
      where id = sent.invitation_id and address is not null
      on conflict do nothing;
    update public.party_guests set email = null
      where invitation_id = sent.invitation_id and private.are_mails_ended(sent.invitation_id, email);
  end if;
end
$$;

-- By name, because hosted Supabase grants new functions to each of its roles.
revoke all on function
  private.domain_of_host(text), private.count_guest_mail(uuid, text, text, text, date, boolean, integer),
  private.put_off_strangers(uuid, text, date, timestamptz), public.claim_guest_mails(timestamptz, integer, integer),
  public.stop_guest_mails(uuid)
  from public, anon, authenticated, service_role;
grant execute on function public.claim_guest_mails(timestamptz, integer, integer), public.stop_guest_mails(uuid) to service_role;

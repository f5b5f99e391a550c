-- What remains when an account or a party ends: the last mails to guests, and the deletion of guests' answers.

-- Farewells

-- Mails that cancel a party because its host has deleted the account. Nothing else of the party is left, so the mail waits in a table of
-- its own, holds all that it says, and is deleted when it is handed over.
create table private.guest_farewells (
  id uuid primary key default gen_random_uuid(),
  email text not null,
  -- {title, date, time, end, zone, isHostNew}
  party jsonb not null,
  attempts smallint not null default 0,
  due_at timestamptz not null default now(),
  -- The day on which it was counted. It is deleted with the salt of that day, sent or not.
  day date not null references private.guest_mail_salts (day) on update cascade on delete cascade
);
create index guest_farewells_due_at_idx on private.guest_farewells (due_at);
create index guest_farewells_day_idx on private.guest_farewells (day);

-- Queues a mail for each address that still counts on a party of the host. These count as mails about changes. Those beyond the limit are
-- dropped, because no host is left for whom they could wait; the next parties come first. Only the first thousand are looked at, so
-- that the account is deleted within the time of a request.
create function private.queue_farewells(host uuid) returns void
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
    select first.email, first.facts
    from (
      select party.*, one.id as guest_id, one.email
      from (
        select invitation.id, invitation.told, own.facts, own.facts ->> 'date' as date from public.party_invitations as invitation
        cross join lateral (values (private.facts_of_invitation(invitation))) as own (facts)
        where invitation.user_id = host and not private.is_over(own.facts, now())
        order by date, invitation.id
      ) as party
      cross join lateral private.guests_by_address(party.id) as one
      order by party.date, party.id
      limit 1000
    ) as first
    -- A mail that tells it may have been recorded, and not taken.
    where (coalesce(
      (select before from private.guest_mails as mail where mail.guest_id = first.guest_id and kind = 'change' and handed_at is null),
      (select told from private.guest_facts as known where known.guest_id = first.guest_id),
      first.told
    ) ->> 'isCancelled')::boolean is not true
      and not private.are_mails_ended(first.id, first.email)
    order by first.date, first.id
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

-- Takes due farewells, deletes them, and returns them as {id, to, party, attempt}.
create function public.claim_guest_farewells(at timestamptz, most integer, most_of_new integer) returns jsonb
language sql
security definer
set search_path = ''
set lock_timeout = '5s'
as $$
  insert into private.guest_mail_salts as kept (day, most_of_new)
    values ((now() at time zone 'UTC')::date, greatest(claim_guest_farewells.most_of_new, 0))
    on conflict (day) do update set most_of_new = excluded.most_of_new where kept.most_of_new <> excluded.most_of_new;
  with taken as (
    delete from private.guest_farewells where id in (
      select id from private.guest_farewells where due_at <= at order by due_at, id limit least(greatest(most, 0), 500)
      for update skip locked
    ) returning *
  )
  select coalesce(jsonb_agg(jsonb_build_object('id', id, 'to', email, 'party', party, 'attempt', attempts + 1) order by due_at, id), '[]')
  from taken where not private.is_over(party, least(at, now()))
$$;
grant execute on function public.claim_guest_farewells(timestamptz, integer, integer) to service_role;

-- Puts back farewells that certainly no mail server took: a list of claimed mails, each with its `due_at`.
create function public.release_guest_farewells(mails jsonb) returns void
language sql
security definer
set search_path = ''
as $$
  insert into private.guest_mail_salts (day) values ((now() at time zone 'UTC')::date) on conflict do nothing;
  insert into private.guest_farewells (id, email, party, attempts, due_at, day)
    select id, "to", party, attempt, due_at, (now() at time zone 'UTC')::date
    from jsonb_to_recordset(mails) as back (id uuid, "to" text, party jsonb, attempt smallint, due_at timestamptz)
    on conflict do nothing
$$;
grant execute on function public.release_guest_farewells(jsonb) to service_role;

-- Tombstones

-- What is left of links to an invitation that is removed, with its host's account or by the host: hashes of their tokens until the day of
-- the party, so that guests who open one read that it is gone, and not that a part of it is missing.
create table private.invitation_tombstones (
  token_hash bytea primary key,
  last_day date not null,
  constraint invitation_tombstones_token_hash_check check (octet_length(token_hash) = 32)
);
create index invitation_tombstones_last_day_idx on private.invitation_tombstones (last_day);

-- Keeps the newest thousand links and guests' own links of a removed invitation, for a year at most.
create function private.keep_tombstones() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  facts constant jsonb := private.facts_of_invitation(old);
begin
  if private.is_over(facts, now()) is false then
    insert into private.invitation_tombstones (token_hash, last_day)
      select token_hash, least((facts ->> 'date')::date, private.day_in_zone(null, now()) + 366) from (
        select token_hash, created_at from private.invitation_links where invitation_id = old.id
        union all
        select own.token_hash, own.created_at from private.guest_tokens as own
        join public.party_guests as guest on guest.id = own.guest_id where guest.invitation_id = old.id
        order by created_at desc limit 1000
      ) as links
      on conflict (token_hash) do nothing;
  end if;
  return old;
end
$$;
create trigger keep_tombstones before delete on public.party_invitations
  for each row execute function private.keep_tombstones();

-- Returns whether a token opened an invitation that was removed, until the day of the party is over everywhere. Anybody may ask, as for
-- `open_invitation`.
create function public.is_invitation_gone(token text) returns boolean
language sql
stable
security definer
set search_path = ''
as $$
  select exists (
    select from private.invitation_tombstones
    where token_hash = case when octet_length(token) = 43 then sha256(convert_to(token, 'UTF8')) end
      and last_day >= private.day_in_zone(null, now())
  )
$$;
grant execute on function public.is_invitation_gone(text) to anon, authenticated;

-- Purge

-- Deletes the guests of parties that were 30 days ago in every time zone and that nobody has changed for a day, with the links, the place
-- and the thanks that guests were shown, and the addresses that ended mails; keeps how many guests there were. Takes the oldest parties first, so that one
-- host's many parties do not hold up another's, and skips hosts whose guests are being changed. Takes some 2,000 guests at once, and uses
-- the database's clock: a server's clock that runs ahead must not end anything. Returns how many invitations and guests it has deleted; the
-- caller repeats until there are none.
create function public.purge_invitations(most integer) returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  -- Comparisons add nothing to the dates of rows, one of which may be the last date that PostgreSQL knows.
  before constant date := private.day_in_zone(null, now()) - 30;
  past record;
  invitation public.party_invitations;
  counts jsonb;
  invitations integer := 0;
  guests integer := 0;
  removed integer;
begin
  delete from private.guest_mail_counts as kept
    where day < (now() at time zone 'UTC')::date - 1
    or user_id <> '00000000-0000-0000-0000-000000000000'
      and not exists (select from auth.users where users.id = kept.user_id);
  delete from private.guest_mail_salts where day < (now() at time zone 'UTC')::date - 1;
  -- Owners may remove invitations without end.
  delete from private.invitation_tombstones where last_day < private.day_in_zone(null, now()) or token_hash in (
    select token_hash from private.invitation_tombstones order by last_day offset 200000
  );
  for past in
    select kept.id, kept.user_id from public.party_invitations as kept
    left join public.birthday_celebrations as party on party.id = kept.party_id and party.user_id = kept.user_id
    -- All days that guests may know of have to be over, because a mistyped date must not end what belongs to the party.
    cross join lateral (values (
      greatest(party.celebration_date, (kept.told ->> 'date')::date, (kept.cancelled_party ->> 'date')::date)
    )) as days (last_day)
    where (preview is not null or has_link or told ->> 'location' is not null or cancelled_party ->> 'location' is not null
      or coalesce(cancel_reason, thanks, album_url) is not null or exists (select from public.party_guests as guest where guest.invitation_id = kept.id))
      and last_day < before
      and greatest(party.updated_at, kept.cancelled_at, '-infinity') < now() - interval '1 day'
    order by last_day, kept.id
  loop
    exit when guests >= 2000 or invitations >= least(greatest(most, 0), 1000);
    continue when not private.try_lock_guests(past.user_id);
    select * into invitation from public.party_invitations where id = past.id for no key update skip locked;
    continue when not found;
    invitations := invitations + 1;
    select jsonb_build_object(
      'yes', count(*) filter (where answer = 'yes'),
      'maybe', count(*) filter (where answer = 'maybe'),
      'no', count(*) filter (where answer = 'no'),
      'people', coalesce(sum(adults + children) filter (where answer = 'yes' and waiting_since is null), 0),
      'adults', coalesce(sum(adults) filter (where answer = 'yes' and waiting_since is null), 0),
      'children', coalesce(sum(children) filter (where answer = 'yes' and waiting_since is null), 0),
      'dogs', coalesce(sum(jsonb_array_length(dogs)) filter (where answer = 'yes' and waiting_since is null), 0)
    ) into counts from public.party_guests where invitation_id = past.id;
    delete from public.party_guests where invitation_id = past.id;
    get diagnostics removed = row_count;
    guests := guests + removed;
    delete from private.invitation_links where invitation_id = past.id;
    delete from private.guest_mail_stops where invitation_id = past.id;
    delete from private.guest_words where invitation_id = past.id;
    update public.party_invitations set
      preview = null,
      has_link = false,
      told = case when told ? 'location' then told || '{"location": null}' else told end,
      cancelled_party = (cancelled_party - 'row') || '{"location": null}',
      cancel_reason = null,
      thanks = null,
      album_url = null,
      shows_photo = false,
      is_on_again = false,
      -- A host may have entered guests since the last purge.
      purged_counts = case when removed = 0 then purged_counts else (
        select jsonb_object_agg(key, value::integer + coalesce((purged_counts ->> key)::integer, 0)) from jsonb_each_text(counts)
      ) end
      where id = past.id;
  end loop;
  return jsonb_build_object('invitations', invitations, 'guests', guests);
end
$$;
grant execute on function public.purge_invitations(integer) to service_role;

-- Mails to guests that no other host, no stranger and no other answer can hold up, and an end of mails that holds for the whole party.

drop function private.queue_due_changes(timestamptz, integer), private.count_guest_mail(uuid, text, text, date, boolean);

-- One mailbox has as many addresses as tags can be thought of.
create function private.mailbox_of(address text) returns text
language sql
immutable
set search_path = ''
as $$
  select regexp_replace(lower(address), '\+[^@]*@', '@')
$$;

-- Whoever works through many hosts leaves those out whose guests are changed right now, and comes back to them.
create function private.try_lock_guests(host uuid) returns boolean
language sql
as $$
  select pg_catalog.pg_try_advisory_xact_lock(pg_catalog.hashtextextended(host::text, 20261124100000))
$$;

-- The end of mails

-- Addresses at which the mails about a party were ended, as hashes with the id of its invitation.
create table private.guest_mail_stops (
  invitation_id uuid not null references public.party_invitations (id) on delete cascade,
  address_hash bytea not null,
  primary key (invitation_id, address_hash)
);
revoke all on private.guest_mail_stops from public, anon, authenticated, service_role;

create function private.hash_for_invitation(invitation_id uuid, address text) returns bytea
language sql
immutable
set search_path = ''
as $$
  select sha256(uuid_send(invitation_id) || convert_to(lower(address), 'UTF8'))
$$;

-- Whether the mails about a party were ended at an address, or at the one without its +tag. The other way round it would be another's to
-- end them where mail knows no tags.
create function private.are_mails_ended(invitation_id uuid, address text) returns boolean
language sql
stable
set search_path = ''
as $$
  select exists (
    select from private.guest_mail_stops as stopped
    where stopped.invitation_id = are_mails_ended.invitation_id and stopped.address_hash in (
      private.hash_for_invitation(are_mails_ended.invitation_id, address),
      private.hash_for_invitation(are_mails_ended.invitation_id, private.mailbox_of(address))
    )
  )
$$;

-- Ends the mails about a party to an address, for whoever has followed the link in one that went there: all answers there forget it, and
-- those to come are mailed nothing. They keep what was typed, or it would tell whoever types an address that it was there before.
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
      select id, private.hash_for_invitation(id, sent.email) from public.party_invitations where id = sent.invitation_id
      on conflict do nothing;
    update public.party_guests set email = null
      where invitation_id = sent.invitation_id and private.are_mails_ended(sent.invitation_id, email);
  end if;
end
$$;

-- Claims

-- Changes that nobody has undone for five minutes become a mail for each guest to whom they are news, but for those who do not come: those
-- due longest first, whoever's they are. Answers how many it has settled; whoever calls it comes again while there are as many as asked for.
create function private.queue_due_changes(at timestamptz, most integer) returns integer
language plpgsql
set search_path = ''
as $$
declare
  due record;
  invitation public.party_invitations;
  facts jsonb;
  settled integer;
begin
  -- Where nobody has an address there is nothing to mail, and nothing to wait for.
  update public.party_invitations as kept set told = private.facts_of_invitation(kept), change_due_at = null
  where kept.id in (
    select silent.id from public.party_invitations as silent
    where silent.change_due_at <= at and silent.id in (
      -- Of the first alone, or all guests that there are would be read where many are due.
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
    -- In the order of whoever changes guests.
    continue when not private.try_lock_guests(due.user_id);
    select * into invitation from public.party_invitations
      where id = due.id and change_due_at <= at for no key update skip locked;
    continue when not found;
    settled := settled + 1;
    facts := private.facts_of_invitation(invitation);
    -- Of guests who came by an import it is not kept what each knows.
    insert into private.guest_facts (guest_id, told)
      select guest.id, invitation.told from public.party_guests as guest
      where guest.invitation_id = invitation.id and guest.email is not null
      on conflict (guest_id) do nothing;
    insert into private.guest_mails (guest_id, kind, due_at)
      select guest.id, 'change', invitation.change_due_at
      from public.party_guests as guest join private.guest_facts as known on known.guest_id = guest.id
      where guest.invitation_id = invitation.id and guest.email is not null and guest.answer <> 'no' and private.is_news(known.told, facts)
      order by guest.id
      on conflict (guest_id, kind) where handed_at is null do nothing;
    update public.party_invitations set told = facts, change_due_at = null where id = invitation.id;
  end loop;
  return settled;
end
$$;

-- The hash of an address on a day, with the salt of that day, which is forgotten soon after.
create function private.hash_of_day(address text, on_day date) returns bytea
language plpgsql
set search_path = ''
as $$
begin
  insert into private.guest_mail_salts (day) values (on_day) on conflict do nothing;
  return (
    select sha256(salt || convert_to(private.mailbox_of(address), 'UTF8')) from private.guest_mail_salts where day = on_day
  );
end
$$;

-- Counts a mail of a day, or says what is full: the 'host', or the 'address'. A host is the mailbox that is proved, however many accounts it
-- has had. Whoever has a link can bring about mails to guests' own links and to those who move up, so that most of what a host may send is
-- kept for changes; and can type another guest's address into any number of answers, so that links and places, which strangers bring about,
-- are counted apart from changes. The first change of a day that a host of more than a week tells somebody is held up by no other host.
create function private.count_guest_mail(
  host uuid, host_address text, mail_kind text, address text, on_day date, is_new boolean
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
  most_to_address constant integer := case mail_kind when 'link' then 3 when 'change' then 20 else 10 end;
  most_to_address_of_all constant integer := case mail_kind when 'link' then 10 when 'change' then 40 else 20 end;
  host_hash constant bytea := private.hash_of_day(host_address, on_day);
  hash constant bytea := private.hash_of_day(address, on_day);
  is_first_change constant boolean := is_change and not is_new and not exists (
    select from private.guest_mail_counts as kept
    where kept.user_id = host and kept.day = on_day and kept.kind = to_address and kept.address_hash = hash
  );
  is_full text;
begin
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
  end if;
  return is_full;
end
$$;

-- What one mail tells an address of a party, no other answer with that address is mailed, nor one with a tag to it: but one that knows
-- something else of the party, or sees the place where the one told does not.
create function private.drop_same_changes(
  told_guest uuid, invitation public.party_invitations, address text, known jsonb, facts jsonb, is_place_shown boolean
) returns void
language sql
set search_path = ''
as $$
  with same as (
    select mail.id, mail.guest_id
    from private.guest_mails as mail
    join public.party_guests as guest on guest.id = mail.guest_id
    join private.guest_facts as kept on kept.guest_id = guest.id
    cross join lateral (values (
      coalesce(mail.before, kept.told), invitation.place_for = 'all' or (guest.answer = 'yes' and guest.waiting_since is null)
    )) as other (known, is_place_shown)
    where guest.invitation_id = invitation.id and guest.id <> told_guest
      and lower(address) in (lower(guest.email), private.mailbox_of(guest.email)) and mail.kind = 'change' and mail.handed_at is null
      and not private.is_news(other.known - 'location', drop_same_changes.known - 'location')
      and (
        not other.is_place_shown or other.known -> 'location' = facts -> 'location'
        or (drop_same_changes.is_place_shown and other.known -> 'location' = drop_same_changes.known -> 'location')
      )
    -- An answer that comes right now writes what its guest knows, and may wait for a mail that is locked here.
    for update of mail, kept skip locked
  ), dropped as (
    delete from private.guest_mails where id in (select id from same)
  )
  update private.guest_facts set told = facts where guest_id in (select guest_id from same)
$$;

-- As before. Of several answers to a party from one address that know the same, one is told what has changed.
create or replace function public.claim_guest_mails(at timestamptz, most integer) returns jsonb
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
    if host_address is null then
      kinds := '{link,"moved up",change}';
    elsif due.attempts = 0 then
      is_new := exists (select from auth.users where users.id = due.user_id and users.created_at > now() - interval '7 days');
      is_full := private.count_guest_mail(due.user_id, host_address, due.kind, due.email, day, is_new);
      if is_full = 'host' then
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
        'location', seen -> 'location', 'isPlaceHidden', not is_place_shown and facts ->> 'location' is not null
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

-- As before. What it would have told other answers with the address waits for those as well, because the guest of this one may change it
-- meanwhile. Nobody else waits for a mail that is locked here: who deletes a guest is left alone.
create or replace function public.release_guest_mails(mails jsonb) returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  released record;
begin
  -- As claims, which queue changes.
  perform pg_advisory_xact_lock(20261124110000);
  for released in
    select mail.id, mail.guest_id, mail.kind, mail.attempts, mail.email, mail.before, mail.token_hash, back.due_at
    from jsonb_to_recordset(mails) as back (id uuid, due_at timestamptz) join private.guest_mails as mail on mail.id = back.id
    where mail.handed_at is not null
    for update of mail skip locked
  loop
    begin
      update private.guest_mails set handed_at = null, due_at = released.due_at, token_hash = null where id = released.id;
    exception when unique_violation then
      -- Another one has begun to wait meanwhile, and says it all.
    end;
    if released.kind = 'change' then
      insert into private.guest_mails (guest_id, kind, due_at, attempts, before)
        select other.id, 'change', released.due_at, released.attempts,
          jsonb_build_object('location', known.told -> 'location') || released.before
        from public.party_guests as guest
        join public.party_guests as other on other.invitation_id = guest.invitation_id and other.id <> guest.id
        join private.guest_facts as known on known.guest_id = other.id
        where guest.id = released.guest_id and other.answer <> 'no'
          and lower(released.email) in (lower(other.email), private.mailbox_of(other.email))
        for key share of other skip locked
        on conflict (guest_id, kind) where handed_at is null do nothing;
    end if;
    delete from private.guest_tokens where token_hash in (
      select token_hash from private.guest_tokens where token_hash = released.token_hash for update skip locked
    );
  end loop;
end
$$;

-- Proofs

-- Counts a mail that asks for a proof, five a day to one address, whatever accounts have it one after another; or says that it is too many.
-- Those to all its tags are five together, counted apart: only one account has the address without one, and no other uses up its mails.
create function private.count_proof_mail(address text, at timestamptz) returns boolean
language sql
set search_path = ''
as $$
  insert into private.guest_mail_counts as kept (user_id, kind, address_hash, day)
    select '00000000-0000-0000-0000-000000000000', case when lower(address) = private.mailbox_of(address) then 'proofs' else 'tagged proofs' end,
      private.hash_of_day(address, day), day
    from (values ((at at time zone 'UTC')::date)) as today (day)
  on conflict (user_id, day, kind, address_hash) do update set times = least(kept.times + 1, 1000)
  returning times <= 5
$$;

-- As before, but for addresses that were mailed often enough today.
create or replace function public.note_proof_mails(owners uuid[], at timestamptz) returns jsonb
language sql
security definer
set search_path = ''
as $$
  with noted as (
    insert into private.proof_mails as former (user_id, asked_at)
      select user_id, at from public.reminder_settings
      where user_id = any (owners) and by_mail and private.proven_address(user_id) is null
      order by user_id
    on conflict (user_id) do update set asked_at = at, times = least(former.times + 1, 10)
      where former.asked_at <= at - interval '1 hour' * power(2, former.times - 1)
    returning user_id
  ), asked as materialized (
    select id, email from noted join auth.users on users.id = noted.user_id order by private.mailbox_of(email)
  )
  select coalesce(jsonb_agg(jsonb_build_object('user_id', id, 'email', email)), '[]') from asked where private.count_proof_mail(email, at)
$$;

create or replace function public.claim_proof_requests(at timestamptz, most integer) returns jsonb
language sql
security definer
set search_path = ''
as $$
  with taken as (
    delete from private.proof_requests where user_id in (
      select request.user_id from private.proof_requests as request join auth.users as account on account.id = request.user_id
      order by request.asked_at limit least(greatest(most, 0), 100)
      -- An account that is deleted right now is left alone.
      for update of request skip locked for key share of account skip locked
    ) returning user_id
  ), noted as (
    insert into private.proof_mails as former (user_id, asked_at)
      select user_id, at from taken where private.proven_address(user_id) is null order by user_id
    on conflict (user_id) do update set asked_at = at, times = least(former.times + 1, 10)
      where former.asked_at <= at - interval '1 hour' * power(2, former.times - 1)
    returning user_id
  ), asked as materialized (
    select id, email from noted join auth.users on users.id = noted.user_id order by private.mailbox_of(email)
  )
  select coalesce(jsonb_agg(jsonb_build_object('user_id', id, 'email', email)), '[]') from asked where private.count_proof_mail(email, at)
$$;

-- The end

-- As before, with the addresses at which mails were ended, at most some 2,000 guests at once, and without waiting for hosts.
create or replace function public.purge_invitations(most integer) returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  -- Compared without adding to dates of the rows, of which one may be the last that there is.
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
  for past in
    select kept.id, kept.user_id from public.party_invitations as kept
    left join public.birthday_celebrations as party on party.id = kept.party_id and party.user_id = kept.user_id
    -- One slip of the pen must not end what belongs to the party, so all days that guests may know of it have to be over.
    cross join lateral (values (
      greatest(party.celebration_date, (kept.told ->> 'date')::date, (kept.cancelled_party ->> 'date')::date)
    )) as days (last_day)
    where (preview is not null or has_link or told ->> 'location' is not null or cancelled_party ->> 'location' is not null
      or exists (select from public.party_guests as guest where guest.invitation_id = kept.id))
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
    update public.party_invitations set
      preview = null,
      has_link = false,
      told = case when told ? 'location' then told || '{"location": null}' else told end,
      cancelled_party = cancelled_party || '{"location": null}',
      -- A host may have entered somebody since the last time.
      purged_counts = case when removed = 0 then purged_counts else (
        select jsonb_object_agg(key, value::integer + coalesce((purged_counts ->> key)::integer, 0)) from jsonb_each_text(counts)
      ) end
      where id = past.id;
  end loop;
  return jsonb_build_object('invitations', invitations, 'guests', guests);
end
$$;

drop function private.last_day_of_invitation(public.party_invitations);

-- By name, because hosted Supabase grants new functions to each of its roles.
revoke all on function
  private.mailbox_of(text), private.try_lock_guests(uuid), private.hash_for_invitation(uuid, text), private.are_mails_ended(uuid, text),
  private.queue_due_changes(timestamptz, integer), private.hash_of_day(text, date),
  private.count_guest_mail(uuid, text, text, text, date, boolean), private.drop_same_changes(uuid, public.party_invitations, text, jsonb, jsonb, boolean),
  private.count_proof_mail(text, timestamptz)
  from public, anon, authenticated, service_role;

-- What guests of a party are mailed, what its host is told in reminders, and the end of guests' data.
--
-- A mail is a row here from its cause on. Whoever claims it records that it is handed over, and only then hands it over, so that neither
-- a crash nor a second server sends it twice. What it says is worked out as it is claimed. The handler in functions/guest-mails writes and sends
-- it; it calls the functions at the end of this file as `service_role`.

-- Tables

create table private.guest_mails (
  id uuid primary key default gen_random_uuid(),
  guest_id uuid not null references public.party_guests (id) on delete cascade,
  -- 'link': the guest's own link, after an answer. 'moved up': from the waiting list. 'change': of the party, or that it is cancelled.
  kind text not null,
  due_at timestamptz not null default now(),
  attempts smallint not null default 0,
  -- Where it went, and with which token; null while it waits.
  handed_at timestamptz,
  email text,
  token_hash bytea,
  -- Of a change that was claimed: what the guest knew before.
  before jsonb,
  constraint guest_mails_kind_check check (kind in ('link', 'moved up', 'change'))
);
-- One mail for several causes of a kind, for as long as it waits.
create unique index guest_mails_waiting_idx on private.guest_mails (guest_id, kind) where handed_at is null;
create index guest_mails_due_at_idx on private.guest_mails (due_at) where handed_at is null;
create index guest_mails_guest_id_idx on private.guest_mails (guest_id);

-- What each guest with an address knows of the party: what it was when they answered, or when they were mailed a change.
create table private.guest_facts (
  guest_id uuid primary key references public.party_guests (id) on delete cascade,
  told jsonb not null
);

-- Mails of a day in UTC: of a host, of a host to an address, and of all hosts to an address, under an id that is nobody's. Addresses are
-- hashes with the salt of the day, which is forgotten soon after. Without foreign keys, because they outlive guests who are removed.
create table private.guest_mail_counts (
  user_id uuid not null,
  kind text not null,
  address_hash bytea not null default '',
  day date not null,
  times integer not null default 1,
  primary key (user_id, day, kind, address_hash)
);
create index guest_mail_counts_day_idx on private.guest_mail_counts (day);
create table private.guest_mail_salts (
  day date primary key,
  salt bytea not null default uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())
);

-- Hosts who have asked for the mail that proves their address.
create table private.proof_requests (
  user_id uuid primary key references auth.users (id) on delete cascade,
  asked_at timestamptz not null default now()
);

-- Answers that a host with reminders is still to be told of, and those of which it was told on a day.
create table private.guest_news (
  guest_id uuid primary key references public.party_guests (id) on delete cascade,
  user_id uuid not null,
  arrived_at timestamptz not null default now(),
  -- The host's own day on which the digest told of it.
  told_day date
);
create index guest_news_user_id_idx on private.guest_news (user_id, arrived_at);

revoke all on private.guest_mails, private.guest_facts, private.guest_mail_counts, private.guest_mail_salts, private.proof_requests,
  private.guest_news from public, anon, authenticated, service_role;

-- Causes

create function private.queue_guest_mail(guest_id uuid, kind text) returns void
language sql
set search_path = ''
as $$
  insert into private.guest_mails as kept (guest_id, kind) values (queue_guest_mail.guest_id, queue_guest_mail.kind)
  on conflict (guest_id, kind) where handed_at is null do update set due_at = least(kept.due_at, excluded.due_at)
$$;

-- An answer of the guest's own. The page then shows the party as it is, so that is what the guest knows from then on.
create function private.note_guest_answer() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  if new.email is not null then
    if tg_op = 'INSERT' or new.email is distinct from old.email then
      perform private.queue_guest_mail(new.id, 'link');
    end if;
    insert into private.guest_facts (guest_id, told)
      select new.id, private.facts_of_invitation(invitation) from public.party_invitations as invitation where id = new.invitation_id
      on conflict (guest_id) do update set told = excluded.told;
  end if;
  if tg_op = 'INSERT' or (new.answer, new.adults, new.children, new.dogs) is distinct from (old.answer, old.adults, old.children, old.dogs) then
    insert into private.guest_news as kept (guest_id, user_id)
      select new.id, user_id from private.reminder_due where user_id = new.user_id
      on conflict (guest_id) do update set arrived_at = excluded.arrived_at, told_day = null;
    update private.reminder_due set due_at = '-infinity', claim = claim + 1, attempts = 0
      where user_id = new.user_id and due_at > '-infinity';
  end if;
  return null;
end
$$;
create trigger note_guest_answer_on_insert after insert on public.party_guests
  for each row when (new.answered_at is not null) execute function private.note_guest_answer();
create trigger note_guest_answer_on_update after update of answered_at on public.party_guests
  for each row when (new.answered_at is not null) execute function private.note_guest_answer();

-- Whoever takes the address back gets no mail that still waits.
create function private.forget_guest_address() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  delete from private.guest_mails where guest_id = new.id and handed_at is null;
  delete from private.guest_facts where guest_id = new.id;
  return null;
end
$$;
create trigger forget_guest_address after update of email on public.party_guests
  for each row when (old.email is not null and new.email is null) execute function private.forget_guest_address();

-- A place on the waiting list that became a place at the party, but by the guest's own answer, which says so itself.
create function private.note_guest_moved_up() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  if not exists (select from private.guest_mails where guest_id = new.id and kind = 'link' and handed_at is null) then
    perform private.queue_guest_mail(new.id, 'moved up');
  end if;
  return null;
end
$$;
create trigger note_guest_moved_up after update of waiting_since on public.party_guests
  for each row when (
    old.waiting_since is not null and new.waiting_since is null and new.answer = 'yes' and new.email is not null
    and new.answered_at is not distinct from old.answered_at
  ) execute function private.note_guest_moved_up();

-- As before, but for guests who have answered between two changes: a party that is back to what they were told last may be news for those.
create or replace function private.note_party_change(invitation public.party_invitations, facts jsonb) returns void
language sql
set search_path = ''
as $$
  update public.party_invitations as kept
  set change_due_at = case
    when (
      private.is_news(told, facts) or exists (
        select from private.guest_facts as known join public.party_guests as guest on guest.id = known.guest_id
        where guest.invitation_id = kept.id and private.is_news(known.told, facts)
      )
    ) and not (private.is_over(facts, now()) and coalesce(private.is_over(told, now()), true))
    then now() + interval '5 minutes'
  end
  where id = invitation.id
$$;

-- Claims

-- Changes that nobody has undone for five minutes become a mail for each guest to whom they are news, but for those who do not come. Of several handlers at once one does it.
create function private.queue_due_changes(at timestamptz, most integer) returns void
language plpgsql
set search_path = ''
as $$
declare
  due record;
  invitation public.party_invitations;
  facts jsonb;
begin
  for due in
    select id, user_id from public.party_invitations where change_due_at <= at order by user_id, id limit most
  loop
    -- In the order of whoever changes guests.
    perform private.lock_guests(due.user_id);
    select * into invitation from public.party_invitations
      where id = due.id and change_due_at <= at for no key update skip locked;
    continue when not found;
    facts := private.facts_of_invitation(invitation);
    -- Of guests who came by an import it is not kept what each knows.
    insert into private.guest_facts (guest_id, told)
      select guest.id, invitation.told from public.party_guests as guest
      where guest.invitation_id = invitation.id and guest.email is not null
      on conflict (guest_id) do nothing;
    insert into private.guest_mails (guest_id, kind, due_at)
      select guest.id, 'change', at
      from public.party_guests as guest join private.guest_facts as known on known.guest_id = guest.id
      where guest.invitation_id = invitation.id and guest.email is not null and guest.answer <> 'no' and private.is_news(known.told, facts)
      order by guest.id
      on conflict (guest_id, kind) where handed_at is null do nothing;
    update public.party_invitations set told = facts, change_due_at = null where id = invitation.id;
  end loop;
end
$$;

-- Counts a mail of a day, or says what is full: the 'host', or the 'address'. Whoever has a link can bring about mails to guests' own
-- links and to those who move up, so that most of what a host may send is kept for changes; and can type another guest's address into any
-- number of answers, so that links are counted apart from what that guest has to know.
create function private.count_guest_mail(host uuid, mail_kind text, address text, on_day date, is_new boolean) returns text
language plpgsql
set search_path = ''
as $$
declare
  nobody constant uuid := '00000000-0000-0000-0000-000000000000';
  is_change constant boolean := mail_kind = 'change';
  is_link constant boolean := mail_kind = 'link';
  of_host constant text := case when is_change then 'changes' else 'answers' end;
  to_address constant text := case when is_link then 'links' else 'news' end;
  most_of_host constant integer := case when is_change then case when is_new then 120 else 700 end else case when is_new then 80 else 300 end end;
  most_to_address constant integer := case when is_link then 3 else 20 end;
  most_to_address_of_all constant integer := case when is_link then 10 else 40 end;
  hash bytea;
  is_full text;
begin
  insert into private.guest_mail_salts (day) values (on_day) on conflict do nothing;
  -- One mailbox has as many addresses as tags can be thought of.
  select sha256(salt || convert_to(regexp_replace(lower(address), '\+[^@]*@', '@'), 'UTF8')) into hash
    from private.guest_mail_salts where day = on_day;
  select case when kept.address_hash = '' then 'host' else 'address' end into is_full
  from (values
    (host, of_host, ''::bytea, most_of_host), (host, to_address, hash, most_to_address), (nobody, to_address, hash, most_to_address_of_all)
  ) as place (user_id, kind, address_hash, most)
  join private.guest_mail_counts as kept using (user_id, kind, address_hash)
  where kept.day = on_day and kept.times >= place.most order by kept.address_hash limit 1;
  if is_full is null then
    insert into private.guest_mail_counts as kept (user_id, kind, address_hash, day)
      values (host, of_host, '', on_day), (host, to_address, hash, on_day), (nobody, to_address, hash, on_day)
      on conflict (user_id, day, kind, address_hash) do update set times = kept.times + 1;
  end if;
  return is_full;
end
$$;

-- Puts off what waits of a host: nobody else's mails stand behind it. Rows that somebody changes right now are looked at again.
create function private.put_off_guest_mails(host uuid, kinds text[], at timestamptz) returns void
language sql
set search_path = ''
as $$
  update private.guest_mails set due_at = at + interval '1 hour' where id in (
    select mail.id from private.guest_mails as mail join public.party_guests as guest on guest.id = mail.guest_id
    where guest.user_id = host and mail.handed_at is null and mail.due_at <= at and mail.kind = any (kinds)
    for update of mail skip locked
  )
$$;

-- Claims mails that are due, those longest due first, records them as handed over, and answers what they are made of, each with a new token
-- of its guest, and at how many it has looked. What is not true any more is dropped. All mails of a host wait until the host has proved to
-- read the own address, and what is too much for a day waits; only a link too many to one address is dropped, because the page has shown it.
create function public.claim_guest_mails(at timestamptz, most integer) returns jsonb
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
  is_full text;
  put_off text[] := '{}';
  token text;
  looked integer := 0;
  claimed jsonb := '[]';
begin
  -- One at a time counts. Nobody who waits for this holds anything that the one before waits for.
  perform pg_advisory_xact_lock(20261124110000);
  -- Put off by a clock that ran ahead.
  update private.guest_mails set due_at = at where handed_at is null and due_at > at + interval '1 day';
  perform private.queue_due_changes(at, 20);
  for due in
    select mail.id, mail.kind, mail.attempts, mail.before, guest.id as guest_id, guest.user_id, guest.invitation_id, guest.email,
      guest.answer, guest.adults, guest.children, jsonb_array_length(guest.dogs) as dogs, guest.waiting_since is not null as is_waiting
    from private.guest_mails as mail join public.party_guests as guest on guest.id = mail.guest_id
    where mail.handed_at is null and mail.due_at <= at
    -- Who came first is told first, however many came afterwards with the same address.
    order by mail.due_at, guest.created_at, mail.id limit least(greatest(most, 0), 500)
    -- The guest as well, or a removal of the guest and this could wait for each other.
    for update of mail skip locked for key share of guest skip locked
  loop
    looked := looked + 1;
    continue when due.user_id || due.kind = any (put_off);
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
    if due.email is null or private.is_over(facts, at)
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
    if private.proven_address(due.user_id) is null then
      kinds := '{link,"moved up",change}';
    elsif due.attempts = 0 then
      is_new := exists (select from auth.users where users.id = due.user_id and users.created_at > now() - interval '7 days');
      is_full := private.count_guest_mail(due.user_id, due.kind, due.email, day, is_new);
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

-- Takes back mails, a list of {id, due_at}, of which it is certain that they were not taken: they are handed over again, with another token.
create function public.release_guest_mails(mails jsonb) returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  delete from private.guest_tokens as kept
  using jsonb_to_recordset(mails) as released (id uuid), private.guest_mails as mail
  where mail.id = released.id and kept.token_hash = mail.token_hash;
  update private.guest_mails as kept set handed_at = null, due_at = released.due_at, token_hash = null
  from jsonb_to_recordset(mails) as released (id uuid, due_at timestamptz)
  where kept.id = released.id and kept.handed_at is not null
    -- Another one has begun to wait meanwhile, and says it all.
    and not exists (
      select from private.guest_mails as other where other.guest_id = kept.guest_id and other.kind = kept.kind and other.handed_at is null
    );
end
$$;

-- The host's address

-- Whether the caller's guests are mailed: once it is proved that the caller reads the own address.
create function public.is_own_address_proven() returns boolean
language sql
stable
security definer
set search_path = ''
as $$
  select private.proven_address(auth.uid()) is not null
$$;

-- Asks for the mail that proves the caller's address. It is the one that reminders ask for, and no more of them are sent.
create function public.ask_for_address_proof() returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  caller constant uuid := auth.uid();
begin
  if caller is null then
    raise exception 'only a signed-in owner can ask for a proof' using errcode = '42501';
  end if;
  perform private.lock_owner(caller);
  if private.proven_address(caller) is not null then
    return;
  end if;
  if exists (
    select from private.proof_mails where user_id = caller and asked_at > now() - interval '1 hour' * power(2, times - 1)
  ) then
    raise exception 'limit reached: the mail that proves the address was sent lately'
      using errcode = '23514', hint = 'Look into your mail, or try again later.', schema = 'private', table = 'proof_requests',
        constraint = 'proof_requests_limit';
  end if;
  insert into private.proof_requests (user_id) values (caller) on conflict do nothing;
end
$$;

-- Ends requests, and answers as {user_id, email} who is to be mailed now; notes it as `note_proof_mails` does.
create function public.claim_proof_requests(at timestamptz, most integer) returns jsonb
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
  )
  select coalesce(jsonb_agg(jsonb_build_object('user_id', users.id, 'email', users.email)), '[]')
  from noted join auth.users on users.id = noted.user_id
$$;

-- What has waited for a proof waits no longer.
create function private.release_mails_of_proven() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  update private.guest_mails set due_at = now() where id in (
    select mail.id from private.guest_mails as mail join public.party_guests as guest on guest.id = mail.guest_id
    where guest.user_id = new.user_id and mail.handed_at is null and mail.attempts = 0 and mail.due_at > now()
    for update of mail skip locked
  );
  return null;
end
$$;
create trigger release_mails_of_proven after insert or update on private.proven_addresses
  for each row execute function private.release_mails_of_proven();

-- Forgets a guest's address for whoever has followed the link in a mail that went there. Nothing happens where the guest has another one.
create function public.stop_guest_mails(mail uuid) returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  sent record;
begin
  select guest.id, guest.user_id, kept.email into sent
  from private.guest_mails as kept join public.party_guests as guest on guest.id = kept.guest_id where kept.id = stop_guest_mails.mail;
  if found then
    perform private.lock_guests(sent.user_id);
    update public.party_guests set email = null where id = sent.id and email = sent.email;
  end if;
end
$$;

-- The end

-- The last day on which guests may still want to know something of the party: of what it is, of what they were told, and of what it was when
-- it was cancelled. One slip of the pen must not end what belongs to the party, so all three have to be over.
create function private.last_day_of_invitation(invitation public.party_invitations) returns date
language sql
stable
set search_path = ''
as $$
  select greatest(
    (private.facts_of_invitation(invitation) ->> 'date')::date, (invitation.told ->> 'date')::date,
    (invitation.cancelled_party ->> 'date')::date
  )
$$;

-- Deletes the guests of parties that were 30 days ago, wherever on earth, and that nobody has changed for a day, with the links and the place
-- that guests were told; keeps how many guests they were. The oldest first, so that nobody's many parties hold up another's. It knows no clock but the database's own: one that runs ahead must
-- not end anything. Answers how many invitations and guests there were; whoever calls it does so until there is none.
create function public.purge_invitations(most integer) returns jsonb
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
    where (preview is not null or has_link or told ->> 'location' is not null or cancelled_party ->> 'location' is not null
      or exists (select from public.party_guests as guest where guest.invitation_id = kept.id))
      and private.last_day_of_invitation(kept) < before
      and greatest(party.updated_at, kept.cancelled_at, '-infinity') < now() - interval '1 day'
    order by private.last_day_of_invitation(kept), kept.id limit least(greatest(most, 0), 1000)
  loop
    perform private.lock_guests(past.user_id);
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

-- A party that is put back or imported may be on any day. One with an invitation is on a day that guests can read.
create function private.check_date_of_invited() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  if exists (
    select from public.birthday_celebrations as party
    join public.party_invitations as kept on kept.party_id = party.id and kept.user_id = party.user_id
    where party.id = case tg_table_name when 'party_invitations' then to_jsonb(new) ->> 'party_id' else to_jsonb(new) ->> 'id' end::uuid
      and party.celebration_date not between date '0001-01-01' and date '2100-12-31'
  ) then
    raise exception 'celebration_date is beyond the years 1 to 2100'
      using errcode = '23514', schema = 'public', table = 'birthday_celebrations', column = 'celebration_date',
        constraint = 'birthday_celebrations_date_range';
  end if;
  return null;
end
$$;
create trigger check_date_of_invited after insert on public.party_invitations
  for each row execute function private.check_date_of_invited();
create trigger check_date_of_invited after insert on public.birthday_celebrations
  for each row when (new.celebration_date not between date '0001-01-01' and date '2100-12-31')
  execute function private.check_date_of_invited();

-- Reminders

-- As before, and what guests have answered since the host was told last, unless the host has looked at it: the first word of their names,
-- and never an address. What was told today is there once more, in case a message is handed over again.
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
        'answer', guest.answer, 'is_waiting', guest.waiting_since is not null, 'arrived_at', news.arrived_at
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

-- As before, for a list of {user_id, day, channel, replies}: guests whose answers are told by a delivery are told of from then on.
create or replace function public.record_reminder_deliveries(deliveries jsonb) returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  recorded jsonb;
begin
  with wanted as (
    select wanted.user_id, wanted.day, wanted.channel, wanted.replies
    from jsonb_to_recordset(deliveries) as wanted (user_id uuid, day date, channel text, replies uuid[])
    join public.reminder_settings as settings on settings.user_id = wanted.user_id
      and case wanted.channel when 'mail' then settings.by_mail else settings.by_push end
  ), added as (
    insert into private.reminder_deliveries (user_id, day, channel)
    select user_id, day, channel from wanted order by user_id, day, channel
    on conflict do nothing
    returning user_id, day, channel
  ), told as (
    update private.guest_news as news set told_day = added.day
    from added join wanted on (wanted.user_id, wanted.day, wanted.channel) = (added.user_id, added.day, added.channel)
    where news.user_id = added.user_id and news.guest_id = any (wanted.replies)
  )
  select coalesce(jsonb_agg(to_jsonb(added)), '[]') into recorded from added;
  -- Of the same owners: the work grows with who is due.
  delete from private.reminder_deliveries as old using (
    select user_id, min(day) as day from jsonb_to_recordset(deliveries) as wanted (user_id uuid, day date) group by user_id
  ) as latest
  where old.user_id = latest.user_id and old.day < latest.day - 7;
  return recorded;
end
$$;

-- As before. What was told by no other channel of the day is told again.
create or replace function public.release_reminder_deliveries(deliveries jsonb) returns void
language sql
security definer
set search_path = ''
as $$
  delete from private.reminder_deliveries as kept
  using jsonb_to_recordset(deliveries) as released (user_id uuid, day date, channel text)
  where kept.user_id = released.user_id and kept.day = released.day and kept.channel = released.channel;
  update private.guest_news as news set told_day = null
  from jsonb_to_recordset(deliveries) as released (user_id uuid, day date)
  where news.user_id = released.user_id and news.told_day = released.day and not exists (
    select from private.reminder_deliveries as other where other.user_id = released.user_id and other.day = released.day
  );
$$;

-- By name, because hosted Supabase grants new functions to each of its roles.
revoke all on function
  private.queue_guest_mail(uuid, text), private.note_guest_answer(), private.forget_guest_address(), private.note_guest_moved_up(),
  private.queue_due_changes(timestamptz, integer), private.count_guest_mail(uuid, text, text, date, boolean),
  private.put_off_guest_mails(uuid, text[], timestamptz), private.release_mails_of_proven(),
  public.is_own_address_proven(), public.ask_for_address_proof(), public.claim_proof_requests(timestamptz, integer),
  public.claim_guest_mails(timestamptz, integer), public.release_guest_mails(jsonb), public.stop_guest_mails(uuid),
  private.last_day_of_invitation(public.party_invitations), private.check_date_of_invited(), public.purge_invitations(integer)
  from public, anon, authenticated, service_role;
grant execute on function public.is_own_address_proven(), public.ask_for_address_proof() to authenticated;
grant execute on function
  public.claim_proof_requests(timestamptz, integer), public.claim_guest_mails(timestamptz, integer), public.release_guest_mails(jsonb), public.stop_guest_mails(uuid),
  public.purge_invitations(integer)
  to service_role;

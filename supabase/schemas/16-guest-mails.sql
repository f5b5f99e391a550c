-- Mails to the guests of a party, and their causes.
--
-- A mail is a row from its cause on. A handler that claims it records the handover before it hands the mail over, so neither a crash nor a
-- second server sends it twice. What it says is worked out by functions/delivery then.
create table private.guest_mails (
  id uuid primary key default gen_random_uuid(),
  guest_id uuid not null references public.party_guests (id) on delete cascade,
  -- 'link': the guest's own link, after an answer. 'moved up': from the waiting list. 'change': of the party, or that it is cancelled.
  -- 'reminder': on the day before. 'word': from the host.
  kind text not null,
  due_at timestamptz not null default now(),
  attempts smallint not null default 0,
  -- When it is too late to hand it over; null for never.
  until timestamptz,
  -- Why it waits beyond the next look: 'proof' of the host's address, or the 'limit' of a day. Null if nothing but its turn is missing.
  waits_for text,
  -- When it was handed over, to which address, and with which token; null while it waits. A mail without an address was given up then,
  -- because it was too late or could not be written, or nobody has taken it.
  handed_at timestamptz,
  email text,
  token_hash bytea,
  -- When its guest has opened the link in it.
  opened_at timestamptz,
  -- For a claimed change: what the guest knew before.
  before jsonb,
  constraint guest_mails_kind_check check (kind in ('link', 'moved up', 'change', 'reminder', 'word')),
  constraint guest_mails_waits_for_check check (waits_for in ('proof', 'limit'))
);
-- Keeps one waiting mail for several causes of a kind.
create unique index guest_mails_waiting_idx on private.guest_mails (guest_id, kind) where handed_at is null;
create index guest_mails_due_at_idx on private.guest_mails (due_at) where handed_at is null;
create index guest_mails_guest_id_idx on private.guest_mails (guest_id);

-- Records that the page of the link in a mail was opened, for anybody who has the link. The page says so by a script, because programs
-- that check mails open every link.
create function public.note_opened_mail(token text) returns void
language sql
security definer
set search_path = ''
as $$
  update private.guest_mails as mail set opened_at = now()
  from private.guest_tokens as own
  where own.token_hash = sha256(convert_to(left(note_opened_mail.token, 43), 'UTF8')) and mail.guest_id = own.guest_id
    and mail.token_hash = own.token_hash and mail.opened_at is null
$$;
grant execute on function public.note_opened_mail(text) to anon, authenticated;

-- Returns with which mails a mail is counted and waits.
create function private.group_of_mail(kind text, answer text) returns text
language sql
immutable
set search_path = ''
as $$
  select case when kind = 'reminder' then 'word' when kind = 'link' and answer = 'no' then 'link of no' else kind end
$$;

-- What each guest with an address knows of the party: its facts when they answered, or when they were mailed a change.
create table private.guest_facts (
  guest_id uuid primary key references public.party_guests (id) on delete cascade,
  told jsonb not null
);

-- Causes

-- Queues a mail to a guest, or makes a waiting one of its kind due earlier.
create function private.queue_guest_mail(guest_id uuid, kind text) returns void
language sql
set search_path = ''
as $$
  insert into private.guest_mails as kept (guest_id, kind) values (queue_guest_mail.guest_id, queue_guest_mail.kind)
  on conflict (guest_id, kind) where handed_at is null do update set due_at = least(kept.due_at, excluded.due_at)
$$;

-- Records a guest's own answer for mails. The page then shows the party as it is, so the guest knows that from then on.
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
  return null;
end
$$;
create trigger note_guest_answer_on_insert after insert on public.party_guests
  for each row when (new.answered_at is not null) execute function private.note_guest_answer();
create trigger note_guest_answer_on_update after update of answered_at on public.party_guests
  for each row when (new.answered_at is not null) execute function private.note_guest_answer();

-- Drops the waiting mails of a guest whose address is deleted.
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

-- Queues a mail to a guest who moves up from the waiting list, unless by their own answer: the mail about that says so itself.
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

-- Changes of the party

-- Sets when guests are mailed what has changed: five minutes after the last of several changes, unless by then everything is as all of them
-- know it. Guests who answered between two changes may know something else than the others. Guests are not informed about a party that is
-- over, because hosts tidy up.
create function private.note_party_change(invitation public.party_invitations, facts jsonb) returns void
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
  end,
    remind_at = private.reminder_time(facts, kept.host_zone)
  where id = invitation.id
$$;

-- Returns whether the party is on, on another day than guests know of. Those who cannot come are told only that: the day may suit them.
create function private.is_new_day(told jsonb, facts jsonb) returns boolean
language sql
immutable
set search_path = ''
as $$
  select not facts ? 'isCancelled' and (told -> 'date' <> facts -> 'date' or told ? 'isCancelled')
$$;

-- Queues a mail for each guest to whom a change is news, once nobody has undone it for five minutes. Takes
-- the changes due longest first, of all hosts. Returns how many changes it has settled; the caller repeats while there are as many as asked
-- for.
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

-- Returns the guests of an invitation who may come, one for each address: what is the same for all of them is mailed to an address once, no
-- matter how many answers there are with it, or who typed them. The first answer counts, so that nobody takes another's mail over with a
-- later one. As for changes, an address with a tag is left out where the one without is mailed. After the party, only those who came count.
create function private.guests_by_address(invitation_id uuid, only_came boolean default false) returns setof public.party_guests
language sql
stable
set search_path = ''
as $$
  with addressed as materialized (
    select distinct on (lower(email)) guest, lower(email) as address, private.mailbox_of(email) as mailbox
    from public.party_guests as guest
    where guest.invitation_id = guests_by_address.invitation_id and email is not null and answer <> 'no'
      and (not only_came or answer = 'yes' and waiting_since is null)
    order by lower(email), waiting_since is not null, created_at, id
  )
  select (one.guest).* from addressed as one
  where address = mailbox or not exists (select from addressed as plain where plain.address = one.mailbox)
$$;

-- Reminders

-- Queues the reminders of parties for guests who may come, for half a day. Guests who answered in the half day before were just mailed everything.
-- By the database's clock, so that no other clock reminds guests before a change of the party that schedules the reminder anew. Returns
-- how many parties it has settled; the caller repeats while there are as many as asked for.
create function private.queue_due_reminders(at timestamptz, most integer) returns integer
language plpgsql
set search_path = ''
as $$
declare
  due record;
  invitation public.party_invitations;
  settled integer := 0;
begin
  for due in
    select id, user_id from public.party_invitations where remind_at <= least(at, now()) order by remind_at, id
  loop
    exit when settled >= most;
    -- Takes the locks in the same order as changes of guests do.
    continue when not private.try_lock_guests(due.user_id);
    select * into invitation from public.party_invitations
      where id = due.id and remind_at <= least(at, now()) for no key update skip locked;
    continue when not found;
    settled := settled + 1;
    insert into private.guest_mails (guest_id, kind, due_at, until)
      select guest.id, 'reminder', invitation.remind_at, invitation.remind_at + interval '12 hours'
      from private.guests_by_address(invitation.id) as guest
      where invitation.reminds_guests and guest.waiting_since is null
        and coalesce(guest.answered_at, '-infinity') < invitation.remind_at - interval '12 hours'
      order by guest.id
      on conflict (guest_id, kind) where handed_at is null do nothing;
    update public.party_invitations set remind_at = null where id = invitation.id;
  end loop;
  return settled;
end
$$;

-- Words of hosts

-- What hosts have written to the guests of a party.
create table private.guest_words (
  id uuid primary key default gen_random_uuid(),
  invitation_id uuid not null references public.party_invitations (id) on delete cascade,
  words text not null,
  sent_at timestamptz not null default now(),
  constraint guest_words_words_check check (
    char_length(words) between 1 and 500 and private.is_plain(words) and private.is_visible(words)
  )
);
create index guest_words_invitation_id_idx on private.guest_words (invitation_id, sent_at);

-- Mails a word of the caller to the guests of a party who have said yes or maybe and left an address, and returns how many they are. After
-- the party the word is thanks, which go once, to the guests who had a place. Needs the proof of the host's address, like all mails to
-- guests. Takes two a day for each party, and the second only when no guest waits for the first, so that a mail always has the latest, and 40
-- in all, because a party may be many years ahead. A request that is repeated with the same `word_id`, because its answer was lost, sends
-- nothing.
create function public.send_word_to_guests(invitation_id uuid, words text, word_id uuid default gen_random_uuid()) returns integer
language plpgsql
security definer
set search_path = ''
as $$
declare
  most constant integer := 2;
  most_of_party constant integer := 40;
  caller constant uuid := auth.uid();
  invitation public.party_invitations;
  facts jsonb;
  is_thanks boolean;
  guests uuid[];
begin
  if caller is null then
    raise exception 'only a signed-in owner writes to guests' using errcode = '42501';
  end if;
  perform private.lock_guests(caller);
  select * into invitation from public.party_invitations as kept
  where kept.id = send_word_to_guests.invitation_id and kept.user_id = caller for no key update;
  if not found then
    raise exception 'the invitation must be the owner''s'
      using errcode = '23503', schema = 'private', table = 'guest_words', constraint = 'guest_words_invitation_id_fkey';
  end if;
  facts := private.facts_of_invitation(invitation);
  is_thanks := private.is_over_for_guests(invitation, facts, now());
  guests := array(select id from private.guests_by_address(invitation.id, is_thanks) order by id);
  if exists (select from private.guest_words as sent where sent.id = word_id and sent.invitation_id = invitation.id) then
    return cardinality(guests);
  end if;
  if private.proven_address(caller) is null or facts ? 'isCancelled' then
    raise exception 'a word takes a proved address, and a party that is not called off' using errcode = '42501';
  end if;
  if (
      select count(*) filter (where sent_at > now() - interval '1 day') >= most or count(*) >= most_of_party and not is_thanks
      from private.guest_words as sent where sent.invitation_id = invitation.id
    )
    or is_thanks and exists (
      select from private.guest_words as sent where sent.invitation_id = invitation.id and private.is_over_for_guests(invitation, facts, sent_at)
    )
    or exists (
      select from private.guest_mails as mail join public.party_guests as guest on guest.id = mail.guest_id
      where guest.invitation_id = invitation.id and mail.kind = 'word' and mail.handed_at is null and mail.until > now()
    ) then
    raise exception 'limit reached: at most % words to guests a day, one after the other, and % for a party', most, most_of_party
      using errcode = '23514', hint = 'Try again tomorrow.', schema = 'private', table = 'guest_words', constraint = 'guest_words_limit';
  end if;
  insert into private.guest_words (id, invitation_id, words) values (word_id, invitation.id, send_word_to_guests.words);
  insert into private.guest_mails as kept (guest_id, kind, until)
    select guest, 'word', now() + interval '1 day' from unnest(guests) as guest
    on conflict (guest_id, kind) where handed_at is null do update set due_at = excluded.due_at, until = excluded.until, attempts = 0;
  return cardinality(guests);
end
$$;
grant execute on function public.send_word_to_guests(uuid, text, uuid) to authenticated;

-- The end of mails

-- Addresses that have ended the mails about a party, as hashes with the id of its invitation.
create table private.guest_mail_stops (
  invitation_id uuid not null references public.party_invitations (id) on delete cascade,
  address_hash bytea not null,
  primary key (invitation_id, address_hash)
);

-- Returns the hash of an address, different for each invitation.
create function private.hash_for_invitation(invitation_id uuid, address text) returns bytea
language sql
immutable
set search_path = ''
as $$
  select sha256(uuid_send(invitation_id) || convert_to(lower(address), 'UTF8'))
$$;

-- Returns whether mails about a party were ended for an address, or for the same address without its tag. Not the other way round: where a
-- provider has no tags, somebody else could end them.
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

-- Ends the mails about a party to an address, for anyone who follows the link in one that went there: all answers with the address forget
-- it, and later answers are mailed nothing. Later answers keep the typed address; otherwise anyone could learn by typing an address that it
-- was there before. At a large provider, whose spellings of an address are known, this covers the whole mailbox.
create function public.stop_guest_mails(mail uuid) returns void
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
grant execute on function public.stop_guest_mails(uuid) to service_role;

-- Invitations to parties that guests answer without an account. Whoever has the address of one opens it, so the address holds a token of
-- 244 random bits, of which only the hash is kept. Guests never reach a table: they call `open_invitation` and `answer_invitation`, which
-- take a token and leave out what its holder must not see. Guests' own tokens are others than those of the link.
--
-- Every change of guests takes the lock of their host's guests first and the row of the invitation second, so places are counted by one
-- at a time and nobody waits in a circle.

-- Tables

create table public.party_invitations (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null default auth.uid() references auth.users (id) on delete cascade,
  -- No foreign key on purpose: the guests of a cancelled party are told so, and an undo brings the party back.
  party_id uuid not null,
  -- Who sees where the party is: everybody with a link, or who comes.
  place_for text not null default 'all',
  -- Whether guests see who comes, or only how many.
  guest_list text not null default 'counts',
  most_people smallint,
  answer_until date,
  message text,
  bring_list text[] not null default '{}',
  -- The name of a picture in its bucket.
  preview text,
  has_link boolean not null default false,
  cancelled_at timestamptz,
  -- What a cancelled party was.
  cancelled_party jsonb,
  -- What guests know of the party: what they were mailed last, or what it was when the invitation was made.
  told jsonb not null default '{}',
  -- When guests are mailed what has changed since; null where nothing has.
  change_due_at timestamptz,
  -- How many had answered what, once their answers are deleted.
  purged_counts jsonb,
  answers_seen_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version bigint not null default (extract(epoch from clock_timestamp()) * 1000000)::bigint,
  -- Of the owner's: who knows the id of another's cancelled party and plans one under it, gets in nobody's way.
  constraint party_invitations_party_id_key unique (party_id, user_id),
  -- Proves of a guest that the invitation is the same host's.
  constraint party_invitations_id_user_id_key unique (id, user_id),
  constraint party_invitations_place_for_check check (place_for in ('all', 'yes')),
  constraint party_invitations_guest_list_check check (guest_list in ('names', 'counts')),
  constraint party_invitations_most_people_check check (most_people between 1 and 500),
  constraint party_invitations_answer_until_finite check (isfinite(answer_until)),
  constraint party_invitations_message_check check (char_length(message) between 1 and 1000),
  constraint party_invitations_preview_check check (
    char_length(preview) between 1 and 200 and preview !~ '[\u0001-\u001f\u007f-\u009f]'
  ),
  constraint party_invitations_answers_seen_at_finite check (isfinite(answers_seen_at)),
  constraint party_invitations_created_at_finite check (isfinite(created_at))
);
create index party_invitations_user_id_idx on public.party_invitations (user_id, created_at);
create index party_invitations_change_due_at_idx on public.party_invitations (change_due_at) where change_due_at is not null;

create table public.party_guests (
  id uuid primary key default gen_random_uuid(),
  invitation_id uuid not null,
  -- The host. No foreign key to the account but through the invitation, or a guest's answer and the deletion of the account could wait for
  -- each other.
  user_id uuid not null default auth.uid(),
  name text not null,
  answer text not null,
  adults smallint not null default 0,
  children smallint not null default 0,
  -- [{name, size}], of those whom the guest brings; the size is null where it is not told.
  dogs jsonb not null default '[]',
  allergies text,
  note text,
  email text,
  -- Items of the bring list. Each is taken by one guest at most.
  brings text[] not null default '{}',
  -- Since when a 'yes' waits for a place.
  waiting_since timestamptz,
  by_host boolean not null default true,
  -- Chosen by the form: an answer that is sent twice is one.
  answer_key uuid not null default gen_random_uuid(),
  -- When the guest answered last; null for whom the host has entered.
  answered_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version bigint not null default (extract(epoch from clock_timestamp()) * 1000000)::bigint,
  constraint party_guests_answer_key_key unique (invitation_id, answer_key),
  constraint party_guests_invitation_fkey foreign key (invitation_id, user_id)
    references public.party_invitations (id, user_id) on delete cascade,
  constraint party_guests_name_check check (
    char_length(name) between 1 and 60
    and name !~ '[\u0001-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]'
    and name !~ '^[\u0009-\u000d\u0020\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]|[\u0009-\u000d\u0020\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]$'
  ),
  constraint party_guests_answer_check check (answer in ('yes', 'maybe', 'no')),
  constraint party_guests_adults_check check (adults between 0 and 20),
  constraint party_guests_children_check check (children between 0 and 20),
  constraint party_guests_somebody_check check (answer <> 'yes' or adults + children > 0 or dogs <> '[]'),
  constraint party_guests_allergies_check check (char_length(allergies) between 1 and 300 and allergies !~ '[\u0001-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]'),
  constraint party_guests_note_check check (char_length(note) between 1 and 500 and note !~ '[\u0001-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]'),
  constraint party_guests_email_check check (
    char_length(email) <= 254 and email ~ '^[a-zA-Z0-9.!#$%&''*+/=?^_`{|}~-]{1,64}@[a-zA-Z0-9-]{1,63}(\.[a-zA-Z0-9-]{1,63})+$'
  ),
  constraint party_guests_waiting_since_check check (waiting_since is null or answer = 'yes'),
  constraint party_guests_created_at_finite check (isfinite(created_at))
);
create index party_guests_user_id_idx on public.party_guests (user_id, created_at);
create index party_guests_invitation_id_idx on public.party_guests (invitation_id, created_at);

create table private.invitation_links (
  token_hash bytea primary key,
  invitation_id uuid not null references public.party_invitations (id) on delete cascade,
  created_at timestamptz not null default clock_timestamp(),
  constraint invitation_links_token_hash_check check (octet_length(token_hash) = 32)
);
create index invitation_links_invitation_id_idx on private.invitation_links (invitation_id);

create table private.guest_tokens (
  token_hash bytea primary key,
  -- Of the token that opens the calendar file alone: calendars and their services learn the address of a file, and not the guest's own.
  file_hash bytea not null unique,
  guest_id uuid not null references public.party_guests (id) on delete cascade,
  created_at timestamptz not null default clock_timestamp(),
  constraint guest_tokens_token_hash_check check (octet_length(token_hash) = 32),
  constraint guest_tokens_file_hash_check check (octet_length(file_hash) = 32)
);
create index guest_tokens_guest_id_idx on private.guest_tokens (guest_id, created_at);

-- How often a guest has changed an answer within the hour that began then.
create table private.guest_changes (
  guest_id uuid primary key references public.party_guests (id) on delete cascade,
  began_at timestamptz not null,
  times smallint not null default 1
);

revoke all on private.invitation_links, private.guest_tokens, private.guest_changes from public, anon, authenticated, service_role;

-- Row rules

alter table public.party_invitations enable row level security;
alter table public.party_guests enable row level security;
revoke all on public.party_invitations, public.party_guests from public, anon, authenticated;
-- Invitations are made by the function below.
grant select, delete, update (place_for, guest_list, most_people, answer_until, message, bring_list, preview, answers_seen_at)
  on public.party_invitations to authenticated;
-- Where an answer is mailed to is the guest's to say, and who waits is the functions'.
grant select, delete,
  insert (id, invitation_id, user_id, name, answer, adults, children, dogs, allergies, note, brings, by_host, answer_key),
  update (name, answer, adults, children, dogs, allergies, note, brings)
  on public.party_guests to authenticated;
grant all on public.party_invitations, public.party_guests to service_role;

create policy "Owners see their invitations" on public.party_invitations
  for select to authenticated
  using (user_id = (select auth.uid()));
create policy "Owners change their invitations" on public.party_invitations
  for update to authenticated
  using (user_id = (select auth.uid()))
  with check (user_id = (select auth.uid()));
create policy "Owners remove their invitations" on public.party_invitations
  for delete to authenticated
  using (user_id = (select auth.uid()));

create policy "Owners see their guests" on public.party_guests
  for select to authenticated
  using (user_id = (select auth.uid()));
create policy "Owners enter guests" on public.party_guests
  for insert to authenticated
  with check (
    user_id = (select auth.uid())
    and by_host
    and exists (
      select from public.party_invitations as invitation
      where invitation.id = invitation_id and invitation.user_id = (select auth.uid())
    )
  );
create policy "Owners change their guests" on public.party_guests
  for update to authenticated
  using (user_id = (select auth.uid()))
  with check (user_id = (select auth.uid()));
create policy "Owners remove their guests" on public.party_guests
  for delete to authenticated
  using (user_id = (select auth.uid()));

-- Versions

-- Not of what the owner does not edit: a mail that went out is no reason to refuse the owner's next change.
create trigger raise_version_on_insert before insert on public.party_invitations
  for each row execute function private.raise_version();
create trigger raise_version before update of place_for, guest_list, most_people, answer_until, message, bring_list, cancelled_at
  on public.party_invitations
  for each row execute function private.raise_version();
create trigger raise_version before insert or update on public.party_guests
  for each row execute function private.raise_version();

-- Checks

-- Whether a text is a name or an item: of one line, without white space around it, and without what turns the words around it.
create function private.is_line(line text, most integer) returns boolean
language sql
immutable
set search_path = ''
as $$
  select coalesce(
    char_length(line) between 1 and most
    and line !~ '[\u0001-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]'
    and line !~ '^[\u0009-\u000d\u0020\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]|[\u0009-\u000d\u0020\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]$',
    false
  )
$$;

-- Whether a text of several lines has no control characters, and none that turns the direction of the words around it.
create function private.is_plain(words text) returns boolean
language sql
immutable
set search_path = ''
as $$
  select words !~ '[\u0001-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]'
$$;

-- Whether a list has at most so many items, each once.
create function private.is_item_list(items text[]) returns boolean
language sql
immutable
set search_path = ''
as $$
  select items is not null and cardinality(items) <= 30 and coalesce(array_ndims(items), 1) = 1
    and not exists (select from unnest(items) as item where not private.is_line(item, 60))
    and cardinality(items) = (select count(distinct item) from unnest(items) as item)
$$;

create function private.are_guest_dogs(dogs jsonb) returns boolean
language sql
immutable
set search_path = ''
as $$
  select case when jsonb_typeof(dogs) <> 'array' then false when jsonb_array_length(dogs) > 6 then false else not exists (
    select from jsonb_array_elements(dogs) as dog
    where not coalesce(
      case when jsonb_typeof(dog) = 'object' then
        jsonb_typeof(dog -> 'name') = 'string' and private.is_line(dog ->> 'name', 60)
        and (dog -> 'size' = 'null' or dog -> 'size' in ('"small"', '"medium"', '"large"', '"giant"'))
        and dog - '{name,size}'::text[] = '{}'
      end, false)
  ) end
$$;

create function private.check_invitation() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  if not private.is_item_list(new.bring_list) then
    raise exception 'bring_list has at most 30 items, each once and of at most 60 characters'
      using errcode = '23514', schema = 'public', table = 'party_invitations', column = 'bring_list',
        constraint = 'party_invitations_bring_list_check';
  end if;
  return new;
end
$$;
create trigger check_invitation before insert or update of bring_list on public.party_invitations
  for each row execute function private.check_invitation();

create function private.check_guest() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  if not private.are_guest_dogs(new.dogs) then
    raise exception 'dogs are at most 6, each with a name and a size'
      using errcode = '23514', schema = 'public', table = 'party_guests', column = 'dogs', constraint = 'party_guests_dogs_check';
  end if;
  if not private.is_item_list(new.brings) then
    raise exception 'brings has at most 30 items, each once and of at most 60 characters'
      using errcode = '23514', schema = 'public', table = 'party_guests', column = 'brings', constraint = 'party_guests_brings_check';
  end if;
  -- Who does not come brings nothing, and only who comes waits.
  if new.answer = 'no' then
    new.brings := '{}';
  end if;
  if new.answer <> 'yes' then
    new.waiting_since := null;
  end if;
  return new;
end
$$;
create trigger check_guest before insert or update on public.party_guests
  for each row execute function private.check_guest();

-- Places

create function private.lock_guests(host uuid) returns void
language sql
as $$
  select pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended(host::text, 20261124100000))
$$;

create function private.lock_guests_of_caller() returns void
language sql
security definer
set search_path = ''
as $$
  select private.lock_guests(auth.uid())
$$;

-- An owner's own statement locks rows before any trigger of theirs sees them, so the lock comes before the statement. It runs with the
-- rights of the caller, which tell an owner from the functions below: those hold the lock of the host already.
create function private.lock_own_guests() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  if current_user = 'authenticated' then
    perform private.lock_guests_of_caller();
  end if;
  return null;
end
$$;
create trigger lock_own_guests before insert or update or delete on public.party_guests
  for each statement execute function private.lock_own_guests();
create trigger lock_own_guests before update or delete on public.party_invitations
  for each statement execute function private.lock_own_guests();

-- The calendar day of a zone; without one that of the last place on earth where it ends, so that nobody is shut out early.
create function private.day_in_zone(zone text, at timestamptz) returns date
language plpgsql
stable
set search_path = ''
as $$
begin
  return (at at time zone coalesce(zone, 'Etc/GMT+12'))::date;
exception when invalid_parameter_value then
  -- A zone that another version of PostgreSQL knew.
  return (at at time zone 'Etc/GMT+12')::date;
end
$$;

-- What guests are told of a party.
create function private.facts_of_party(party public.birthday_celebrations) returns jsonb
language sql
stable
set search_path = ''
as $$
  select jsonb_build_object(
    'title', party.title, 'date', party.celebration_date, 'time', to_char(party.celebration_time, 'HH24:MI'),
    'zone', party.time_zone, 'location', party.location, 'dogId', party.dog_id,
    'dogName', (select name from public.dogs where dogs.id = party.dog_id)
  )
$$;

-- The party of an invitation as it is now, or was when it was cancelled.
create function private.facts_of_invitation(invitation public.party_invitations) returns jsonb
language sql
stable
set search_path = ''
as $$
  select coalesce(
    (
      select private.facts_of_party(party) from public.birthday_celebrations as party
      where party.id = invitation.party_id and party.user_id = invitation.user_id
    ),
    coalesce(invitation.cancelled_party, invitation.told) || '{"isCancelled": true}'
  )
$$;

-- Whether there is something to tell guests who know `told`. A renamed dog is no news.
create function private.is_news(told jsonb, facts jsonb) returns boolean
language sql
immutable
set search_path = ''
as $$
  select told - '{dogId,dogName}'::text[] <> facts - '{dogId,dogName}'::text[]
$$;

create function private.is_over(facts jsonb, at timestamptz) returns boolean
language sql
stable
set search_path = ''
as $$
  select (facts ->> 'date')::date < private.day_in_zone(facts ->> 'zone', at)
$$;

-- How many people come, of whom none waits.
create function private.people_of(invitation_id uuid, but_of uuid default null) returns integer
language sql
stable
set search_path = ''
as $$
  select coalesce(sum(adults + children), 0)::integer from public.party_guests as guest
  where guest.invitation_id = people_of.invitation_id and answer = 'yes' and waiting_since is null
    and id is distinct from but_of
$$;

-- 'full': another answer would wait.
create function private.state_of_invitation(invitation public.party_invitations, facts jsonb, at timestamptz) returns text
language sql
stable
set search_path = ''
as $$
  select case
    when facts ? 'isCancelled' then 'cancelled'
    when private.is_over(facts, at) then 'past'
    when invitation.answer_until < private.day_in_zone(facts ->> 'zone', at) then 'closed'
    when invitation.most_people <= private.people_of(invitation.id) then 'full'
    else 'open'
  end
$$;

-- After every change of guests or places: refuses what is too much, and moves up whoever fits, who has waited longest first. Nobody moves
-- up for a party that is cancelled or over.
create function private.settle_guests(invitation_id uuid) returns void
language plpgsql
set search_path = ''
as $$
declare
  most constant integer := 500;
  invitation public.party_invitations;
  waiting record;
  people integer;
  moved uuid[] := '{}';
begin
  select * into invitation from public.party_invitations as kept where kept.id = settle_guests.invitation_id for no key update;
  if not found then
    return;
  end if;
  if (select count(*) from public.party_guests as guest where guest.invitation_id = invitation.id) > most then
    raise exception 'limit reached: an invitation has at most % guests', most
      using errcode = '23514', hint = 'Remove a guest before you add another one.',
        schema = 'public', table = 'party_guests', constraint = 'guests_of_invitation_limit';
  end if;
  if exists (
    select from public.party_guests as guest cross join unnest(brings) as item
    where guest.invitation_id = invitation.id group by item
    having count(*) > 1 or not item = any (invitation.bring_list)
  ) then
    raise exception 'brings has an item that another guest takes, or that is not on the list'
      using errcode = '23514', schema = 'public', table = 'party_guests', column = 'brings', constraint = 'party_guests_brings_once';
  end if;
  if not exists (select from public.party_guests as guest where guest.invitation_id = invitation.id and waiting_since is not null)
    or private.state_of_invitation(invitation, private.facts_of_invitation(invitation), now()) in ('cancelled', 'past') then
    return;
  end if;
  people := private.people_of(invitation.id);
  for waiting in
    select id, adults + children as people from public.party_guests as guest
    where guest.invitation_id = invitation.id and waiting_since is not null order by waiting_since, id
  loop
    if people + greatest(waiting.people, 1) <= coalesce(invitation.most_people, 2147483647) then
      people := people + waiting.people;
      moved := moved || waiting.id;
    end if;
  end loop;
  if cardinality(moved) > 0 then
    update public.party_guests set waiting_since = null where id = any (moved);
  end if;
end
$$;

create function private.settle_changed_guests() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.settle_guests(invitation_id)
  from (select distinct invitation_id from changed order by invitation_id) as invitations;
  return null;
end
$$;
create trigger settle_guests_on_insert after insert on public.party_guests
  referencing new table as changed for each statement execute function private.settle_changed_guests();
create trigger settle_guests_on_update after update on public.party_guests
  referencing new table as changed for each statement execute function private.settle_changed_guests();
create trigger settle_guests_on_delete after delete on public.party_guests
  referencing old table as changed for each statement execute function private.settle_changed_guests();

-- What is no longer on the list, nobody brings.
create function private.settle_changed_invitation() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  if new.bring_list is distinct from old.bring_list then
    update public.party_guests as guest
    set brings = array(select item from unnest(brings) as item where item = any (new.bring_list))
    where guest.invitation_id = new.id and not brings <@ new.bring_list;
  end if;
  perform private.settle_guests(new.id);
  return null;
end
$$;
create trigger settle_changed_invitation after update of most_people, bring_list on public.party_invitations
  for each row when ((new.most_people, new.bring_list) is distinct from (old.most_people, old.bring_list))
  execute function private.settle_changed_invitation();

-- A host has guests at so many parties at once: far more than anybody invites, and an end to what strangers with a link could pile up.
create function private.has_room_for_guest(host uuid) returns boolean
language sql
stable
set search_path = ''
as $$
  select count(*) < 10000 from (select from public.party_guests where user_id = host limit 10000) as kept
$$;

create function private.check_guests_of_owner() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  most constant integer := 10000;
  owners constant uuid[] := array(select distinct user_id from added limit 2);
begin
  -- As for dogs: rows of several owners are an administrator's import.
  if cardinality(owners) <> 1 then
    return null;
  end if;
  if (select count(*) from (select from public.party_guests where user_id = owners[1] limit most + 1) as kept) > most then
    raise exception 'limit reached: an owner has at most % guests', most
      using errcode = '23514', hint = 'Remove a guest before you add another one.',
        schema = 'public', table = 'party_guests', constraint = 'guests_of_owner_limit';
  end if;
  return null;
end
$$;
create trigger check_guests_of_owner after insert on public.party_guests
  referencing new table as added for each statement execute function private.check_guests_of_owner();

-- Parties

-- Guests are told five minutes after the last of several changes, unless everything is as they know it by then. Of a party that is over
-- they are told nothing: hosts tidy up.
create function private.note_party_change(invitation public.party_invitations, facts jsonb) returns void
language sql
set search_path = ''
as $$
  update public.party_invitations
  set change_due_at = case
    when private.is_news(told, facts) and not (private.is_over(facts, now()) and coalesce(private.is_over(told, now()), true))
    then now() + interval '5 minutes'
  end
  where id = invitation.id
$$;

-- With another id the party would be gone to its guests, and they would be told that it is cancelled.
create function private.keep_party_id() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  raise exception 'the id of a party stays' using errcode = '42501';
end
$$;
create trigger keep_party_id before update of id on public.birthday_celebrations
  for each row when (new.id is distinct from old.id) execute function private.keep_party_id();

create function private.cancel_invitations() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  update public.party_invitations as kept
  set cancelled_at = now(),
    -- A dog that was removed with its party has taken its name along.
    cancelled_party = private.facts_of_party(party.*::public.birthday_celebrations)
      || jsonb_build_object('dogName', coalesce((select name from public.dogs where id = party.dog_id), kept.told ->> 'dogName'))
  from removed as party where kept.party_id = party.id and kept.user_id = party.user_id;
  perform private.note_party_change(kept, private.facts_of_invitation(kept))
  from removed as party join public.party_invitations as kept on kept.party_id = party.id and kept.user_id = party.user_id;
  return null;
end
$$;
create trigger cancel_invitations after delete on public.birthday_celebrations
  referencing old table as removed for each statement execute function private.cancel_invitations();

create function private.take_invitations_up_again() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  update public.party_invitations as kept
  set cancelled_at = null, cancelled_party = null,
    purged_counts = case when private.is_over(private.facts_of_party(party.*::public.birthday_celebrations), now()) then purged_counts end
  from added as party where kept.party_id = party.id and kept.user_id = party.user_id;
  if found then
    perform private.note_party_change(kept, private.facts_of_invitation(kept))
    from added as party join public.party_invitations as kept on kept.party_id = party.id and kept.user_id = party.user_id;
  end if;
  return null;
end
$$;
create trigger take_invitations_up_again after insert on public.birthday_celebrations
  referencing new table as added for each statement execute function private.take_invitations_up_again();

create function private.note_changed_party() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  -- A party that is to come has other guests than the one that was.
  update public.party_invitations as kept set purged_counts = null
  where kept.party_id = new.id and kept.user_id = new.user_id and purged_counts is not null
    and not private.is_over(private.facts_of_party(new), now());
  perform private.note_party_change(kept, private.facts_of_party(new))
  from public.party_invitations as kept where kept.party_id = new.id and kept.user_id = new.user_id;
  return null;
end
$$;
create trigger note_changed_party after update on public.birthday_celebrations
  for each row when (
    (new.title, new.celebration_date, new.celebration_time, new.time_zone, new.location)
    is distinct from (old.title, old.celebration_date, old.celebration_time, old.time_zone, old.location)
  ) execute function private.note_changed_party();

-- Tokens

-- 43 characters of base64url. Each random UUID has 122 bits of PostgreSQL's strong random numbers.
create function private.mint_token() returns text
language sql
volatile
set search_path = ''
as $$
  select translate(encode(sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())), 'base64'), '+/=', '-_')
$$;

-- The token of the calendar file that belongs to a guest's own token. Nothing leads back from it.
create function private.file_token(token text) returns text
language sql
immutable
set search_path = ''
as $$
  select translate(encode(sha256(convert_to('party.ics ' || token, 'UTF8')), 'base64'), '+/=', '-_')
$$;

-- A new token of a guest's own; the newest 20 are of use, those in mails among them.
create function private.mint_guest_token(guest_id uuid) returns text
language plpgsql
set search_path = ''
as $$
declare
  token constant text := private.mint_token();
begin
  insert into private.guest_tokens (token_hash, file_hash, guest_id) values (
    sha256(convert_to(token, 'UTF8')), sha256(convert_to(private.file_token(token), 'UTF8')), mint_guest_token.guest_id
  );
  delete from private.guest_tokens where token_hash in (
    select token_hash from private.guest_tokens as kept
    where kept.guest_id = mint_guest_token.guest_id order by created_at desc, token_hash offset 20
  );
  return token;
end
$$;

-- What a token opens: an invitation, the guest whose own it is, and whether it opens that guest's calendar file alone. No more than the
-- length is looked at of one that cannot be any.
create function private.read_invitation_token(token text, out invitation_id uuid, out guest_id uuid, out is_of_file boolean)
language plpgsql
stable
set search_path = ''
as $$
declare
  hash constant bytea := case when octet_length(token) = 43 then sha256(convert_to(token, 'UTF8')) end;
begin
  select link.invitation_id into read_invitation_token.invitation_id from private.invitation_links as link where token_hash = hash;
  if not found then
    select guest.invitation_id, guest.id, own.file_hash = hash
    into read_invitation_token.invitation_id, read_invitation_token.guest_id, read_invitation_token.is_of_file
    from private.guest_tokens as own join public.party_guests as guest on guest.id = own.guest_id
    where own.token_hash = hash or own.file_hash = hash;
  end if;
  is_of_file := coalesce(is_of_file, false);
end
$$;

-- Makes a link to the invitation of the caller's party, and the invitation where there is none yet. Its token is shown once.
create function public.make_invitation_link(party_id uuid) returns text
language plpgsql
security definer
set search_path = ''
as $$
declare
  most_links constant integer := 10;
  most_invitations constant integer := 2000;
  caller constant uuid := auth.uid();
  token constant text := private.mint_token();
  party public.birthday_celebrations;
  invitation uuid;
begin
  if caller is null then
    raise exception 'only a signed-in owner invites' using errcode = '42501';
  end if;
  perform private.lock_owner(caller);
  select * into party from public.birthday_celebrations where id = make_invitation_link.party_id and user_id = caller;
  if not found then
    raise exception 'the party of an invitation must be the owner''s'
      using errcode = '23503', schema = 'public', table = 'party_invitations', constraint = 'party_invitations_party';
  end if;
  select id into invitation from public.party_invitations as kept
  where kept.party_id = party.id and user_id = caller for no key update;
  if not found then
    if (select count(*) from public.party_invitations where user_id = caller) >= most_invitations then
      raise exception 'limit reached: an owner has at most % invitations', most_invitations
        using errcode = '23514', hint = 'Remove an invitation before you make another one.',
          schema = 'public', table = 'party_invitations', constraint = 'invitations_of_owner_limit';
    end if;
    insert into public.party_invitations (user_id, party_id, told, has_link)
    values (caller, party.id, private.facts_of_party(party), true) returning id into invitation;
  end if;
  if (select count(*) from private.invitation_links where invitation_id = invitation) >= most_links then
    raise exception 'limit reached: an invitation has at most % links', most_links
      using errcode = '23514', hint = 'Revoke the links before you make another one.',
        schema = 'public', table = 'party_invitations', constraint = 'links_of_invitation_limit';
  end if;
  insert into private.invitation_links (token_hash, invitation_id) values (sha256(convert_to(token, 'UTF8')), invitation);
  update public.party_invitations set has_link = true where id = invitation and not has_link;
  return token;
end
$$;

-- Ends all links of the caller's invitation. Who has answered keeps their own.
create function public.revoke_invitation_links(invitation_id uuid) returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  update public.party_invitations set has_link = false, preview = null
  where id = revoke_invitation_links.invitation_id and user_id = auth.uid();
  if found then
    delete from private.invitation_links as link where link.invitation_id = revoke_invitation_links.invitation_id;
  end if;
end
$$;

-- The page

-- What the holder of a token sees, at a moment. Everything else is left out here, for the page, the calendar file and the JSON alike.
create function private.view_invitation(token text, at timestamptz) returns jsonb
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
  is_place_told boolean;
  is_place_shown boolean;
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
  -- When nobody has to find it any more, it is told to nobody: links live on.
  is_place_told := state <> 'cancelled' and not private.is_over(facts, at - interval '1 day');
  is_place_shown := is_place_told
    and (invitation.place_for = 'all' or coalesce(own.answer = 'yes' and own.waiting_since is null, false));
  seen := jsonb_build_object(
    'state', state,
    'party', jsonb_build_object(
      'id', invitation.id,
      'title', facts -> 'title',
      'date', facts -> 'date',
      'hour', facts -> 'time',
      'zone', facts -> 'zone',
      'location', case when is_place_shown then facts -> 'location' end,
      'isPlaceHidden', is_place_told and not is_place_shown and facts ->> 'location' is not null,
      'description', party.description,
      'createdAt', invitation.created_at,
      'version', greatest(invitation.version, party.version, own.version)
    ),
    'dog', jsonb_build_object(
      'name', coalesce(dog.name, facts ->> 'dogName', ''),
      'size', dog.size,
      'photoUrl', dog.photo_url,
      'photoFocus', case when dog.photo_x is not null then jsonb_build_object('x', dog.photo_x, 'y', dog.photo_y) end
    ),
    'host', jsonb_build_object('name', (
      -- An account may hold anything there.
      select nullif(left(raw_user_meta_data ->> 'name', 60), '') from auth.users
      where id = invitation.user_id and jsonb_typeof(raw_user_meta_data -> 'name') = 'string'
    )),
    'message', invitation.message,
    'answerUntil', invitation.answer_until,
    'preview', invitation.preview,
    'guests', case
      when state = 'cancelled' then null
      when state = 'past' and invitation.purged_counts is not null
        and not exists (select from public.party_guests as guest where guest.invitation_id = invitation.id)
      then jsonb_build_object(
        'people', coalesce(invitation.purged_counts -> 'people', '0'), 'dogs', coalesce(invitation.purged_counts -> 'dogs', '0'),
        'names', null, 'dogNames', null
      )
      else (
        select jsonb_build_object(
          'people', coalesce(sum(adults + children), 0),
          'dogs', coalesce(sum(jsonb_array_length(dogs)), 0),
          'names', case when invitation.guest_list = 'names' then coalesce(
            jsonb_agg(
              substring(name from '^[^\u0020\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+') order by created_at, id
            ), '[]'
          ) end,
          'dogNames', case when invitation.guest_list = 'names' then coalesce((
            select jsonb_agg(guest_dog -> 'name' order by bringing.created_at, bringing.id)
            from public.party_guests as bringing cross join jsonb_array_elements(bringing.dogs) as guest_dog
            where bringing.invitation_id = invitation.id and bringing.answer = 'yes' and bringing.waiting_since is null
          ), '[]') end
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
      'isWaiting', own.waiting_since is not null,
      'placeInLine', (
        select nullif(count(*), 0) from public.party_guests as ahead
        where ahead.invitation_id = invitation.id and (ahead.waiting_since, ahead.id) <= (own.waiting_since, own.id)
      ),
      'version', own.version
    ) end
  );
  if is_of_file then
    seen := seen || '{"message": null, "guests": null, "bringList": [], "guest": null}';
  end if;
  return jsonb_build_object(
    'version', left(encode(sha256(convert_to(seen::text, 'UTF8')), 'hex'), 32),
    'isFileOnly', is_of_file,
    'fileToken', case when own_id is not null and not is_of_file then private.file_token(token) end
  ) || seen;
end
$$;

-- What the invitation of a token shows; null for a token that is unknown, revoked or none. Anybody may ask: the token is the right.
create function public.open_invitation(token text) returns json
language sql
stable
security definer
set search_path = ''
as $$
  select private.view_invitation(token, now())::json
$$;

-- Answers

-- Which field of an answer is not what the table takes; null where all are.
create function private.wrong_field_of_answer(answer jsonb) returns text
language plpgsql
immutable
set search_path = ''
as $$
declare
  field text;
begin
  if jsonb_typeof(answer) is distinct from 'object' or octet_length(answer::text) > 20000 then
    return 'answer';
  end if;
  if jsonb_typeof(answer -> 'name') is distinct from 'string' or not private.is_line(answer ->> 'name', 60) then
    return 'name';
  end if;
  if jsonb_typeof(answer -> 'answer') is distinct from 'string' or answer ->> 'answer' not in ('yes', 'maybe', 'no') then
    return 'answer';
  end if;
  foreach field in array '{adults,children}'::text[] loop
    if jsonb_typeof(answer -> field) is distinct from 'number' or not answer ->> field ~ '^(\d|1\d|20)$' then
      return field;
    end if;
  end loop;
  if not coalesce(private.are_guest_dogs(answer -> 'dogs'), false) then
    return 'dogs';
  end if;
  if answer ->> 'answer' = 'yes' and answer ->> 'adults' = '0' and answer ->> 'children' = '0' and answer -> 'dogs' = '[]' then
    return 'adults';
  end if;
  if jsonb_typeof(answer -> 'brings') is distinct from 'array'
    or jsonb_path_exists(answer -> 'brings', 'strict $[*] ? (@.type() != "string")')
    or not private.is_item_list(array(select jsonb_array_elements_text(answer -> 'brings'))) then
    return 'brings';
  end if;
  foreach field in array '{allergies,note,email}'::text[] loop
    if coalesce(jsonb_typeof(answer -> field), 'null') not in ('string', 'null') then
      return field;
    end if;
  end loop;
  return case
    when char_length(answer ->> 'allergies') not between 1 and 300 or not private.is_plain(answer ->> 'allergies') then 'allergies'
    when char_length(answer ->> 'note') not between 1 and 500 or not private.is_plain(answer ->> 'note') then 'note'
    -- As the table checks it.
    when not (
      char_length(answer ->> 'email') <= 254
      and answer ->> 'email' ~ '^[a-zA-Z0-9.!#$%&''*+/=?^_`{|}~-]{1,64}@[a-zA-Z0-9-]{1,63}(\.[a-zA-Z0-9-]{1,63})+$'
    ) then 'email'
  end;
end
$$;

-- Whether a guest may change an answer once more within the hour; counts it.
create function private.may_change_answer(guest_id uuid, at timestamptz) returns boolean
language sql
set search_path = ''
as $$
  insert into private.guest_changes as kept (guest_id, began_at) values (may_change_answer.guest_id, at)
  on conflict on constraint guest_changes_pkey do update set
    times = case when kept.began_at > at - interval '1 hour' then least(kept.times + 1, 1000) else 1 end,
    began_at = case when kept.began_at > at - interval '1 hour' then kept.began_at else at end
  returning times <= 30
$$;

create function private.take_answer(token text, answer_key uuid, answer jsonb, at timestamptz) returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  found_id uuid;
  own_id uuid;
  invitation public.party_invitations;
  guest public.party_guests;
  facts jsonb;
  state text;
  field text;
  is_own boolean;
  wanted text[];
  taken text[];
  people integer;
  is_waiting boolean;
begin
  select known.invitation_id into found_id from private.read_invitation_token(token) as known where not known.is_of_file;
  if found_id is null then
    return '{"refused": "unknown"}';
  end if;
  perform private.lock_guests((select user_id from public.party_invitations where id = found_id));
  select * into invitation from public.party_invitations where id = found_id for no key update;
  -- Once more: the link may have been revoked and the guest removed meanwhile.
  select known.invitation_id, known.guest_id into found_id, own_id from private.read_invitation_token(token) as known;
  if found_id is null or invitation.id is null then
    return '{"refused": "unknown"}';
  end if;
  facts := private.facts_of_invitation(invitation);
  state := private.state_of_invitation(invitation, facts, at);
  if state not in ('open', 'full') then
    return jsonb_build_object('refused', state);
  end if;
  is_own := own_id is not null;
  field := case when not is_own and answer_key is null then 'answer_key' else private.wrong_field_of_answer(answer) end;
  if field is not null then
    return jsonb_build_object('refused', 'invalid', 'field', field);
  end if;

  if is_own then
    select * into guest from public.party_guests where id = own_id;
  else
    select * into guest from public.party_guests as kept
    where kept.invitation_id = invitation.id and kept.answer_key = take_answer.answer_key;
    -- No form has chosen the key of whom the host has entered.
    if guest.by_host then
      return '{"refused": "invalid", "field": "answer_key"}';
    end if;
  end if;
  if guest.id is not null then
    if not private.may_change_answer(guest.id, at) then
      return '{"refused": "too many"}';
    end if;
  elsif (select count(*) from public.party_guests as kept where kept.invitation_id = invitation.id) >= 500
    or (
      select count(*) from public.party_guests as kept
      where kept.invitation_id = invitation.id and not by_host and created_at > at - interval '1 hour'
    ) >= 200
    or not private.has_room_for_guest(invitation.user_id) then
    return '{"refused": "too many"}';
  end if;

  wanted := array(
    select item from jsonb_array_elements_text(answer -> 'brings') as item
    where item = any (invitation.bring_list) and answer ->> 'answer' <> 'no'
  );
  taken := array(
    select item from public.party_guests as other cross join unnest(other.brings) as item
    where other.invitation_id = invitation.id and other.id is distinct from guest.id and item = any (wanted)
  );
  people := (answer ->> 'adults')::integer + (answer ->> 'children')::integer;
  -- A dog alone takes no place, and still waits while the party is full: who waits sees no place that is told to those who come.
  is_waiting := answer ->> 'answer' = 'yes'
    and private.people_of(invitation.id, guest.id) + greatest(people, 1) > coalesce(invitation.most_people, 2147483647);
  if is_waiting and guest.answer = 'yes' and guest.waiting_since is null then
    -- Who has a place keeps it, and does not lose it by asking for more than there are.
    if people > guest.adults + guest.children then
      return '{"refused": "full", "field": "adults"}';
    end if;
    is_waiting := false;
  end if;

  guest.name := answer ->> 'name';
  guest.answer := answer ->> 'answer';
  guest.adults := (answer ->> 'adults')::smallint;
  guest.children := (answer ->> 'children')::smallint;
  guest.dogs := answer -> 'dogs';
  guest.allergies := answer ->> 'allergies';
  guest.note := answer ->> 'note';
  guest.email := answer ->> 'email';
  guest.brings := array(select item from unnest(wanted) as item where item <> all (taken));
  guest.waiting_since := case when is_waiting then coalesce(guest.waiting_since, clock_timestamp()) end;
  if guest.id is null then
    insert into public.party_guests (
      invitation_id, user_id, name, answer, adults, children, dogs, allergies, note, email, brings, waiting_since, by_host, answer_key,
      answered_at
    ) values (
      invitation.id, invitation.user_id, guest.name, guest.answer, guest.adults, guest.children, guest.dogs, guest.allergies, guest.note,
      guest.email, guest.brings, guest.waiting_since, false, take_answer.answer_key, at
    ) returning * into guest;
  else
    update public.party_guests as kept
    set name = guest.name, answer = guest.answer, adults = guest.adults, children = guest.children, dogs = guest.dogs,
      allergies = guest.allergies, note = guest.note, email = guest.email, brings = guest.brings,
      waiting_since = guest.waiting_since, answered_at = at
    where id = guest.id;
  end if;
  return jsonb_build_object(
    'guestToken', case when not is_own then private.mint_guest_token(guest.id) end,
    'isWaiting', (select waiting_since is not null from public.party_guests where id = guest.id),
    'state', private.state_of_invitation(invitation, facts, at)
  ) || case when cardinality(taken) > 0 then jsonb_build_object('taken', taken) else '{}' end;
end
$$;

-- Takes a guest's answer. The token of a link makes one, and the same one again for the same key; a guest's own token changes theirs.
create function public.answer_invitation(token text, answer_key uuid, answer jsonb) returns json
language sql
volatile
security definer
set search_path = ''
as $$
  select private.take_answer(token, answer_key, answer, now())::json
$$;

-- By name, because hosted Supabase grants new functions to each of its roles.
revoke all on function
  private.is_plain(text), private.is_line(text, integer), private.is_item_list(text[]), private.are_guest_dogs(jsonb), private.check_invitation(),
  private.check_guest(), private.lock_guests(uuid), private.lock_guests_of_caller(), private.lock_own_guests(),
  private.day_in_zone(text, timestamptz),
  private.facts_of_party(public.birthday_celebrations), private.facts_of_invitation(public.party_invitations),
  private.is_news(jsonb, jsonb), private.is_over(jsonb, timestamptz),
  private.state_of_invitation(public.party_invitations, jsonb, timestamptz), private.people_of(uuid, uuid),
  private.settle_guests(uuid), private.settle_changed_guests(), private.settle_changed_invitation(),
  private.has_room_for_guest(uuid), private.check_guests_of_owner(),
  private.note_party_change(public.party_invitations, jsonb), private.cancel_invitations(), private.take_invitations_up_again(),
  private.note_changed_party(), private.keep_party_id(), private.mint_token(), private.file_token(text), private.mint_guest_token(uuid), private.read_invitation_token(text),
  private.view_invitation(text, timestamptz), private.wrong_field_of_answer(jsonb), private.may_change_answer(uuid, timestamptz),
  private.take_answer(text, uuid, jsonb, timestamptz),
  public.make_invitation_link(uuid), public.revoke_invitation_links(uuid), public.open_invitation(text),
  public.answer_invitation(text, uuid, jsonb)
  from public, anon, authenticated, service_role;
grant execute on function private.lock_guests_of_caller() to authenticated;
grant execute on function public.make_invitation_link(uuid), public.revoke_invitation_links(uuid) to authenticated;
grant execute on function public.open_invitation(text), public.answer_invitation(text, uuid, jsonb) to anon, authenticated;

-- Guests and their answers: table, row rules, places and the waiting list, and the guests' own links. More triggers on this table are in
-- 14-reminder-delivery.sql and 16-guest-mails.sql.
create table public.party_guests (
  id uuid primary key default gen_random_uuid(),
  invitation_id uuid not null,
  -- The host. Refers to the account only through the invitation. With a foreign key of its own, a guest's answer and the deletion of the
  -- account could wait for each other.
  user_id uuid not null default auth.uid(),
  name text not null,
  answer text not null,
  adults smallint not null default 0,
  children smallint not null default 0,
  -- The dogs that the guest brings, as [{name, size}]; the size is null if it is not given.
  dogs jsonb not null default '[]',
  allergies text,
  note text,
  email text,
  -- Items of the bring list. At most one guest takes each.
  brings text[] not null default '{}',
  -- Since when a 'yes' has waited for a place.
  waiting_since timestamptz,
  by_host boolean not null default true,
  -- Chosen by the form, so that an answer that is sent twice counts once.
  answer_key uuid not null default gen_random_uuid(),
  -- When the guest last answered; null for a guest whom the host has entered.
  answered_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version bigint not null default (extract(epoch from clock_timestamp()) * 1000000)::bigint,
  constraint party_guests_answer_key_key unique (invitation_id, answer_key),
  constraint party_guests_invitation_fkey foreign key (invitation_id, user_id)
    references public.party_invitations (id, user_id) on delete cascade,
  constraint party_guests_name_check check (private.is_line(name, 60)),
  constraint party_guests_answer_check check (answer in ('yes', 'maybe', 'no')),
  constraint party_guests_adults_check check (adults between 0 and 20),
  constraint party_guests_children_check check (children between 0 and 20),
  constraint party_guests_somebody_check check (answer <> 'yes' or adults + children > 0 or dogs <> '[]'),
  constraint party_guests_allergies_check check (char_length(allergies) between 1 and 300 and private.is_plain(allergies)),
  constraint party_guests_note_check check (char_length(note) between 1 and 500 and private.is_plain(note)),
  constraint party_guests_email_check check (private.is_email_address(email)),
  constraint party_guests_waiting_since_check check (waiting_since is null or answer = 'yes'),
  constraint party_guests_created_at_finite check (isfinite(created_at))
);
create index party_guests_user_id_idx on public.party_guests (user_id, created_at);
create index party_guests_invitation_id_idx on public.party_guests (invitation_id, created_at);

-- Row rules

alter table public.party_guests enable row level security;
-- Hosts may not set a guest's email address, and only the functions below decide who waits.
grant select, delete,
  insert (id, invitation_id, user_id, name, answer, adults, children, dogs, allergies, note, brings, by_host, answer_key),
  update (name, answer, adults, children, dogs, allergies, note, brings)
  on public.party_guests to authenticated;
grant all on public.party_guests to service_role;

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

create trigger lock_own_guests before insert or update or delete on public.party_guests
  for each statement execute function private.lock_own_guests();
create trigger raise_version before insert or update on public.party_guests
  for each row execute function private.raise_version();
create trigger check_names before insert or update of name, dogs on public.party_guests
  for each row execute function private.check_names('name', 'dogs');

-- Returns whether a value is a list of at most 6 dogs, each with a name and a size and nothing else.
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

-- Checks a guest's lists and keeps an answer consistent: guests who do not come bring nothing, and only guests who come can wait.
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
  -- Guests who do not come bring nothing, and only guests who come wait.
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

-- Returns how many people come, without those on the waiting list.
create function private.people_of(invitation_id uuid, but_of uuid default null) returns integer
language sql
stable
set search_path = ''
as $$
  select coalesce(sum(adults + children), 0)::integer from public.party_guests as guest
  where guest.invitation_id = people_of.invitation_id and answer = 'yes' and waiting_since is null
    and id is distinct from but_of
$$;

-- Returns how many people and dogs come to a party, as {people, dogs, version}, with the version of the newest answer; null without an answer.
create function private.heads_of_party(party public.birthday_celebrations) returns jsonb
language sql
stable
set search_path = ''
as $$
  select jsonb_build_object(
    'people', coalesce(sum(adults + children) filter (where comes), 0), 'dogs', coalesce(sum(jsonb_array_length(dogs)) filter (where comes), 0),
    'version', max(guest.version)
  )
  from public.party_invitations as invitation
  join public.party_guests as guest on guest.invitation_id = invitation.id
  cross join lateral (select guest.answer = 'yes' and guest.waiting_since is null) as is_coming (comes)
  where invitation.party_id = party.id and invitation.user_id = party.user_id
  having count(*) > 0
$$;

-- Returns the state of an invitation at a moment. In the state 'full' another answer would wait. A party that was over when its host removed
-- it took place: it is past, and not cancelled.
create function private.state_of_invitation(invitation public.party_invitations, facts jsonb, at timestamptz) returns text
language sql
stable
set search_path = ''
as $$
  select case
    when facts ? 'isCancelled' and private.is_over(facts, invitation.cancelled_at) is not true then 'cancelled'
    when private.is_over_for_guests(invitation, facts, at) then 'past'
    when invitation.answer_until < private.day_in_zone(facts ->> 'zone', at) then 'closed'
    when invitation.most_people <= private.people_of(invitation.id) then 'full'
    else 'open'
  end
$$;

-- Settles an invitation after every change of its guests or places: refuses too many guests and items that two guests take, and
-- gives free places to the guests who have waited longest and fit. Nobody moves up for a party that is cancelled or over.
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

-- Settles the invitations whose guests a statement has changed, always in the same order.
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

-- Removes items that are no longer on the list from guests, and settles the places.
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

-- Returns whether a host has fewer than 10,000 guests in all: more than anybody invites, less than strangers with a link could pile up.
create function private.has_room_for_guest(host uuid) returns boolean
language sql
stable
set search_path = ''
as $$
  select count(*) < 10000 from (select from public.party_guests where user_id = host limit 10000) as kept
$$;

-- Refuses more than 10,000 guests per host.
create function private.check_guests_of_owner() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  most constant integer := 10000;
  owners constant uuid[] := array(select distinct user_id from added limit 2);
begin
  -- Rows of several owners are an administrator's import.
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

-- Guests' own links

-- The guests' own links, by the hashes of their tokens.
create table private.guest_tokens (
  token_hash bytea primary key,
  -- The hash of the token that opens only the calendar file. Calendars and their services see the address of the file, and must not learn
  -- the guest's own token.
  file_hash bytea not null unique,
  guest_id uuid not null references public.party_guests (id) on delete cascade,
  created_at timestamptz not null default clock_timestamp(),
  constraint guest_tokens_token_hash_check check (octet_length(token_hash) = 32),
  constraint guest_tokens_file_hash_check check (octet_length(file_hash) = 32)
);
create index guest_tokens_guest_id_idx on private.guest_tokens (guest_id, created_at);

-- Returns the token of the calendar file for a guest's own token, which cannot be computed from it.
create function private.file_token(token text) returns text
language sql
immutable
set search_path = ''
as $$
  select translate(encode(sha256(convert_to('party.ics ' || token, 'UTF8')), 'base64'), '+/=', '-_')
$$;

-- Creates a token for a guest. The newest 20 of a guest work, including those in mails.
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

-- Creates a link to the answer of the caller's guest, which the host can send, and returns its token; null if the guest is not the
-- caller's. It is one of the guest's own links.
create function public.make_guest_link(guest_id uuid) returns text
language plpgsql
security definer
set search_path = ''
as $$
declare
  caller constant uuid := auth.uid();
begin
  if caller is null then
    raise exception 'only a signed-in owner invites' using errcode = '42501';
  end if;
  perform private.lock_guests(caller);
  perform private.require_session();
  return (
    select private.mint_guest_token(id) from public.party_guests where id = make_guest_link.guest_id and user_id = caller
  );
end
$$;
grant execute on function public.make_guest_link(uuid) to authenticated;

-- Returns what a token opens: an invitation, the guest to whom it belongs, and whether it opens only that guest's calendar file. Does not
-- look up a text of another length than a token.
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

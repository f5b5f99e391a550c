-- Invitations to parties, which guests answer without an account: table, row rules, links, and the effects of changes to the party.
--
-- Anyone who has the address of an invitation can open it, so the address holds a token of 244 random bits, and it is looked up by its
-- hash. Guests never access a table: they call `open_invitation` and `answer_invitation` (10-answers.sql), which take a token and leave out
-- what its holder must not see. A guest's own tokens are different from the token of the link.
--
-- Every change of guests takes first the lock of their host's guests and then the row of the invitation, so only one transaction at a time
-- counts places and no two wait for each other. More triggers on this table are in 09-guests.sql, 14-reminder-delivery.sql,
-- 18-farewells-and-purge.sql and 19-unused-files.sql.
create table public.party_invitations (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null default auth.uid() references auth.users (id) on delete cascade,
  -- Not a foreign key: the invitation outlives a cancelled party, because its guests are informed and an undo brings the party back.
  party_id uuid not null,
  -- Who sees the place of the party: everybody with a link, or only guests who come.
  place_for text not null default 'all',
  -- What guests see of each other: the dogs, by name and size (`dogs`), the guests' first names as well (`names`), or numbers (`counts`).
  guest_list text not null default 'dogs',
  most_people smallint,
  answer_until date,
  message text,
  -- Whether guests are mailed a reminder on the day before.
  reminds_guests boolean not null default true,
  -- Whether guests who reply to a mail reach the host's address, and so learn it.
  replies_by_mail boolean not null default false,
  bring_list text[] not null default '{}',
  -- The name of a picture in the bucket of previews.
  preview text,
  has_link boolean not null default false,
  -- The token of the link, which the host can read again on every device; the row rules show it to nobody else. Null for links from before
  -- tokens were kept: those still work, and the next requested link is kept.
  link_token text,
  -- The time zone of the device that made the link first. Reminders of a party without one go by it.
  host_zone text,
  cancelled_at timestamptz,
  -- The facts of a cancelled party, and under `row` its row, from which `bring_party_back` makes it again.
  cancelled_party jsonb,
  -- Why the host cancels it, for its guests. Written before the party is deleted, and forgotten when it is put back.
  cancel_reason text,
  -- Once the party is over its guests see a line of thanks, a link to an album elsewhere, and the photo of the day if `shows_photo`.
  thanks text,
  album_url text,
  shows_photo boolean not null default false,
  -- Whether guests were told that it is cancelled, and it takes place after all.
  is_on_again boolean not null default false,
  -- What guests know of the party: the facts of their last mail, or those from when the invitation was made.
  told jsonb not null default '{}',
  -- When guests are mailed what has changed since; null if nothing has.
  change_due_at timestamptz,
  -- When guests are reminded of the party; null once they were, and if that moment has passed.
  remind_at timestamptz,
  -- How many guests gave which answer, once their answers are deleted.
  purged_counts jsonb,
  answers_seen_at timestamptz not null default now(),
  -- Whether the host is mailed or pushed new answers. An invitation begins as the one before it (14-reminder-delivery.sql).
  tells_host boolean not null default true,
  -- When the host was last told of answers, by mail or push; null if never.
  answers_pushed_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version bigint not null default (extract(epoch from clock_timestamp()) * 1000000)::bigint,
  -- The version of everything but the place, for guests who do not see the place: they must not learn that it has changed.
  version_without_place bigint not null default (extract(epoch from clock_timestamp()) * 1000000)::bigint,
  -- Unique per owner, not globally. Otherwise anyone who knows the id of a cancelled party could block its return.
  constraint party_invitations_party_id_key unique (party_id, user_id),
  -- Lets the foreign key of a guest require that the invitation belongs to the same host.
  constraint party_invitations_id_user_id_key unique (id, user_id),
  constraint party_invitations_place_for_check check (place_for in ('all', 'yes')),
  constraint party_invitations_guest_list_check check (guest_list in ('dogs', 'names', 'counts')),
  constraint party_invitations_most_people_check check (most_people between 1 and 500),
  constraint party_invitations_answer_until_finite check (isfinite(answer_until)),
  constraint party_invitations_message_check check (char_length(message) between 1 and 1000),
  constraint party_invitations_cancel_reason_check check (cancel_reason is null or private.is_line(cancel_reason, 300)),
  constraint party_invitations_thanks_check check (thanks is null or private.is_line(thanks, 280)),
  -- In the form that browsers give it: ASCII, no number, without a user name that could look like a host. `secureLink` in domain/text is the same.
  constraint party_invitations_album_url_check check (
    char_length(album_url) <= 500 and album_url ~ '^https://([a-z0-9-]{1,63}\.)+[a-z][a-z0-9-]{1,62}(:[0-9]{1,5})?[/?#][\u0021-\u007e]*$'
  ),
  constraint party_invitations_preview_check check (
    char_length(preview) between 1 and 200 and preview !~ '[\u0001-\u001f\u007f-\u009f]'
  ),
  constraint party_invitations_link_token_check check (
    link_token is null or (has_link and link_token ~ '^[A-Za-z0-9_-]{43}$')
  ),
  constraint party_invitations_answers_seen_at_finite check (isfinite(answers_seen_at)),
  constraint party_invitations_created_at_finite check (isfinite(created_at))
);
create index party_invitations_user_id_idx on public.party_invitations (user_id, created_at);
create index party_invitations_change_due_at_idx on public.party_invitations (change_due_at) where change_due_at is not null;
create index party_invitations_remind_at_idx on public.party_invitations (remind_at) where remind_at is not null;

-- Row rules

alter table public.party_invitations enable row level security;
-- `make_invitation_link` creates invitations.
grant select, delete, update (
    place_for, guest_list, most_people, answer_until, message, reminds_guests, replies_by_mail, tells_host, bring_list, preview,
    answers_seen_at, cancel_reason, thanks, album_url, shows_photo
  )
  on public.party_invitations to authenticated;
grant all on public.party_invitations to service_role;

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

create trigger raise_version_on_insert before insert on public.party_invitations
  for each row execute function private.raise_version();
-- Skips columns that the owner does not edit: a sent mail must not make the owner's next change fail.
create trigger raise_version before update of
    place_for, guest_list, most_people, answer_until, message, reminds_guests, replies_by_mail, tells_host, bring_list, thanks, album_url,
    shows_photo, cancelled_at
  on public.party_invitations
  for each row execute function private.raise_version();

-- Checks the list of what guests may bring.
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

-- Refuses an invitation to a party on a day that guests cannot read. A party that is put back or imported may be on any day.
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

-- Raises the version for guests who do not see the place.
create function private.raise_version_without_place() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  update public.party_invitations as kept
  set version_without_place = greatest(kept.version_without_place + 1, (extract(epoch from clock_timestamp()) * 1000000)::bigint)
  where kept.party_id = new.id and kept.user_id = new.user_id;
  return null;
end
$$;
-- Counts whether there is a place at all, because everybody may know that.
create trigger raise_version_without_place after update on public.birthday_celebrations
  for each row when (
    (new.dog_id, new.title, new.description, new.celebration_date, new.celebration_time, new.end_time, new.time_zone, new.location is null)
    is distinct from
    (old.dog_id, old.title, old.description, old.celebration_date, old.celebration_time, old.end_time, old.time_zone, old.location is null)
  ) execute function private.raise_version_without_place();

-- Locks

-- Waits for the lock of a host's guests and holds it until the transaction ends.
create function private.lock_guests(host uuid) returns void
language sql
as $$
  select pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended(host::text, 20261124100000))
$$;

-- Waits for the lock of the caller's guests, for triggers that run with the caller's rights.
create function private.lock_guests_of_caller() returns void
language sql
security definer
set search_path = ''
as $$
  select private.lock_guests(auth.uid())
$$;
grant execute on function private.lock_guests_of_caller() to authenticated;

-- Takes the lock of a host's guests unless it is held. Jobs for many hosts come back later to those whose guests are being changed.
create function private.try_lock_guests(host uuid) returns boolean
language sql
as $$
  select pg_catalog.pg_try_advisory_xact_lock(pg_catalog.hashtextextended(host::text, 20261124100000))
$$;

-- Takes the lock before an owner's own statement, because a statement locks rows before any row trigger runs. Runs with the rights of the
-- caller, which distinguish an owner from the functions of this schema: those take it where they change guests.
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
create trigger lock_own_guests before update or delete on public.party_invitations
  for each statement execute function private.lock_own_guests();

-- The party as guests know it

-- Returns the facts of a party that guests are informed about. A party whose end is open has no `end`, as those that guests were told before
-- parties had one.
create function private.facts_of_party(party public.birthday_celebrations) returns jsonb
language sql
stable
set search_path = ''
as $$
  select jsonb_build_object(
    'title', party.title, 'date', party.celebration_date, 'time', to_char(party.celebration_time, 'HH24:MI'),
    'zone', party.time_zone, 'location', party.location, 'dogId', party.dog_id,
    'dogName', (select name from public.dogs where dogs.id = party.dog_id)
  ) || case when party.end_time is null then '{}' else jsonb_build_object('end', to_char(party.end_time, 'HH24:MI')) end
$$;

-- Returns the facts of an invitation's party as it is now, or as it was when it was cancelled.
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
    coalesce(invitation.cancelled_party - 'row', invitation.told) || '{"isCancelled": true}'
  )
$$;

-- Returns whether guests who know `told` need to be informed. A renamed dog is no news.
create function private.is_news(told jsonb, facts jsonb) returns boolean
language sql
immutable
set search_path = ''
as $$
  select told - '{dogId,dogName}'::text[] <> facts - '{dogId,dogName}'::text[]
$$;

-- Returns whether a party is over: at its end, or if that is open, at midnight where it takes place. `isPartyOver` in domain/parties is the
-- same. A party whose end comes before its start because the clocks change takes as long as its times say.
create function private.is_over(facts jsonb, at timestamptz) returns boolean
language plpgsql
stable
set search_path = ''
as $$
declare
  day constant date := facts ->> 'date';
  zone constant text := facts ->> 'zone';
  first timestamp;
  last timestamp;
  began timestamptz;
  ended timestamptz;
begin
  if facts ->> 'end' is null or day > date '2100-12-31' then
    return day < private.day_in_zone(zone, at);
  end if;
  first := day + (facts ->> 'time')::time;
  last := day + (facts ->> 'end' < facts ->> 'time')::integer + (facts ->> 'end')::time;
  began := first at time zone zone;
  ended := last at time zone zone;
  return at >= case when ended > began then ended else began + (last - first) end;
exception when invalid_parameter_value then
  -- This version of PostgreSQL does not know the zone.
  return day < private.day_in_zone(zone, at);
end
$$;

-- Returns whether a party is over for its guests. One without a time takes place in its host's time zone.
create function private.is_over_for_guests(invitation public.party_invitations, facts jsonb, at timestamptz) returns boolean
language sql
stable
set search_path = ''
as $$
  select private.is_over(facts || jsonb_build_object('zone', coalesce(facts ->> 'zone', invitation.host_zone)), at)
$$;

-- Returns when guests are reminded of a party: at nine in the morning of the day before, where it takes place. If no time is set, where its
-- host is, and if that is not known, at ten in UTC, when it is that day almost everywhere. Null if that moment has passed, the party is cancelled, or nobody here knows its time zone.
create function private.reminder_time(facts jsonb, host_zone text) returns timestamptz
language plpgsql
stable
set search_path = ''
as $$
declare
  day constant date := facts ->> 'date';
  moment timestamptz;
begin
  -- Computes nothing of a day that is no timestamp. Such parties have no invitation.
  if day <= date '2100-12-31' and not facts ? 'isCancelled' then
    moment := (day - 1 + case when coalesce(facts ->> 'zone', host_zone) is null then time '10:00' else time '09:00' end)
      at time zone coalesce(facts ->> 'zone', host_zone, 'UTC');
  end if;
  return case when moment > now() then moment end;
exception when invalid_parameter_value then
  return null;
end
$$;

-- Returns the name of a host as one line of at most 60 characters, without those that other names may not have; null if nothing of it can be
-- seen. An account may hold anything in its metadata: hosted Supabase does not check it.
create function private.name_of_host(host uuid) returns text
language sql
stable
set search_path = ''
as $$
  select case when private.is_visible(line) then line end from auth.users, lateral (
    select btrim(left(btrim(regexp_replace(
      regexp_replace(raw_user_meta_data ->> 'name', '[\u00ad\u200b\u202a-\u202e\u2060-\u2069\ufeff]', '', 'g'),
      '[\u0001-\u0020\u007f-\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+', ' ', 'g'
    )), 60)) as line
  ) as tidied
  where id = host and jsonb_typeof(raw_user_meta_data -> 'name') = 'string'
$$;

-- Marks the invitations of deleted parties as cancelled, and keeps the facts of the parties.
create function private.cancel_invitations() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  update public.party_invitations as kept
  set cancelled_at = now(),
    -- A dog that was removed together with its party has no name any more, so guests keep the one that they were told.
    cancelled_party = private.facts_of_party(party.*::public.birthday_celebrations)
      || jsonb_build_object(
        'dogName', coalesce((select name from public.dogs where id = party.dog_id), kept.told ->> 'dogName'), 'row', to_jsonb(party)
      )
  from removed as party where kept.party_id = party.id and kept.user_id = party.user_id;
  perform private.note_party_change(kept, private.facts_of_invitation(kept))
  from removed as party join public.party_invitations as kept on kept.party_id = party.id and kept.user_id = party.user_id;
  return null;
end
$$;
create trigger cancel_invitations after delete on public.birthday_celebrations
  referencing old table as removed for each statement execute function private.cancel_invitations();

-- Restores the invitation of a party that is put back.
create function private.take_invitations_up_again() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  update public.party_invitations as kept
  set cancelled_at = null, cancelled_party = null, cancel_reason = null, is_on_again = is_on_again or told ? 'isCancelled',
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

-- Brings back the caller's cancelled party with its id, so that its guests, answers and links are there again; the triggers above inform
-- the guests. Returns whether the party is on, also when an undo was faster: false if its end has passed, or its dog has left the pack.
create function public.bring_party_back(party_id uuid) returns boolean
language plpgsql
security definer
set search_path = ''
as $$
declare
  caller constant uuid := auth.uid();
  invitation public.party_invitations;
  facts jsonb;
begin
  if caller is null then
    raise exception 'only a signed-in owner brings a party back' using errcode = '42501';
  end if;
  perform private.lock_owner(caller);
  -- Without a lock of the row: a cancellation locks the party first.
  select * into invitation from public.party_invitations as kept
  where kept.party_id = bring_party_back.party_id and kept.user_id = caller;
  facts := private.facts_of_invitation(invitation);
  if facts ? 'isCancelled' and not private.is_over(facts, now())
    and exists (select from public.dogs where id = (facts ->> 'dogId')::uuid and user_id = caller) then
    insert into public.birthday_celebrations
    select (jsonb_populate_record(
      null::public.birthday_celebrations,
      -- Parties that were cancelled before rows were kept have only the facts.
      jsonb_build_object(
        'dog_id', facts -> 'dogId', 'title', facts -> 'title', 'celebration_date', facts -> 'date', 'celebration_time', facts -> 'time',
        'end_time', facts -> 'end', 'time_zone', facts -> 'zone', 'location', facts -> 'location', 'shared_platforms', '[]'::jsonb,
        'created_at', invitation.created_at
      ) || coalesce(invitation.cancelled_party -> 'row', '{}') || jsonb_build_object(
        'id', invitation.party_id, 'user_id', caller, 'memory_photo_url', null, 'updated_at', now(),
        'version', (extract(epoch from clock_timestamp()) * 1000000)::bigint
      )
    )).*
    on conflict (id) do nothing;
  end if;
  return exists (
    select from public.birthday_celebrations as party where party.id = bring_party_back.party_id and party.user_id = caller
  );
end
$$;
grant execute on function public.bring_party_back(uuid) to authenticated;

-- Records a change of the party, so that guests are informed.
create function private.note_changed_party() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  -- Waits for answers that come right now, to see what their guests know.
  perform from public.party_invitations where party_id = new.id and user_id = new.user_id for no key update;
  -- Forgets the counts of a past party that is planned anew: it has other guests.
  update public.party_invitations as kept set purged_counts = null
  where kept.party_id = new.id and kept.user_id = new.user_id and purged_counts is not null
    and not private.is_over(private.facts_of_party(new), now());
  -- So are the thanks for it.
  update public.party_invitations as kept set thanks = null, album_url = null, shows_photo = false
  where kept.party_id = new.id and kept.user_id = new.user_id and (thanks is not null or album_url is not null or shows_photo)
    and private.is_over_for_guests(kept, private.facts_of_party(old), now())
    and not private.is_over_for_guests(kept, private.facts_of_party(new), now());
  perform private.note_party_change(kept, private.facts_of_party(new))
  from public.party_invitations as kept where kept.party_id = new.id and kept.user_id = new.user_id;
  return null;
end
$$;
create trigger note_changed_party after update on public.birthday_celebrations
  for each row when (
    (new.title, new.celebration_date, new.celebration_time, new.end_time, new.time_zone, new.location)
    is distinct from (old.title, old.celebration_date, old.celebration_time, old.end_time, old.time_zone, old.location)
  ) execute function private.note_changed_party();

-- Links

-- The links of invitations, by the hashes of their tokens.
create table private.invitation_links (
  token_hash bytea primary key,
  invitation_id uuid not null references public.party_invitations (id) on delete cascade,
  created_at timestamptz not null default clock_timestamp(),
  constraint invitation_links_token_hash_check check (octet_length(token_hash) = 32)
);
create index invitation_links_invitation_id_idx on private.invitation_links (invitation_id);

-- Returns the name of a time zone if this PostgreSQL knows it, or else null.
create function private.known_zone(zone text) returns text
language plpgsql
stable
set search_path = ''
as $$
begin
  perform now() at time zone zone;
  return case when zone ~ '^[A-Za-z][A-Za-z0-9_+/-]{1,59}$' then zone end;
exception when invalid_parameter_value then
  return null;
end
$$;

-- Returns the token of the link to the invitation of the caller's party. Creates the invitation if there is none, and a link if no token is
-- kept. So an invitation has this link, and any that devices made before tokens were kept. `zone` is the time zone of the device.
create function public.make_invitation_link(party_id uuid, zone text default null) returns text
language plpgsql
security definer
set search_path = ''
as $$
declare
  most_invitations constant integer := 2000;
  caller constant uuid := auth.uid();
  party public.birthday_celebrations;
  invitation public.party_invitations;
begin
  if caller is null then
    raise exception 'only a signed-in owner invites' using errcode = '42501';
  end if;
  perform private.lock_owner(caller);
  perform private.require_session();
  select * into party from public.birthday_celebrations where id = make_invitation_link.party_id and user_id = caller;
  if not found then
    raise exception 'the party of an invitation must be the owner''s'
      using errcode = '23503', schema = 'public', table = 'party_invitations', constraint = 'party_invitations_party';
  end if;
  select * into invitation from public.party_invitations as kept
  where kept.party_id = party.id and user_id = caller for no key update;
  if not found then
    if (select count(*) from public.party_invitations where user_id = caller) >= most_invitations then
      raise exception 'limit reached: an owner has at most % invitations', most_invitations
        using errcode = '23514', hint = 'Remove an invitation before you make another one.',
          schema = 'public', table = 'party_invitations', constraint = 'invitations_of_owner_limit';
    end if;
    insert into public.party_invitations (user_id, party_id, told, host_zone, remind_at)
    values (
      caller, party.id, private.facts_of_party(party), private.known_zone(zone),
      private.reminder_time(private.facts_of_party(party), private.known_zone(zone))
    ) returning * into invitation;
  end if;
  if invitation.link_token is null then
    update public.party_invitations set has_link = true, link_token = private.mint_token()
    where id = invitation.id returning * into invitation;
    insert into private.invitation_links (token_hash, invitation_id)
    values (sha256(convert_to(invitation.link_token, 'UTF8')), invitation.id);
  end if;
  return invitation.link_token;
end
$$;
grant execute on function public.make_invitation_link(uuid, text) to authenticated;

-- Ends all links of the caller's invitation. Guests who have answered keep their own.
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
grant execute on function public.revoke_invitation_links(uuid) to authenticated;

-- Deletes the kept token when the links of an invitation end, in whatever way.
create function private.forget_ended_link() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  new.link_token := null;
  return new;
end
$$;
create trigger forget_ended_link before update of has_link on public.party_invitations
  for each row when (not new.has_link) execute function private.forget_ended_link();

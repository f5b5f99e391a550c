-- Guests of a deleted account read that a part of their link may be missing: hashes of links now stay until the day of the party.

set local check_function_bodies = off;

create table private.invitation_tombstones (
  token_hash bytea not null,
  last_day date not null
);

create or replace function private.keep_tombstones() returns trigger
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

create or replace function public.is_invitation_gone(token text) returns boolean
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

create or replace function public.purge_invitations(most integer) returns jsonb
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
  delete from private.invitation_tombstones where last_day < private.day_in_zone(null, now());
  for past in
    select kept.id, kept.user_id from public.party_invitations as kept
    left join public.birthday_celebrations as party on party.id = kept.party_id and party.user_id = kept.user_id
    -- All days that guests may know of have to be over, because a mistyped date must not end what belongs to the party.
    cross join lateral (values (
      greatest(party.celebration_date, (kept.told ->> 'date')::date, (kept.cancelled_party ->> 'date')::date)
    )) as days (last_day)
    where (preview is not null or has_link or told ->> 'location' is not null or cancelled_party ->> 'location' is not null
      or cancel_reason is not null or exists (select from public.party_guests as guest where guest.invitation_id = kept.id))
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

alter table private.invitation_tombstones add constraint invitation_tombstones_token_hash_check CHECK (octet_length(token_hash) = 32);

alter table private.invitation_tombstones add constraint invitation_tombstones_pkey PRIMARY KEY (token_hash);

CREATE INDEX invitation_tombstones_last_day_idx ON private.invitation_tombstones USING btree (last_day);

CREATE TRIGGER keep_tombstones BEFORE DELETE ON public.party_invitations FOR EACH ROW EXECUTE FUNCTION private.keep_tombstones();

grant execute on function public.is_invitation_gone(text) to anon;

grant execute on function public.is_invitation_gone(text) to authenticated;

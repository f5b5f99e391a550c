-- An owner who deletes the account has parties to which guests look forward. Those with an address are told that such a party is off, though
-- nothing else of it is left: the mail waits in a table of its own, holds what it says, and goes with the hand-over.

create table private.guest_farewells (
  id uuid primary key default gen_random_uuid(),
  email text not null,
  -- {title, date, time, zone, isHostNew}
  party jsonb not null,
  attempts smallint not null default 0,
  due_at timestamptz not null default now(),
  -- On which it was counted. Forgotten with the salt of that day, whether it was sent or not.
  day date not null references private.guest_mail_salts (day) on update cascade on delete cascade
);
create index guest_farewells_due_at_idx on private.guest_farewells (due_at);
create index guest_farewells_day_idx on private.guest_farewells (day);
revoke all on private.guest_farewells from public, anon, authenticated, service_role;

-- How many guests new hosts may have mailed that day, as the server said with its latest look.
alter table private.guest_mail_salts add column most_of_new integer not null default 500;

-- Keeps a mail for each address that still believes in a party of the host. They count as mails about changes. Those too many are
-- dropped, because nobody is left for whom they could wait; the next parties come first.
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
  -- As for all other mails to guests.
  if host_address is null then
    return;
  end if;
  -- One at a time counts.
  perform pg_advisory_xact_lock(20261124110000);
  insert into private.guest_mail_salts (day) values (today) on conflict do nothing;
  select salts.most_of_new into most_of_new from private.guest_mail_salts as salts where day = today;
  for guest in
    with believers as (
      select distinct on (invitation.id, lower(party_guests.email)) party_guests.email, party.facts, bool_or(lower(party_guests.email) = mailbox)
        over (partition by invitation.id, mailbox) as has_plain, mailbox
      from public.party_invitations as invitation
      cross join lateral (values (private.facts_of_invitation(invitation))) as party (facts)
      join public.party_guests on party_guests.invitation_id = invitation.id
      cross join lateral (values (private.mailbox_of(party_guests.email))) as of_guest (mailbox)
      left join private.guest_facts as known on known.guest_id = party_guests.id
      where invitation.user_id = host and party_guests.email is not null and party_guests.answer <> 'no'
        and not private.is_over(party.facts, now()) and not coalesce(known.told ? 'isCancelled', invitation.told ? 'isCancelled')
        and not private.are_mails_ended(invitation.id, party_guests.email)
      order by invitation.id, lower(party_guests.email), party_guests.email
    )
    -- Where mail knows no tags, an address with one is another's or nobody's.
    select email, facts from believers where lower(email) = mailbox or not has_plain
    order by facts ->> 'date', email limit 1000
  loop
    case private.count_guest_mail(host, host_address, 'change', guest.email, today, is_new, most_of_new)
      when 'host' then exit;
      when 'reach', 'address' then continue;
      else insert into private.guest_farewells (email, day, party) values (guest.email, today, jsonb_build_object(
        'title', guest.facts -> 'title', 'date', guest.facts -> 'date', 'time', guest.facts -> 'time', 'zone', guest.facts -> 'zone',
        'isHostNew', is_new
      ));
    end case;
  end loop;
end
$$;

-- Deletes the caller's account after a recent sign-in, and leaves the farewells to guests. An access token by itself must not be enough:
-- anyone who finds one has an hour. Refreshing a session does not make it young again: `amr` keeps when the password was given, on hosted
-- Supabase as here.
create or replace function public.delete_own_account() returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  caller constant uuid := auth.uid();
  methods constant jsonb := auth.jwt() -> 'amr';
begin
  if caller is null then
    raise exception 'only a signed-in owner can delete an account' using errcode = '42501';
  end if;
  if not exists (
    select from jsonb_array_elements(case jsonb_typeof(methods) when 'array' then methods else '[]' end) as proof
    where proof ->> 'method' = 'password'
      and to_timestamp((proof ->> 'timestamp')::double precision) > now() - interval '5 minutes'
  ) then
    raise exception 'recent sign-in needed: sign in with the password and try again within five minutes'
      using errcode = '42501';
  end if;
  perform private.queue_farewells(caller);
  delete from auth.users where id = caller;
end
$$;

-- Takes farewells that are due, and keeps nothing of them. Answers them as {id, to, party, attempt}.
create function public.claim_guest_farewells(at timestamptz, most integer, most_of_new integer) returns jsonb
language sql
security definer
set search_path = ''
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
  from taken where not private.is_over(party, at)
$$;

-- Puts back what certainly was not taken by a mail server, a list of claimed mails, each with its `due_at`.
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

-- By name, because hosted Supabase grants new functions to each of its roles.
revoke all on function
  private.queue_farewells(uuid), public.delete_own_account(), public.claim_guest_farewells(timestamptz, integer, integer),
  public.release_guest_farewells(jsonb)
  from public, anon, authenticated, service_role;
grant execute on function public.delete_own_account() to authenticated;
grant execute on function public.claim_guest_farewells(timestamptz, integer, integer), public.release_guest_farewells(jsonb) to service_role;

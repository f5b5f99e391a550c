-- A mail to a guest that comes too late after an attempt no longer reads as sent, a limit holds up no mail that it has counted already, and
-- only what is decided to be dropped is deleted. Of an account that is deleted only the first thousand guests are looked at. Rows stay as
-- they are.

set local check_function_bodies = off;

create or replace function public.record_guest_mails(decided jsonb, at timestamptz, most_of_new integer default 500) returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  day constant date := (at at time zone 'UTC')::date;
  given record;
  mail private.guest_mails;
  facts jsonb;
  host uuid;
  mail_group text;
  is_full text;
  token text;
  outcomes jsonb := '[]';
begin
  -- Takes the lock of claims, which count.
  perform pg_advisory_xact_lock(20261124110000);
  for given in
    select * from jsonb_to_recordset(decided) as listed (
      id uuid, version text, outcome text, before jsonb, tells uuid[], due_at timestamptz, waits_for text, alike text
    )
  loop
    -- Locks the guest as well, or a removal of the guest and this could wait for each other.
    select kept.* into mail from private.guest_mails as kept join public.party_guests as guest on guest.id = kept.guest_id
      where kept.id = given.id and kept.handed_at is null for update of kept skip locked for key share of guest skip locked;
    continue when not found;
    -- Another mail of the host has postponed it.
    continue when given.outcome = 'wait' and mail.due_at > at + interval '2 minutes';
    -- Skips a guest who answers right now: the answer writes what the guest knows, and may wait for a mail that is locked here.
    perform from private.guest_facts where guest_id = mail.guest_id for update skip locked;
    facts := case when found or not exists (select from private.guest_facts where guest_id = mail.guest_id) then
      private.facts_of_mail(mail) end;
    if md5(facts::text) is distinct from given.version then
      update private.guest_mails set due_at = at where id = mail.id and due_at <= at + interval '2 minutes';
      continue;
    end if;
    host := facts ->> 'hostId';
    mail_group := private.group_of_mail(mail.kind, facts #>> '{guest,answer}');
    is_full := case when given.outcome = 'mail' and mail.attempts = 0 then private.count_guest_mail(
      host, facts ->> 'hostEmail', mail_group, facts #>> '{guest,email}', day, (facts ->> 'isHostNew')::boolean, greatest(most_of_new, 0)
    ) end;
    if is_full is not null then
      outcomes := outcomes || jsonb_build_object('id', mail.id, 'full', is_full);
    elsif given.outcome = 'wait' then
      update private.guest_mails set due_at = given.due_at, waits_for = given.waits_for where id in (
        select late.id from public.party_guests as guest join private.guest_mails as late on late.guest_id = guest.id
        where guest.user_id = host and late.handed_at is null and (
          late.id = mail.id or late.due_at <= at + interval '2 minutes' and case given.alike
            when 'host' then true
            when 'group' then late.attempts = 0 and private.group_of_mail(late.kind, guest.answer) = mail_group
            when 'strangers' then late.attempts = 0 and guest.email is not null
              and private.is_stranger(facts ->> 'hostEmail', guest.email, day)
          end
        )
        for update of late skip locked
      );
    elsif given.outcome in ('mail', 'missed', 'drop') then
      if mail.kind = 'change' then
        with same as (
          select other.id, other.guest_id from private.guest_mails as other join private.guest_facts as kept on kept.guest_id = other.guest_id
          where other.guest_id = any (given.tells) and other.kind = 'change' and other.handed_at is null
          for update of other, kept skip locked
        ), dropped as (
          delete from private.guest_mails where id in (select id from same)
        )
        update private.guest_facts set told = facts -> 'party' where guest_id = mail.guest_id or guest_id in (select guest_id from same);
      end if;
      if given.outcome = 'mail' then
        token := private.mint_guest_token(mail.guest_id);
        update private.guest_mails set handed_at = at, waits_for = null, attempts = attempts + 1, email = facts #>> '{guest,email}',
          token_hash = sha256(convert_to(token, 'UTF8')), before = given.before
          where id = mail.id;
        outcomes := outcomes || jsonb_build_object('id', mail.id, 'token', token);
      elsif given.outcome = 'missed' then
        update private.guest_mails set handed_at = at, email = null where id = mail.id;
      else
        delete from private.guest_mails where id = mail.id;
      end if;
    end if;
  end loop;
  return outcomes;
end
$$;

create or replace function private.queue_farewells(host uuid) returns void
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
    where not coalesce((select told from private.guest_facts as known where known.guest_id = first.guest_id), first.told) ? 'isCancelled'
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

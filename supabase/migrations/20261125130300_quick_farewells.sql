-- Of a host with a great many guests the first thousand are looked at, so that the account is deleted within the time of a request.

-- Keeps a mail for each address that still believes in a party of the host. They count as mails about changes. Those too many are
-- dropped, because nobody is left for whom they could wait; the next parties come first.
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
  -- As for all other mails to guests.
  if host_address is null then
    return;
  end if;
  -- One at a time counts.
  perform pg_advisory_xact_lock(20261124110000);
  insert into private.guest_mail_salts (day) values (today) on conflict do nothing;
  select salts.most_of_new into most_of_new from private.guest_mail_salts as salts where day = today;
  for guest in
    with invitations as materialized (
      select invitation.id, invitation.told, party.facts from public.party_invitations as invitation
      cross join lateral (values (private.facts_of_invitation(invitation))) as party (facts)
      where invitation.user_id = host and not private.is_over(party.facts, now())
    ), first as materialized (
      select invitations.*, party_guests.id as guest_id, party_guests.email
      from invitations join public.party_guests on party_guests.invitation_id = invitations.id
      where party_guests.email is not null and party_guests.answer <> 'no'
      order by facts ->> 'date', party_guests.created_at, party_guests.id limit 1000
    ), named as materialized (
      select first.*, private.mailbox_of(email) as mailbox from first
    ), believers as (
      select distinct on (named.id, lower(email)) email, facts, mailbox,
        bool_or(lower(email) = mailbox) over (partition by named.id, mailbox) as has_plain
      from named left join private.guest_facts as known on known.guest_id = named.guest_id
      where not coalesce(known.told ? 'isCancelled', named.told ? 'isCancelled') and not private.are_mails_ended(named.id, email)
      order by named.id, lower(email), email
    )
    -- Where mail knows no tags, an address with one is another's or nobody's.
    select email, facts from believers where lower(email) = mailbox or not has_plain
    order by facts ->> 'date', email
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

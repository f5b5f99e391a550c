-- A claim of changes works out the mailbox of each answer once, not for each pair of answers of a party. Rows stay as they are.

set local check_function_bodies = off;

create or replace function public.claim_due_guest_mails(at timestamptz, most integer) returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  looked integer;
  ids uuid[];
begin
  -- Lets one transaction count at a time. One that waits for this holds nothing that the one before waits for.
  perform pg_advisory_xact_lock(20261124110000);
  -- Brings back what a clock that ran ahead has put off.
  update private.guest_mails set due_at = at where handed_at is null and due_at > at + interval '1 day';
  looked := private.queue_due_changes(at, 20) + private.queue_due_reminders(at, 20);
  ids := array(
    select mail.id from private.guest_mails as mail join public.party_guests as guest on guest.id = mail.guest_id
    -- The first 1,000, so that a claim costs the same however many are due.
    where mail.id in (
      select id from private.guest_mails where handed_at is null and due_at <= at order by due_at limit 1000
    )
    -- Mails guests in the order in which they came, however many came afterwards, but first those who may come: of several answers with one
    -- address, one is mailed a change. Places come first, because nobody else tells, then changes, then words and reminders, whose time
    -- passes, and last the links that guests have seen on the page.
    order by array_position('{"moved up",change,word,link,"link of no"}'::text[], private.group_of_mail(mail.kind, guest.answer)),
      mail.due_at, guest.answer = 'no', guest.created_at, mail.id
    limit least(greatest(most, 0), 500)
    for update of mail skip locked
  );
  update private.guest_mails set due_at = at + interval '2 minutes' where id = any (ids);
  return (
    -- Works out each mailbox once, not for each pair of answers.
    with changed as materialized (
      select mail.id, mail.guest_id, guest.invitation_id, lower(guest.email) as address, private.mailbox_of(guest.email) as mailbox
      from private.guest_mails as mail join public.party_guests as guest on guest.id = mail.guest_id
      where mail.id = any (ids) and mail.kind = 'change'
    ), waiting as materialized (
      select guest.id, guest.invitation_id, guest.answer, guest.waiting_since, mail.due_at, coalesce(mail.before, kept.told) as known,
        lower(guest.email) as address, private.mailbox_of(guest.email) as mailbox
      from public.party_guests as guest
      join private.guest_facts as kept on kept.guest_id = guest.id
      join private.guest_mails as mail on mail.guest_id = guest.id and mail.kind = 'change' and mail.handed_at is null
      where guest.invitation_id in (select invitation_id from changed)
    )
    select jsonb_build_object('looked', looked + cardinality(ids), 'mails', coalesce(jsonb_agg(
      facts || jsonb_build_object('version', md5(facts::text), 'others', (
        select coalesce(jsonb_agg(jsonb_build_object(
          'guest', other.id, 'answer', other.answer, 'isWaiting', other.waiting_since is not null,
          'known', other.known, 'isPlain', own.address not in (other.address, other.mailbox)
        )), '[]')
        from changed as own join waiting as other on other.invitation_id = own.invitation_id and other.id <> own.guest_id
        where own.id = mail.id and (
          own.address in (other.address, other.mailbox)
          or (other.address = own.mailbox and other.due_at <= at + interval '2 minutes')
        )
      )) order by array_position(ids, mail.id)
    ), '[]'))
    from private.guest_mails as mail cross join lateral (select private.facts_of_mail(mail) offset 0) as found (facts)
    where mail.id = any (ids) and facts is not null
  );
end
$$;

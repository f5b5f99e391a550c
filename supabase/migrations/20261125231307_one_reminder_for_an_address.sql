-- An address gets a reminder or a word of the host once, although several answers may have it, and anybody can type it into any number of them.

set local check_function_bodies = off;

create or replace function private.guests_by_address(invitation_id uuid) returns setof public.party_guests
language sql
stable
set search_path = ''
as $$
  with addressed as materialized (
    select distinct on (lower(email)) guest, lower(email) as address, private.mailbox_of(email) as mailbox
    from public.party_guests as guest
    where guest.invitation_id = guests_by_address.invitation_id and email is not null and answer <> 'no'
    order by lower(email), waiting_since is not null, answer <> 'yes', created_at, id
  )
  select (one.guest).* from addressed as one
  where address = mailbox or not exists (select from addressed as plain where plain.address = one.mailbox)
$$;

create or replace function private.queue_due_reminders(at timestamptz, most integer) returns integer
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

create or replace function public.send_word_to_guests(invitation_id uuid, words text) returns integer
language plpgsql
security definer
set search_path = ''
as $$
declare
  most constant integer := 2;
  caller constant uuid := auth.uid();
  invitation public.party_invitations;
  facts jsonb;
  guests integer;
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
  if private.proven_address(caller) is null or facts ? 'isCancelled' or private.is_over(facts, now()) then
    raise exception 'a word takes a proved address, and a party to come' using errcode = '42501';
  end if;
  if (select count(*) from private.guest_words as sent where sent.invitation_id = invitation.id and sent_at > now() - interval '1 day') >= most
    or exists (
      select from private.guest_mails as mail join public.party_guests as guest on guest.id = mail.guest_id
      where guest.invitation_id = invitation.id and mail.kind = 'word' and mail.handed_at is null and mail.until > now()
    ) then
    raise exception 'limit reached: at most % words to guests a day, one after the other', most
      using errcode = '23514', hint = 'Try again tomorrow.', schema = 'private', table = 'guest_words', constraint = 'guest_words_limit';
  end if;
  insert into private.guest_words (invitation_id, words) values (invitation.id, send_word_to_guests.words);
  insert into private.guest_mails as kept (guest_id, kind, until)
    select id, 'word', now() + interval '1 day' from private.guests_by_address(invitation.id) order by id
    on conflict (guest_id, kind) where handed_at is null do update set due_at = excluded.due_at, until = excluded.until, attempts = 0;
  get diagnostics guests = row_count;
  return guests;
end
$$;

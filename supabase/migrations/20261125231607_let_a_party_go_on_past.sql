-- Lets a party go on past midnight: its guests read that it was over while they danced. A word to guests gets an id, so that a request
-- that is repeated after a lost answer sends it once. Of several answers with one address the first gets its reminder, no longer a
-- stranger's yes.

set local check_function_bodies = off;

drop function public.send_word_to_guests(uuid,text);

create or replace function private.is_over(facts jsonb, at timestamptz) returns boolean
language sql
stable
set search_path = ''
as $$
  select (facts ->> 'date')::date < private.day_in_zone(
    facts ->> 'zone', at - case when facts ->> 'end' < facts ->> 'time' then (facts ->> 'end')::interval else interval '0' end
  )
$$;

create or replace function private.guests_by_address(invitation_id uuid) returns setof public.party_guests
language sql
stable
set search_path = ''
as $$
  with addressed as materialized (
    select distinct on (lower(email)) guest, lower(email) as address, private.mailbox_of(email) as mailbox
    from public.party_guests as guest
    where guest.invitation_id = guests_by_address.invitation_id and email is not null and answer <> 'no'
    order by lower(email), waiting_since is not null, created_at, id
  )
  select (one.guest).* from addressed as one
  where address = mailbox or not exists (select from addressed as plain where plain.address = one.mailbox)
$$;

create or replace function public.send_word_to_guests(invitation_id uuid, words text, word_id uuid default gen_random_uuid()) returns integer
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
  if exists (select from private.guest_words as sent where sent.id = word_id and sent.invitation_id = invitation.id) then
    return (select count(*) from private.guests_by_address(invitation.id));
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
  insert into private.guest_words (id, invitation_id, words) values (word_id, invitation.id, send_word_to_guests.words);
  insert into private.guest_mails as kept (guest_id, kind, until)
    select id, 'word', now() + interval '1 day' from private.guests_by_address(invitation.id) order by id
    on conflict (guest_id, kind) where handed_at is null do update set due_at = excluded.due_at, until = excluded.until, attempts = 0;
  get diagnostics guests = row_count;
  return guests;
end
$$;

grant execute on function public.send_word_to_guests(uuid,text,uuid) to authenticated;

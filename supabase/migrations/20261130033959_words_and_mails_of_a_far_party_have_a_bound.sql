-- A party may be many years ahead, so what its host mails has a bound in all: 40 words for a party. Of a kind of mail to a guest, those of more
-- than a year ago go when another is sent. Rows stay as they are until then.

set local check_function_bodies = off;

create or replace function public.send_word_to_guests(invitation_id uuid, words text, word_id uuid default gen_random_uuid()) returns integer
language plpgsql
security definer
set search_path = ''
as $$
declare
  most constant integer := 2;
  most_of_party constant integer := 40;
  caller constant uuid := auth.uid();
  invitation public.party_invitations;
  facts jsonb;
  is_thanks boolean;
  guests uuid[];
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
  is_thanks := private.is_over_for_guests(invitation, facts, now());
  guests := array(select id from private.guests_by_address(invitation.id, is_thanks) order by id);
  if exists (select from private.guest_words as sent where sent.id = word_id and sent.invitation_id = invitation.id) then
    return cardinality(guests);
  end if;
  if private.proven_address(caller) is null or facts ? 'isCancelled' then
    raise exception 'a word takes a proved address, and a party that is not called off' using errcode = '42501';
  end if;
  if (
      select count(*) filter (where sent_at > now() - interval '1 day') >= most or count(*) >= most_of_party and not is_thanks
      from private.guest_words as sent where sent.invitation_id = invitation.id
    )
    or is_thanks and exists (
      select from private.guest_words as sent where sent.invitation_id = invitation.id and private.is_over_for_guests(invitation, facts, sent_at)
    )
    or exists (
      select from private.guest_mails as mail join public.party_guests as guest on guest.id = mail.guest_id
      where guest.invitation_id = invitation.id and mail.kind = 'word' and mail.handed_at is null and mail.until > now()
    ) then
    raise exception 'limit reached: at most % words to guests a day, one after the other, and % for a party', most, most_of_party
      using errcode = '23514', hint = 'Try again tomorrow.', schema = 'private', table = 'guest_words', constraint = 'guest_words_limit';
  end if;
  insert into private.guest_words (id, invitation_id, words) values (word_id, invitation.id, send_word_to_guests.words);
  insert into private.guest_mails as kept (guest_id, kind, until)
    select guest, 'word', now() + interval '1 day' from unnest(guests) as guest
    on conflict (guest_id, kind) where handed_at is null do update set due_at = excluded.due_at, until = excluded.until, attempts = 0;
  return cardinality(guests);
end
$$;

create or replace function public.record_guest_mails(decided jsonb, at timestamptz, most_of_new integer default 500) returns jsonb
language plpgsql
security definer
set search_path = ''
set lock_timeout = '5s'
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
    -- A server's clock that runs ahead must not end anything.
    continue when given.outcome in ('drop', 'missed') and at > now() + interval '1 week';
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
        delete from private.guest_mails where guest_id = mail.guest_id and kind = mail.kind and handed_at < now() - interval '1 year';
        outcomes := outcomes || jsonb_build_object('id', mail.id, 'token', token);
      elsif given.outcome = 'missed' then
        update private.guest_mails set handed_at = at, email = null where id = mail.id;
      else
        delete from private.guest_mails where id = mail.id;
      end if;
    end if;
  end loop;
  perform private.refuse_late();
  return outcomes;
end
$$;

-- Addresses whose reader has proved that they want mail for an account, by following a link that was mailed there. An unconfirmed sign-up
-- proves nothing, and a reminder holds the owner's own words. More triggers on this table are in 17-guest-mail-claims.sql.
create table private.proven_addresses (
  user_id uuid primary key references auth.users (id) on delete cascade,
  email text not null,
  proven_at timestamptz not null default now()
);

-- Mails that have asked for a proof.
create table private.proof_mails (
  user_id uuid primary key references auth.users (id) on delete cascade,
  asked_at timestamptz not null,
  times smallint not null default 1
);

-- Hosts who have asked for the mail that proves their address.
create table private.proof_requests (
  user_id uuid primary key references auth.users (id) on delete cascade,
  asked_at timestamptz not null default now()
);

-- Returns the address of an owner if it is proved, by a link of ours or by the confirmation of a sign-up on hosted Supabase, which records
-- when it mailed that. The embedded server has no such column.
create function private.proven_address(owner uuid) returns text
language sql
stable
set search_path = ''
as $$
  select account.email from auth.users as account
  where account.id = owner and account.email_confirmed_at is not null and (
    exists (select from private.proven_addresses as proven where proven.user_id = owner and proven.email = account.email)
    or (to_jsonb(account) ->> 'confirmation_sent_at')::timestamptz <= account.email_confirmed_at
  )
$$;

-- Returns whether the caller's guests are mailed, which takes proof that the caller reads the account's address.
create function public.is_own_address_proven() returns boolean
language sql
stable
security definer
set search_path = ''
as $$
  select private.proven_address(auth.uid()) is not null
$$;
grant execute on function public.is_own_address_proven() to authenticated;

-- Asks for the mail that proves the caller's address. Reminders ask for the same mail, and both share its limit.
create function public.ask_for_address_proof() returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  caller constant uuid := auth.uid();
begin
  if caller is null then
    raise exception 'only a signed-in owner can ask for a proof' using errcode = '42501';
  end if;
  perform private.lock_owner(caller);
  if private.proven_address(caller) is not null then
    return;
  end if;
  if exists (
    select from private.proof_mails where user_id = caller and asked_at > now() - interval '1 hour' * power(2, times - 1)
  ) then
    raise exception 'limit reached: the mail that proves the address was sent lately'
      using errcode = '23514', hint = 'Look into your mail, or try again later.', schema = 'private', table = 'proof_requests',
        constraint = 'proof_requests_limit';
  end if;
  insert into private.proof_requests (user_id) values (caller) on conflict do nothing;
end
$$;
grant execute on function public.ask_for_address_proof() to authenticated;

-- Returns the address of an account, which a proof must name.
create function public.address_of_account(owner uuid) returns jsonb
language sql
stable
security definer
set search_path = ''
as $$
  select jsonb_build_object('email', (select email from auth.users where id = owner))
$$;
grant execute on function public.address_of_account(uuid) to service_role;

-- Records that the reader of an address has followed a link that was mailed there. Does nothing if the account has another address by now.
create function public.prove_address(owner uuid, address text) returns void
language sql
security definer
set search_path = ''
as $$
  insert into private.proven_addresses (user_id, email)
    select id, email from auth.users where id = owner and email = address
    on conflict (user_id) do update set email = excluded.email, proven_at = excluded.proven_at
$$;
grant execute on function public.prove_address(uuid, text) to service_role;

-- Answers may have waited for the proof.
create trigger look_again after insert or update on private.proven_addresses
  for each row execute function private.look_again();

-- Counts a mail that asks for a proof, and returns whether it may be sent: at most five a day to one address, whichever accounts have it in
-- turn. Addresses with a tag have a separate count, five for all tags together. So no other account can use up the mails of the address
-- without a tag, which only one account has.
create function private.count_proof_mail(address text, at timestamptz) returns boolean
language sql
set search_path = ''
as $$
  insert into private.guest_mail_counts as kept (user_id, kind, address_hash, day)
    select '00000000-0000-0000-0000-000000000000', case when lower(address) = private.mailbox_of(address) then 'proofs' else 'tagged proofs' end,
      private.hash_of_day(address, day), day
    from (values ((at at time zone 'UTC')::date)) as today (day)
  on conflict (user_id, day, kind, address_hash) do update set times = least(kept.times + 1, 1000)
  returning times <= 5
$$;

-- Returns which of these owners to ask for a proof by mail now, as {user_id, email}, and records it: at most once an hour, with twice the
-- wait after each mail, and not at addresses that were mailed often enough today.
create function private.ask_for_proofs(owners uuid[], at timestamptz) returns jsonb
language sql
set search_path = ''
as $$
  with noted as (
    insert into private.proof_mails as former (user_id, asked_at)
      select owner, at from unnest(owners) as owner where private.proven_address(owner) is null order by owner
    on conflict (user_id) do update set asked_at = at, times = least(former.times + 1, 10)
      where former.asked_at <= at - interval '1 hour' * power(2, former.times - 1)
    returning user_id
  ), asked as materialized (
    select id, email from noted join auth.users on users.id = noted.user_id order by private.mailbox_of(email)
  )
  select coalesce(jsonb_agg(jsonb_build_object('user_id', id, 'email', email)), '[]') from asked where private.count_proof_mail(email, at)
$$;

-- Returns which of these owners, who want reminders, to ask for a proof now.
create function public.note_proof_mails(owners uuid[], at timestamptz) returns jsonb
language sql
security definer
set search_path = ''
set lock_timeout = '5s'
as $$
  select private.ask_for_proofs(array(select user_id from public.reminder_settings where user_id = any (owners) and by_mail), at)
$$;
grant execute on function public.note_proof_mails(uuid[], timestamptz) to service_role;

-- Ends hosts' requests for a proof, and returns which of them to ask now.
create function public.claim_proof_requests(at timestamptz, most integer) returns jsonb
language sql
security definer
set search_path = ''
set lock_timeout = '5s'
as $$
  with taken as (
    delete from private.proof_requests where user_id in (
      select request.user_id from private.proof_requests as request join auth.users as account on account.id = request.user_id
      order by request.asked_at limit least(greatest(most, 0), 100)
      -- Skips an account that is being deleted.
      for update of request skip locked for key share of account skip locked
    ) returning user_id
  )
  select private.ask_for_proofs(array(select user_id from taken), at)
$$;
grant execute on function public.claim_proof_requests(timestamptz, integer) to service_role;

-- Ends what opens the pack from outside when a recovery link leads to a new password: anyone who had the account before may have made it.
--
-- Calendars always end. Links to invitations, and guests' own links, end only if the address was not proved before: then somebody else may have
-- made the whole account. Otherwise they stay, because ending them would punish a host who only forgot the password.
create function private.end_outside_access() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  is_own_link constant boolean := coalesce(current_setting('wagday.is_recovery', true), '') = 'true';
begin
  -- The embedded server says that a password comes from a recovery link. Hosted Supabase records when it mailed one, which may work for a day.
  if not is_own_link and ((to_jsonb(new) ->> 'recovery_sent_at')::timestamptz > now() - interval '1 day') is not true then
    return null;
  end if;
  perform private.lock_owner(new.id);
  perform private.lock_guests(new.id);
  delete from public.calendar_feeds where user_id = new.id;
  if private.proven_address(new.id) is null then
    update public.party_invitations set has_link = false, preview = null where user_id = new.id and has_link;
    delete from private.invitation_links using public.party_invitations as kept where invitation_id = kept.id and kept.user_id = new.id;
    delete from private.guest_tokens using public.party_guests as guest where guest_id = guest.id and guest.user_id = new.id;
  end if;
  if is_own_link then
    perform public.prove_address(new.id, new.email);
  end if;
  return null;
end
$$;
create trigger end_outside_access after update of encrypted_password on auth.users
  for each row when (new.encrypted_password is distinct from old.encrypted_password) execute function private.end_outside_access();

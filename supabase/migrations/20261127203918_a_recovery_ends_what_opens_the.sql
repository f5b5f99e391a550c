-- A recovery ends what opens the pack from outside.

set local check_function_bodies = off;

create or replace function private.require_session() returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  if not exists (select from auth.sessions where id = (auth.jwt() ->> 'session_id')::uuid and user_id = auth.uid()) then
    raise exception 'the session has ended' using errcode = '42501';
  end if;
end
$$;

create or replace function public.create_calendar_feed(name text, contents text, parties boolean, alarms boolean, dog_id uuid default null)
returns text
language plpgsql
security definer
set search_path = ''
as $$
declare
  -- Each random UUID has 122 bits of PostgreSQL's strong random numbers.
  token constant text := translate(
    encode(sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())), 'base64'), '+/=', '-_'
  );
begin
  if auth.uid() is null then
    raise exception 'only a signed-in owner makes a calendar feed' using errcode = '42501';
  end if;
  perform private.lock_owner(auth.uid());
  perform private.require_session();
  if dog_id is not null and not exists (
    select from public.dogs where id = create_calendar_feed.dog_id and user_id = auth.uid()
  ) then
    raise exception 'the dog of a calendar feed must be the owner''s'
      using errcode = '23503', schema = 'public', table = 'calendar_feeds', constraint = 'calendar_feeds_dog';
  end if;
  insert into public.calendar_feeds (user_id, name, contents, parties, alarms, dog_id, token_hash)
  values (
    auth.uid(), create_calendar_feed.name, create_calendar_feed.contents, create_calendar_feed.parties,
    create_calendar_feed.alarms, create_calendar_feed.dog_id, sha256(convert_to(token, 'UTF8'))
  );
  return token;
end
$$;

create or replace function public.make_invitation_link(party_id uuid) returns text
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
    insert into public.party_invitations (user_id, party_id, told, remind_at)
    values (caller, party.id, private.facts_of_party(party), private.reminder_time(private.facts_of_party(party))) returning * into invitation;
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

create or replace function public.make_guest_link(guest_id uuid) returns text
language plpgsql
security definer
set search_path = ''
as $$
declare
  caller constant uuid := auth.uid();
begin
  if caller is null then
    raise exception 'only a signed-in owner invites' using errcode = '42501';
  end if;
  perform private.lock_guests(caller);
  perform private.require_session();
  return (
    select private.mint_guest_token(id) from public.party_guests where id = make_guest_link.guest_id and user_id = caller
  );
end
$$;

create or replace function private.end_outside_access() returns trigger
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

CREATE TRIGGER end_outside_access AFTER UPDATE OF encrypted_password ON auth.users FOR EACH ROW WHEN (new.encrypted_password::text IS DISTINCT FROM old.encrypted_password::text) EXECUTE FUNCTION private.end_outside_access();

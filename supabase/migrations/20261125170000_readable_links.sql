-- The link to an invitation can be read again by its host, on every device. So its token is kept in the invitation, whose row rules show
-- it to the host alone; guests are still found by its hash. Links from before go on working, and the next one that is asked for is kept.

alter table public.party_invitations
  add column link_token text,
  add constraint party_invitations_link_token_check check (
    link_token is null or (has_link and link_token ~ '^[A-Za-z0-9_-]{43}$')
  );

-- Whatever ends the links of an invitation forgets the kept token with them.
create function private.forget_ended_link() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  new.link_token := null;
  return new;
end
$$;
create trigger forget_ended_link before update of has_link on public.party_invitations
  for each row when (not new.has_link) execute function private.forget_ended_link();

-- Returns the link to the invitation of the caller's party. Makes the invitation where there is none yet, and a link where no token is
-- kept. So an invitation has this one, and those that devices made before tokens were kept.
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
    insert into public.party_invitations (user_id, party_id, told)
    values (caller, party.id, private.facts_of_party(party)) returning * into invitation;
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

-- Makes a link to the answer of the caller's guest, for the host to send, and returns its token; null where the guest is not the caller's.
-- It is one of the guest's own links, of which the newest 20 open the answer.
create function public.make_guest_link(guest_id uuid) returns text
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
  return (
    select private.mint_guest_token(id) from public.party_guests where id = make_guest_link.guest_id and user_id = caller
  );
end
$$;

-- By name, because hosted Supabase grants new functions to each of its roles.
revoke all on function private.forget_ended_link(), public.make_guest_link(uuid) from public, anon, authenticated, service_role;
grant execute on function public.make_guest_link(uuid) to authenticated;

-- A party that was over when its host removed it is past for its guests, and not cancelled.
create or replace function private.state_of_invitation(invitation public.party_invitations, facts jsonb, at timestamptz) returns text
language sql
stable
set search_path = ''
as $$
  select case
    when facts ? 'isCancelled' and private.is_over(facts, invitation.cancelled_at) is not true then 'cancelled'
    when private.is_over(facts, at) then 'past'
    when invitation.answer_until < private.day_in_zone(facts ->> 'zone', at) then 'closed'
    when invitation.most_people <= private.people_of(invitation.id) then 'full'
    else 'open'
  end
$$;

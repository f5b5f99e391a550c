-- Looks again at a host who has entered guests or wants news again: their party has become one whose host is told on its day, and the next
-- look may be weeks away.

set local check_function_bodies = off;

drop trigger look_at_proven_owner on private.proven_addresses;

drop function private.look_at_proven_owner();

create or replace function private.note_guest_news() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  if tg_op = 'UPDATE' and (new.answer, new.adults, new.children, new.dogs) is not distinct from (old.answer, old.adults, old.children, old.dogs) then
    return null;
  end if;
  insert into private.guest_news as kept (guest_id, user_id)
    select new.id, new.user_id from public.party_invitations as invitation where invitation.id = new.invitation_id and tells_host
    on conflict (guest_id) do update set arrived_at = excluded.arrived_at, told_at = null;
  return null;
end
$$;

create or replace function private.look_again() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  update private.reminder_due set due_at = '-infinity', claim = claim + 1, attempts = 0
    where user_id = new.user_id and due_at > '-infinity';
  return null;
end
$$;

CREATE TRIGGER look_again AFTER INSERT OR UPDATE OF answer ON public.party_guests FOR EACH ROW EXECUTE FUNCTION private.look_again();

CREATE TRIGGER look_again AFTER UPDATE OF tells_host ON public.party_invitations FOR EACH ROW WHEN (new.tells_host AND NOT old.tells_host) EXECUTE FUNCTION private.look_again();

CREATE TRIGGER look_again AFTER INSERT OR UPDATE ON private.proven_addresses FOR EACH ROW EXECUTE FUNCTION private.look_again();

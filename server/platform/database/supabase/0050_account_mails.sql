-- What bounds mails about an account, however many accounts and spellings of an address somebody thinks of.

-- Accounts that were sent a notice while nobody had proved to read their address.
create table wagday.first_notices (
  user_id uuid primary key references auth.users (id) on delete cascade
);
revoke all on wagday.first_notices from public;

create function wagday.is_address_proven(account uuid, address text) returns boolean
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  return exists (select from private.proven_addresses where user_id = account and email = address);
end
$$;

-- What mails to an address are counted under: the address itself where its owner has proved to read it, and where it is spelled as its
-- mailbox is. All other spellings of a mailbox count together, and use up nothing of these two.
create function wagday.mail_bucket(account uuid, address text) returns text
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  mailbox constant text := private.mailbox_of(address);
begin
  return case when lower(address) = mailbox or wagday.is_address_proven(account, address) then address else '*' || mailbox end;
end
$$;

-- Whether a notice may be sent to the address of an account, and what it is counted under; null for none. Until the address is proved
-- there is one, but for the last one to a former address.
create function wagday.admit_notice(account uuid, address text, is_last boolean, out bucket text, out is_proven boolean)
language plpgsql
set search_path = ''
as $$
begin
  is_proven := wagday.is_address_proven(account, address);
  if not is_proven and not is_last then
    insert into wagday.first_notices (user_id) values (account) on conflict do nothing;
    if not found then
      return;
    end if;
  end if;
  bucket := wagday.mail_bucket(account, address);
end
$$;

revoke all on function wagday.is_address_proven(uuid, text), wagday.mail_bucket(uuid, text), wagday.admit_notice(uuid, text, boolean) from public;

-- What bounds mails about an account, however many accounts and spellings of an address a client makes.

-- When each account without a proved address was last sent a notice of a new password, and of anything else.
create table wagday.first_notices (
  user_id uuid references auth.users (id) on delete cascade,
  kind text default 'other',
  noticed_at timestamptz not null default now(),
  primary key (user_id, kind)
);

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

-- Returns the key under which mails to an address are counted: the address itself where its owner has proved to read it, and where it is spelled
-- as its mailbox is. All other spellings of a mailbox count together, and use up nothing of these two.
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

-- Returns whether a notice may be sent to the address of an account, and the key under which it is counted; null for none. Until the address is
-- proved there is one of a new password a day, and one of everything else a week; but always the last one to a former address.
create function wagday.admit_notice(account uuid, address text, notice text, at timestamptz, out bucket text, out is_proven boolean)
language plpgsql
set search_path = ''
as $$
declare
  noticed_kind constant text := case notice when 'password_changed' then notice else 'other' end;
begin
  is_proven := wagday.is_address_proven(account, address);
  if not is_proven and notice <> 'email_changed' then
    insert into wagday.first_notices as former (user_id, kind, noticed_at) values (account, noticed_kind, at)
    on conflict (user_id, kind) do update set noticed_at = at
      where former.noticed_at <= at - case noticed_kind when 'other' then interval '1 week' else interval '1 day' end;
    if not found then
      return;
    end if;
  end if;
  bucket := wagday.mail_bucket(account, address);
end
$$;

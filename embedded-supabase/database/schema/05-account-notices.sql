-- What bounds mails about an account, however many accounts and spellings of an address a client makes.

-- When each account without a proved address was last sent a notice of a new password, and of anything else.
create table embedded.first_notices (
  user_id uuid references auth.users (id) on delete cascade,
  kind text default 'other',
  noticed_at timestamptz not null default now(),
  primary key (user_id, kind)
);

-- Whether the owner of an account has shown to read an address. A product that knows replaces this function and the next.
create function embedded.is_address_proven(account uuid, address text) returns boolean
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  return false;
end
$$;

-- Returns the key under which mails to an address are counted: the address itself where its owner has proved to read it, and where it is spelled
-- as its mailbox is. All other spellings of a mailbox count together, and use up nothing of these two.
create function embedded.mail_bucket(account uuid, address text) returns text
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  return case when embedded.is_address_proven(account, address) then address else '*' || lower(address) end;
end
$$;

-- Returns whether a notice may be sent to the address of an account, and the key under which it is counted; null for none. Until the address is
-- proved there is one of a new password a day, and one of everything else a week; but always the last one to a former address.
create function embedded.admit_notice(account uuid, address text, notice text, at timestamptz, out bucket text, out is_proven boolean)
language plpgsql
set search_path = ''
as $$
declare
  noticed_kind constant text := case notice when 'password_changed' then notice else 'other' end;
begin
  is_proven := embedded.is_address_proven(account, address);
  if not is_proven and notice <> 'email_changed' then
    insert into embedded.first_notices as former (user_id, kind, noticed_at) values (account, noticed_kind, at)
    on conflict (user_id, kind) do update set noticed_at = at
      where former.noticed_at <= at - case noticed_kind when 'other' then interval '1 week' else interval '1 day' end;
    if not found then
      return;
    end if;
  end if;
  bucket := embedded.mail_bucket(account, address);
end
$$;

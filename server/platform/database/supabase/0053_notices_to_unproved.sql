-- Lets an owner hear of more than one change before the address is proved.

-- Of each account without a proved address: when it was last sent a notice of a new password, and when any other.
alter table wagday.first_notices
  add column kind text not null default 'other',
  add column noticed_at timestamptz not null default now(),
  drop constraint first_notices_pkey,
  add primary key (user_id, kind);

drop function wagday.admit_notice(uuid, text, boolean);

-- Whether a notice may be sent to the address of an account, and what it is counted under; null for none. Until the address is proved there is
-- one of a new password a day, and one of everything else a week; but always the last one to a former address.
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

-- Reminders of celebrations: what an owner has asked for, and who is due next.
--
-- Owners see and change their settings. Due times, deliveries and requests for tests are kept in schema `private`, which no API reaches.
-- The handler in functions/delivery decides what to say on which day, because it knows time zones and celebrations; it calls the functions
-- of 14-reminder-delivery.sql as `service_role`.
create table public.reminder_settings (
  user_id uuid primary key default auth.uid() references auth.users (id) on delete cascade,
  -- A name of the IANA database, such as Asia/Kathmandu.
  time_zone text not null,
  hour smallint not null default 8,
  -- How many days before a celebration.
  days_before smallint[] not null default '{0}',
  by_mail boolean not null default false,
  by_push boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version bigint not null default 1,
  constraint reminder_settings_time_zone_check check (
    char_length(time_zone) <= 64 and time_zone ~ '^[A-Za-z][A-Za-z0-9_+-]*(/[A-Za-z0-9_+-]+){0,2}$'
  ),
  constraint reminder_settings_hour_check check (hour between 0 and 23),
  constraint reminder_settings_days_before_check check (
    days_before <@ '{0,1,7}'::smallint[]
    and cardinality(days_before) between 1 and 3
    and array_ndims(days_before) = 1
    and cardinality(array_positions(days_before, 0::smallint)) <= 1
    and cardinality(array_positions(days_before, 1::smallint)) <= 1
    and cardinality(array_positions(days_before, 7::smallint)) <= 1
  ),
  constraint reminder_settings_created_at_finite check (isfinite(created_at))
);

-- Row rules

alter table public.reminder_settings enable row level security;
grant select, insert, update, delete on public.reminder_settings to authenticated;
grant all on public.reminder_settings to service_role;

create policy "Owners keep their reminder settings" on public.reminder_settings for all to authenticated
  using (user_id = (select auth.uid()));

create trigger raise_version before insert or update on public.reminder_settings
  for each row execute function private.raise_version();

-- Refuses a time zone that PostgreSQL does not know. Reads the view of the time zones only for a new zone, because it is slow. Some of its
-- names are files, not zones.
create function private.check_time_zone() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  if new.time_zone ~ '^(posix|right)/|^(posixrules|localtime|Factory)$'
    or not exists (select from pg_catalog.pg_timezone_names where name = new.time_zone) then
    raise exception 'time_zone is not known'
      using errcode = '23514', schema = 'public', table = 'reminder_settings', column = 'time_zone',
        constraint = 'reminder_settings_time_zone_known';
  end if;
  return new;
end
$$;
create trigger check_time_zone_on_insert before insert on public.reminder_settings
  for each row execute function private.check_time_zone();
create trigger check_time_zone_on_update before update of time_zone on public.reminder_settings
  for each row when (new.time_zone is distinct from old.time_zone) execute function private.check_time_zone();

-- Who is due

-- When each owner who has reminders or has invited guests is due next. The handler sets the time; a change of the owner's settings, dogs or parties sets it to '-infinity', which
-- is due by any clock.
create table private.reminder_due (
  user_id uuid primary key references auth.users (id) on delete cascade,
  due_at timestamptz not null,
  -- Everything due up to this moment is settled: it was sent, there was nothing to say, or it was too late.
  done_until timestamptz not null,
  -- Rises with every claim and every change. A handler that finds another number than the one it claimed changes nothing.
  claim bigint not null default 0,
  attempts smallint not null default 0,
  is_test_wanted boolean not null default false,
  -- Whether to mail a request to prove the address.
  is_proof_wanted boolean not null default false,
  -- Since when a test or a change has been waiting.
  changed_at timestamptz not null default now(),
  -- The browsers that a test has not been sent to yet; null if it has been sent to none.
  test_browsers uuid[]
);
create index reminder_due_due_at_idx on private.reminder_due (due_at);
-- Quickly finds what a clock that ran ahead has put off into the future.
create index reminder_due_done_until_idx on private.reminder_due (done_until);
create index reminder_due_changed_at_idx on private.reminder_due (changed_at) where due_at = '-infinity';

-- Records since when a change has been waiting. An owner who changes something again meanwhile keeps the place in line.
create function private.note_reminder_change() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  new.changed_at := now();
  return new;
end
$$;
create trigger note_reminder_change before update of due_at on private.reminder_due
  for each row when (new.due_at = '-infinity' and old.due_at > '-infinity') execute function private.note_reminder_change();

-- Ends the reminders of an owner. A host is still due, for answers of guests and the day of a party.
create function private.end_reminders(owner uuid) returns void
language sql
set search_path = ''
as $$
  delete from private.reminder_due
  where user_id = owner and not exists (select from public.party_invitations as invitation where invitation.user_id = owner);
  update private.reminder_due
  set due_at = '-infinity', claim = claim + 1, attempts = 0, is_test_wanted = false, test_browsers = null, is_proof_wanted = false
  where user_id = owner;
$$;

-- Schedules or ends the reminders of an owner whose settings change. A new hour applies from the next hour on: what has been sent today is
-- not sent again. Any other change leaves what is due to be sent.
create function private.schedule_reminders() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  if tg_op = 'DELETE' then
    perform private.end_reminders(old.user_id);
  elsif new.by_mail or new.by_push then
    insert into private.reminder_due as kept (user_id, due_at, done_until, is_proof_wanted)
      values (new.user_id, '-infinity', now(), new.by_mail)
      on conflict (user_id) do update set due_at = '-infinity', claim = kept.claim + 1, attempts = 0,
        is_proof_wanted = excluded.is_proof_wanted,
        done_until = case
          when tg_op = 'UPDATE' and (new.time_zone, new.hour) is not distinct from (old.time_zone, old.hour) then kept.done_until
          else greatest(kept.done_until, excluded.done_until)
        end;
  else
    perform private.end_reminders(new.user_id);
  end if;
  return null;
end
$$;
create trigger schedule_reminders_on_insert after insert on public.reminder_settings
  for each row execute function private.schedule_reminders();
create trigger schedule_reminders_on_update after update on public.reminder_settings
  for each row when (
    (new.time_zone, new.hour, new.days_before, new.by_mail, new.by_push)
    is distinct from (old.time_zone, old.hour, old.days_before, old.by_mail, old.by_push)
  ) execute function private.schedule_reminders();
create trigger schedule_reminders_on_delete after delete on public.reminder_settings
  for each row execute function private.schedule_reminders();

-- Schedules owners whose rows came by an import, which switches triggers off.
create function private.schedule_missing_reminders() returns void
language sql
set search_path = ''
as $$
  insert into private.reminder_due (user_id, due_at, done_until, is_proof_wanted)
    select user_id, '-infinity', now(), by_mail from public.reminder_settings where by_mail or by_push
    union all
    select distinct user_id, '-infinity'::timestamptz, now(), false from public.party_invitations
    on conflict (user_id) do nothing
$$;

-- Makes owners due when their dogs or parties change. Costs one look at the primary key for each statement of an owner without reminders,
-- and a write only for the first of several changes.
create function private.reconsider_reminders() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  update private.reminder_due set due_at = '-infinity', claim = claim + 1, attempts = 0
    where user_id in (select user_id from changed) and due_at > '-infinity';
  return null;
end
$$;
create trigger reconsider_reminders_on_insert after insert on public.dogs
  referencing new table as changed for each statement execute function private.reconsider_reminders();
create trigger reconsider_reminders_on_update after update on public.dogs
  referencing new table as changed for each statement execute function private.reconsider_reminders();
create trigger reconsider_reminders_on_delete after delete on public.dogs
  referencing old table as changed for each statement execute function private.reconsider_reminders();
create trigger reconsider_reminders_on_insert after insert on public.birthday_celebrations
  referencing new table as changed for each statement execute function private.reconsider_reminders();
create trigger reconsider_reminders_on_update after update on public.birthday_celebrations
  referencing new table as changed for each statement execute function private.reconsider_reminders();
create trigger reconsider_reminders_on_delete after delete on public.birthday_celebrations
  referencing old table as changed for each statement execute function private.reconsider_reminders();

-- Tests

-- When owners have asked for a test.
create table private.reminder_tests (
  user_id uuid not null references auth.users (id) on delete cascade,
  asked_at timestamptz not null default now()
);
create index reminder_tests_user_id_asked_at_idx on private.reminder_tests (user_id, asked_at);

-- Asks for a reminder at once, by the channels that the caller has chosen; at most five an hour.
create function public.send_test_reminder() returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  most constant integer := 5;
  caller constant uuid := auth.uid();
begin
  if caller is null then
    raise exception 'only a signed-in owner can ask for a reminder' using errcode = '42501';
  end if;
  perform private.lock_owner(caller);
  if not exists (select from public.reminder_settings where user_id = caller and (by_mail or by_push)) then
    raise exception 'no way to remind is chosen'
      using errcode = '23514', hint = 'Choose mail or push first.', schema = 'public', table = 'reminder_settings',
        constraint = 'reminder_channel_chosen';
  end if;
  delete from private.reminder_tests where user_id = caller and asked_at < now() - interval '1 hour';
  if (select count(*) from private.reminder_tests where user_id = caller) >= most then
    raise exception 'limit reached: at most % test reminders an hour', most
      using errcode = '23514', hint = 'Try again in an hour.', schema = 'public', table = 'reminder_settings',
        constraint = 'reminder_tests_limit';
  end if;
  insert into private.reminder_tests (user_id) values (caller);
  update private.reminder_due
    set is_test_wanted = true, test_browsers = null, is_proof_wanted = true, due_at = '-infinity', claim = claim + 1, attempts = 0
    where user_id = caller;
end
$$;
grant execute on function public.send_test_reminder() to authenticated;

-- Turns reminders by mail off for anyone who follows the link in one of them. Does nothing if they are off.
create function public.stop_mail_reminders(owner uuid) returns void
language sql
security definer
set search_path = ''
as $$
  update public.reminder_settings set by_mail = false where user_id = owner and by_mail
$$;
grant execute on function public.stop_mail_reminders(uuid) to service_role;

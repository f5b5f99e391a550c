-- Reminders of what is celebrated: what an owner has asked for, the browsers that get a push, and who is due next.
--
-- Owners see and change their settings. When somebody is due, what was delivered and how often a test was asked for stand in
-- schema `private`, which no API reaches. What is said on which day is worked out by the handler in functions/reminders.ts,
-- which alone knows time zones and celebrations; it calls the functions at the end of this file as `service_role`.

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

create table public.push_subscriptions (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null default auth.uid() references auth.users (id) on delete cascade,
  -- Where the push service of the browser takes messages. Whoever sends checks the host once more.
  endpoint text not null,
  -- The browser's public key, a point of P-256, and its secret, both as base64url.
  p256dh text not null,
  auth text not null,
  -- What the owner's device is called in the list.
  device text,
  created_at timestamptz not null default now(),
  last_success_at timestamptz,
  constraint push_subscriptions_endpoint_user_id_key unique (endpoint, user_id),
  constraint push_subscriptions_endpoint_check check (
    char_length(endpoint) <= 1024
    and endpoint ~ '^https://[a-z0-9]([a-z0-9.-]*[a-z0-9])?(:[0-9]{1,5})?/[\u0021-\u007e]*$'
  ),
  constraint push_subscriptions_p256dh_check check (p256dh ~ '^B[A-Za-z0-9_-]{86}$'),
  constraint push_subscriptions_auth_check check (auth ~ '^[A-Za-z0-9_-]{22}$'),
  constraint push_subscriptions_device_check check (
    char_length(device) between 1 and 120 and device !~ '[\u0001-\u001f\u007f-\u009f]'
  ),
  constraint push_subscriptions_created_at_finite check (isfinite(created_at))
);
create index push_subscriptions_user_id_created_at_idx on public.push_subscriptions (user_id, created_at desc, id);

-- Who is looked at next. The handler sets the moment; a change of the owner's settings, dogs or parties sets it to
-- '-infinity', which is due at any clock.
create table private.reminder_due (
  user_id uuid primary key references public.reminder_settings (user_id) on delete cascade,
  due_at timestamptz not null,
  -- What was to be said up to this moment is settled: it was said, or there was nothing to say, or it was too late for it.
  done_until timestamptz not null,
  -- Rises with every claim and every change. Who has claimed a row and finds another number changes nothing.
  claim bigint not null default 0,
  attempts smallint not null default 0,
  is_test_wanted boolean not null default false,
  -- Whether a mail is to ask for the proof of the address.
  is_proof_wanted boolean not null default false
);
create index reminder_due_due_at_idx on private.reminder_due (due_at);
-- Finds, at once, what a clock that ran ahead has put off into the future.
create index reminder_due_done_until_idx on private.reminder_due (done_until);

-- A reminder is recorded before it is handed over, so that neither a crash nor a second server sends it twice.
create table private.reminder_deliveries (
  user_id uuid not null references auth.users (id) on delete cascade,
  -- The owner's own calendar day.
  day date not null,
  channel text not null,
  recorded_at timestamptz not null default now(),
  primary key (user_id, day, channel),
  constraint reminder_deliveries_channel_check check (channel in ('mail', 'push'))
);

create table private.reminder_tests (
  user_id uuid not null references auth.users (id) on delete cascade,
  asked_at timestamptz not null default now()
);
create index reminder_tests_user_id_asked_at_idx on private.reminder_tests (user_id, asked_at);

-- Addresses of which it is proved that their reader wants mail for this account: a link that was mailed there was followed. A sign-up
-- proves nothing where it is not confirmed, and a reminder holds the owner's own words.
create table private.proven_addresses (
  user_id uuid primary key references auth.users (id) on delete cascade,
  email text not null,
  proven_at timestamptz not null default now()
);
-- The mails that have asked for a proof.
create table private.proof_mails (
  user_id uuid primary key references auth.users (id) on delete cascade,
  asked_at timestamptz not null,
  times smallint not null default 1
);

revoke all on private.reminder_due, private.reminder_deliveries, private.reminder_tests, private.proven_addresses, private.proof_mails
  from public, anon, authenticated, service_role;

-- Settings

create trigger raise_version before insert or update on public.reminder_settings
  for each row execute function private.raise_version();

-- The view of the time zones is slow to read, so it is asked only for another zone. Some of its names are files, and no zones.
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

-- The address of an owner if it is proved, by a link here or by the confirmation of a sign-up on hosted Supabase, which alone keeps the
-- moment at which it has mailed that.
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

-- A change of the hour holds from the next hour on: what has gone out today does not come again at another one. Any other change leaves
-- what is due to be sent.
create function private.schedule_reminders() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  if new.by_mail or new.by_push then
    insert into private.reminder_due as kept (user_id, due_at, done_until, is_proof_wanted)
      values (new.user_id, '-infinity', now(), new.by_mail)
      on conflict (user_id) do update set due_at = '-infinity', claim = kept.claim + 1, attempts = 0,
        is_proof_wanted = excluded.is_proof_wanted,
        done_until = case
          when tg_op = 'UPDATE' and (new.time_zone, new.hour) is not distinct from (old.time_zone, old.hour) then kept.done_until
          else greatest(kept.done_until, excluded.done_until)
        end;
  else
    delete from private.reminder_due where user_id = new.user_id;
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

-- For rows that came by an import, which switches the triggers off.
create function private.schedule_missing_reminders() returns void
language sql
set search_path = ''
as $$
  insert into private.reminder_due (user_id, due_at, done_until, is_proof_wanted)
    select user_id, '-infinity', now(), by_mail from public.reminder_settings where by_mail or by_push
    on conflict (user_id) do nothing
$$;

-- Dogs and parties. One look at the primary key for each statement of an owner without reminders; a write only for the first
-- of several changes.
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

-- Subscriptions

-- At most 10 an owner: the oldest goes. And a browser belongs to whoever signed in on it last: the same endpoint with the
-- same secret leaves everybody else, or the next owner of the device would read the reminders of the one before.
create function private.keep_latest_subscriptions() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  most constant integer := 10;
  owners constant uuid[] := array(select distinct user_id from added limit 2);
  owner constant uuid := owners[1];
begin
  if cardinality(owners) <> 1 then
    return null;
  end if;
  perform private.lock_owner(owner);
  delete from public.push_subscriptions as former using added
    where former.endpoint = added.endpoint and former.auth = added.auth and former.user_id <> owner;
  delete from public.push_subscriptions where id in (
    select id from public.push_subscriptions where user_id = owner order by created_at desc, id offset most
  );
  return null;
end
$$;
create trigger keep_latest_subscriptions after insert on public.push_subscriptions
  referencing new table as added for each statement execute function private.keep_latest_subscriptions();

-- Row rules

alter table public.reminder_settings enable row level security;
alter table public.push_subscriptions enable row level security;
revoke all on public.reminder_settings, public.push_subscriptions from public, anon, authenticated;
grant select, insert, update, delete on public.reminder_settings to authenticated;
-- When it was made and when it last worked is not the owner's to say.
grant select, delete, insert (id, user_id, endpoint, p256dh, auth, device) on public.push_subscriptions to authenticated;
grant all on public.reminder_settings, public.push_subscriptions to service_role;

create policy "Owners see their reminder settings" on public.reminder_settings
  for select to authenticated
  using (user_id = (select auth.uid()));
create policy "Owners ask for reminders" on public.reminder_settings
  for insert to authenticated
  with check (user_id = (select auth.uid()));
create policy "Owners change their reminder settings" on public.reminder_settings
  for update to authenticated
  using (user_id = (select auth.uid()))
  with check (user_id = (select auth.uid()));
create policy "Owners remove their reminder settings" on public.reminder_settings
  for delete to authenticated
  using (user_id = (select auth.uid()));

create policy "Owners see their push subscriptions" on public.push_subscriptions
  for select to authenticated
  using (user_id = (select auth.uid()));
create policy "Owners add their push subscriptions" on public.push_subscriptions
  for insert to authenticated
  with check (user_id = (select auth.uid()));
create policy "Owners remove their push subscriptions" on public.push_subscriptions
  for delete to authenticated
  using (user_id = (select auth.uid()));

-- Asks for one reminder right away, by the channels that the caller has chosen: at most five an hour.
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
  if not exists (select from private.reminder_due where user_id = caller) then
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
  update private.reminder_due set is_test_wanted = true, is_proof_wanted = true, due_at = '-infinity', claim = claim + 1, attempts = 0
    where user_id = caller;
end
$$;

-- What the handler calls, with the moment by its own clock.

-- Claims those who are due, those longest due first, for two minutes; for longer after each attempt that did not end. Of several
-- handlers at once each gets others. A test is asked for once: whoever claims it sends it, or it is lost. What is known of the owners
-- is read by calls of its own, so that an owner of whom it cannot be read has been claimed, and waits longer each time.
create function public.claim_due_reminders(at timestamptz, most integer) returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  claimed jsonb;
begin
  -- Put off by a clock that ran ahead.
  update private.reminder_due set due_at = '-infinity', done_until = at where done_until > at + interval '1 hour';
  with due as (
    select user_id, is_test_wanted, is_proof_wanted from private.reminder_due
    where due_at <= at order by due_at limit least(greatest(most, 0), 1000) for update skip locked
  ), taken as (
    update private.reminder_due as kept
    set claim = kept.claim + 1, attempts = kept.attempts + 1, is_test_wanted = false, is_proof_wanted = false,
      due_at = at + interval '2 minutes' * power(2, least(kept.attempts, 8))
    from due where kept.user_id = due.user_id
    returning kept.user_id, kept.claim, kept.done_until, due.is_test_wanted, due.is_proof_wanted
  )
  select coalesce(jsonb_agg(jsonb_build_object(
    'user_id', user_id, 'claim', claim, 'done_until', done_until, 'is_test', is_test_wanted, 'is_proof_wanted', is_proof_wanted
  )), '[]')
  into claimed
  from taken;
  return claimed;
end
$$;

-- What reminders of some owners are made of: a few at a time, because a pack may be large. Of the parties those that the handler
-- looks ahead to.
create function public.reminder_packs(owners uuid[], at timestamptz) returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  return (select coalesce(jsonb_agg(jsonb_build_object(
    'user_id', settings.user_id,
    'email', case when settings.by_mail then private.proven_address(settings.user_id) end,
    'settings', jsonb_build_object(
      'time_zone', settings.time_zone, 'hour', settings.hour, 'days_before', settings.days_before
    ),
    'dogs', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', dog.id, 'name', dog.name, 'size', dog.size, 'birth_date', dog.birth_date, 'birth_precision', dog.birth_precision,
        'gotcha_date', dog.gotcha_date, 'died_on', dog.died_on
      ) order by dog.created_at, dog.id), '[]')
      from public.dogs as dog where dog.user_id = settings.user_id
    ),
    'parties', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'dog_id', party.dog_id, 'title', party.title, 'celebration_date', party.celebration_date,
        'celebration_time', party.celebration_time, 'time_zone', party.time_zone
      ) order by party.celebration_date, party.created_at, party.id), '[]')
      from (
        select * from public.birthday_celebrations as planned
        where planned.user_id = settings.user_id
          and planned.celebration_date between (at at time zone 'UTC')::date - 1 and (at at time zone 'UTC')::date + 45
        order by planned.celebration_date, planned.created_at, planned.id limit 200
      ) as party
    ),
    'subscriptions', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', push.id, 'endpoint', push.endpoint, 'p256dh', push.p256dh, 'auth', push.auth
      )), '[]')
      from public.push_subscriptions as push where push.user_id = settings.user_id and settings.by_push
    )
  )), '[]')
  from public.reminder_settings as settings where settings.user_id = any (owners));
end
$$;

-- The address of an account, which a proof has to name.
create function public.address_of_account(owner uuid) returns jsonb
language sql
stable
security definer
set search_path = ''
as $$
  select jsonb_build_object('email', (select email from auth.users where id = owner))
$$;

-- Notes that the reader of an address has followed a link that was mailed there. Nothing happens where it is no longer the account's.
create function public.prove_address(owner uuid, address text) returns void
language sql
security definer
set search_path = ''
as $$
  insert into private.proven_addresses (user_id, email)
    select id, email from auth.users where id = owner and email = address
    on conflict (user_id) do update set email = excluded.email, proven_at = excluded.proven_at
$$;

-- Of these owners those who are to be asked for a proof by mail now, as {user_id, email}, and notes it: at most once an hour, and after
-- each mail twice as long.
create function public.note_proof_mails(owners uuid[], at timestamptz) returns jsonb
language sql
security definer
set search_path = ''
as $$
  with noted as (
    insert into private.proof_mails as former (user_id, asked_at)
      select user_id, at from public.reminder_settings
      where user_id = any (owners) and by_mail and private.proven_address(user_id) is null
      order by user_id
    on conflict (user_id) do update set asked_at = at, times = least(former.times + 1, 10)
      where former.asked_at <= at - interval '1 hour' * power(2, former.times - 1)
    returning user_id
  )
  select coalesce(jsonb_agg(jsonb_build_object('user_id', users.id, 'email', users.email)), '[]')
  from noted join auth.users on users.id = noted.user_id
$$;

-- Whether a reminder that waits may still be mailed to an address, or, to an address without a proof, the mail that asks for one.
create function public.may_mail(owner uuid, address text, is_proof boolean) returns boolean
language sql
stable
security definer
set search_path = ''
as $$
  select exists (
    select from public.reminder_settings join auth.users on users.id = user_id
    where user_id = owner and by_mail and users.email = address
      and (private.proven_address(owner) is null) = is_proof
  )
$$;

-- Records deliveries, a list of {user_id, day, channel}, and answers those that may be sent: nobody has recorded them before,
-- and the owner still wants them.
create function public.record_reminder_deliveries(deliveries jsonb) returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  recorded jsonb;
begin
  with wanted as (
    select wanted.user_id, wanted.day, wanted.channel
    from jsonb_to_recordset(deliveries) as wanted (user_id uuid, day date, channel text)
    join public.reminder_settings as settings on settings.user_id = wanted.user_id
      and case wanted.channel when 'mail' then settings.by_mail else settings.by_push end
  ), added as (
    insert into private.reminder_deliveries (user_id, day, channel)
    select user_id, day, channel from wanted order by user_id, day, channel
    on conflict do nothing
    returning user_id, day, channel
  )
  select coalesce(jsonb_agg(to_jsonb(added)), '[]') into recorded from added;
  -- Of the same owners: the work grows with who is due.
  delete from private.reminder_deliveries as old using (
    select user_id, min(day) as day from jsonb_to_recordset(deliveries) as wanted (user_id uuid, day date) group by user_id
  ) as latest
  where old.user_id = latest.user_id and old.day < latest.day - 7;
  return recorded;
end
$$;

-- Ends claims, a list of {user_id, claim, due_at, done_until}. Who has changed something since is due again already.
create function public.finish_reminders(looks jsonb) returns void
language sql
security definer
set search_path = ''
as $$
  update private.reminder_due as kept
  set due_at = look.due_at, done_until = look.done_until, attempts = 0
  from jsonb_to_recordset(looks) as look (user_id uuid, claim bigint, due_at timestamptz, done_until timestamptz)
  where kept.user_id = look.user_id and kept.claim = look.claim
$$;

-- What push services have answered: which subscriptions are gone for good, and which have taken a message.
create function public.note_push_outcomes(gone uuid[], taken uuid[], at timestamptz) returns void
language sql
security definer
set search_path = ''
as $$
  delete from public.push_subscriptions where id = any (gone);
  update public.push_subscriptions set last_success_at = at where id = any (taken);
$$;

-- Turns reminders by mail off for whoever has followed the link in one of them. Nothing happens for anybody else.
create function public.stop_mail_reminders(owner uuid) returns void
language sql
security definer
set search_path = ''
as $$
  update public.reminder_settings set by_mail = false where user_id = owner and by_mail
$$;

-- By name, because hosted Supabase grants new functions to each of its roles.
revoke all on function
  private.check_time_zone(), private.schedule_reminders(), private.schedule_missing_reminders(),
  private.reconsider_reminders(), private.keep_latest_subscriptions(), private.proven_address(uuid), public.send_test_reminder(),
  public.claim_due_reminders(timestamptz, integer), public.reminder_packs(uuid[], timestamptz),
  public.address_of_account(uuid), public.prove_address(uuid, text), public.note_proof_mails(uuid[], timestamptz),
  public.may_mail(uuid, text, boolean), public.record_reminder_deliveries(jsonb),
  public.finish_reminders(jsonb), public.note_push_outcomes(uuid[], uuid[], timestamptz), public.stop_mail_reminders(uuid)
  from public, anon, authenticated, service_role;
grant execute on function public.send_test_reminder() to authenticated;
grant execute on function
  public.claim_due_reminders(timestamptz, integer), public.reminder_packs(uuid[], timestamptz),
  public.address_of_account(uuid), public.prove_address(uuid, text), public.note_proof_mails(uuid[], timestamptz),
  public.may_mail(uuid, text, boolean), public.record_reminder_deliveries(jsonb),
  public.finish_reminders(jsonb), public.note_push_outcomes(uuid[], uuid[], timestamptz), public.stop_mail_reminders(uuid)
  to service_role;

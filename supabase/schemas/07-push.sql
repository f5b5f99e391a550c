-- Browsers that receive an owner's reminders by push, and the push services that messages may be sent to.
create table public.push_subscriptions (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null default auth.uid() references auth.users (id) on delete cascade,
  -- Where the browser's push service accepts messages. The sender checks the host again.
  endpoint text not null,
  -- The browser's public key, a point of P-256, and its secret, both as base64url.
  p256dh text not null,
  auth text not null,
  -- The name of the device in the owner's list.
  device text,
  -- The session in which the browser subscribed; null for a row that the server itself has added.
  session_id uuid,
  created_at timestamptz not null default now(),
  last_success_at timestamptz,
  constraint push_subscriptions_endpoint_user_id_key unique (endpoint, user_id),
  -- Requires https on its usual port at a host name, without a user. A trigger below checks which hosts are allowed, because a check cannot
  -- read another table.
  constraint push_subscriptions_endpoint_check check (
    char_length(endpoint) <= 1000 and endpoint ~ '^https://([a-z0-9-]+\.)+[a-z][a-z0-9-]*/[\u0021-\u007e]*$'
  ),
  constraint push_subscriptions_p256dh_check check (p256dh ~ '^B[A-Za-z0-9_-]{86}$'),
  constraint push_subscriptions_auth_check check (auth ~ '^[A-Za-z0-9_-]{22}$'),
  constraint push_subscriptions_device_check check (
    char_length(device) between 1 and 120 and device !~ '[\u0001-\u001f\u007f-\u009f]'
  ),
  constraint push_subscriptions_created_at_finite check (isfinite(created_at))
);
create index push_subscriptions_user_id_created_at_idx on public.push_subscriptions (user_id, created_at desc, id);
create index push_subscriptions_session_id_idx on public.push_subscriptions (session_id);

-- Row rules

alter table public.push_subscriptions enable row level security;
-- Owners may not set the session of a subscription, nor when it was made and when it last worked.
grant select, delete, insert (id, user_id, endpoint, p256dh, auth, device) on public.push_subscriptions to authenticated;
grant all on public.push_subscriptions to service_role;

create policy "Owners see their push subscriptions" on public.push_subscriptions
  for select to authenticated
  using (user_id = (select auth.uid()));
create policy "Owners add their push subscriptions" on public.push_subscriptions
  for insert to authenticated
  with check (user_id = (select auth.uid()));
create policy "Owners remove their push subscriptions" on public.push_subscriptions
  for delete to authenticated
  using (user_id = (select auth.uid()));

-- Push services

-- Push services that the owner of a site adds to those of the browsers, such as one of their own. The embedded server fills the table at
-- each start (PUSH_SERVICES); on hosted Supabase the site's owner fills it, as docs/deploy.md says. A dog owner may name any address as an
-- endpoint, and the server sends requests to it, so nobody else may write here.
create table private.reminder_push_services (
  -- A host, or `*.` and a host: the star stands for one or more labels.
  host text primary key,
  constraint reminder_push_services_host_check check (
    char_length(host) <= 253 and host ~ '^(\*\.)?([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z]([a-z0-9-]*[a-z0-9])?$'
  )
);

-- Refuses an endpoint that belongs neither to a browser's push service nor to an added one.
create function private.check_push_service() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  service constant text := substring(new.endpoint from '^https://([^/]+)/');
begin
  -- The check of the column refuses it.
  if service is null then
    return new;
  end if;
  -- The browsers' own push services, as functions/push/endpoints.ts has them.
  if service ~ '^(fcm\.googleapis\.com|updates\.push\.services\.mozilla\.com|([a-z0-9-]+\.)+push\.apple\.com|([a-z0-9-]+\.)+notify\.windows\.com)$' then
    return new;
  end if;
  if exists (select from private.reminder_push_services as added where service like replace(added.host, '*', '%')) then
    return new;
  end if;
  raise exception 'no push service is at this address'
    using errcode = '23514', schema = 'public', table = 'push_subscriptions', column = 'endpoint',
      constraint = 'push_subscriptions_service_known';
end
$$;
create trigger check_push_service before insert or update of endpoint on public.push_subscriptions
  for each row execute function private.check_push_service();

-- Replaces the added push services. Subscriptions to removed services stay, but nothing is sent to them any more.
create function public.set_push_services(services text[]) returns void
language sql
security definer
set search_path = ''
as $$
  delete from private.reminder_push_services where host <> all (services);
  insert into private.reminder_push_services (host) select unnest(services) on conflict do nothing;
$$;
grant execute on function public.set_push_services(text[]) to service_role;

-- Sessions
--
-- A browser gets messages only while the session in which it subscribed exists. A device that is signed out from elsewhere, or by a new
-- password, gets no more.

-- Takes the session of a subscription from the access token, not from the row that the caller writes. On hosted Supabase an access token
-- outlives its session for a while; it then adds nothing. The lock makes a transaction that ends the session wait, and then find this row.
create function private.set_push_session() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  session constant uuid := nullif(auth.jwt() ->> 'session_id', '')::uuid;
begin
  new.session_id := session;
  if session is null then
    return new;
  end if;
  perform from auth.sessions where id = session and user_id = new.user_id for key share;
  if not found then
    raise exception 'the session has ended' using errcode = '42501';
  end if;
  return new;
end
$$;
create trigger set_push_session before insert on public.push_subscriptions
  for each row execute function private.set_push_session();

-- Deletes the subscriptions of sessions that end.
create function private.end_push_of_sessions() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  delete from public.push_subscriptions as push using ended where push.session_id = ended.id;
  return null;
end
$$;
create trigger end_push_of_sessions after delete on auth.sessions
  referencing old table as ended for each statement execute function private.end_push_of_sessions();

-- Deletes all but the 10 newest subscriptions of an owner. Also removes the same endpoint with the same secret from every other account,
-- because a browser belongs to the account that signed in on it last. Otherwise the next owner of a device would read the reminders of the
-- previous one.
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

-- Records what push services have answered: which subscriptions are gone for good, and which have accepted a message.
create function public.note_push_outcomes(gone uuid[], taken uuid[], at timestamptz) returns void
language sql
security definer
set search_path = ''
as $$
  delete from public.push_subscriptions where id = any (gone);
  update public.push_subscriptions set last_success_at = at where id = any (taken);
$$;
grant execute on function public.note_push_outcomes(uuid[], uuid[], timestamptz) to service_role;

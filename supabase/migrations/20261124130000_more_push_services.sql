-- Push services that the owner of a site adds to those of the browsers, such as one of their own.
--
-- The embedded server fills the table at each start (PUSH_SERVICES). On hosted Supabase its owner does, as docs/deploy.md says. An
-- owner of dogs names any address as an endpoint and the server sends requests to it, so nobody else may write here.

create table private.reminder_push_services (
  -- A host, or a star in place of one or more labels in front of one.
  host text primary key,
  constraint reminder_push_services_host_check check (
    char_length(host) <= 253 and host ~ '^(\*\.)?([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z]([a-z0-9-]*[a-z0-9])?$'
  )
);
revoke all on private.reminder_push_services from public, anon, authenticated, service_role;

-- The shape of an endpoint: https on its usual port at a name, without a user. Whose name it may be is looked up below, because a check
-- cannot look into another table.
alter table public.push_subscriptions
  drop constraint push_subscriptions_endpoint_check,
  add constraint push_subscriptions_endpoint_check check (
    char_length(endpoint) <= 1000 and endpoint ~ '^https://([a-z0-9-]+\.)+[a-z][a-z0-9-]*/[\u0021-\u007e]*$'
  );

create function private.check_push_service() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  service constant text := substring(new.endpoint from '^https://([^/]+)/');
begin
  -- The check above refuses it.
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

-- Says which services are added, in place of those from before. Subscriptions of others stay: nothing is sent to them any more.
create function public.set_push_services(services text[]) returns void
language sql
security definer
set search_path = ''
as $$
  delete from private.reminder_push_services where host <> all (services);
  insert into private.reminder_push_services (host) select unnest(services) on conflict do nothing;
$$;

-- By name, because hosted Supabase grants new functions to each of its roles.
revoke all on function private.check_push_service(), public.set_push_services(text[]) from public, anon, authenticated, service_role;
grant execute on function public.set_push_services(text[]) to service_role;

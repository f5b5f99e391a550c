-- Where push messages may go, and a reminder that no push service took.

-- The browsers' own push services alone, as functions/push/endpoints.ts has it: an owner can name any address, and the server
-- sends requests to it.
alter table public.push_subscriptions
  drop constraint push_subscriptions_endpoint_check,
  add constraint push_subscriptions_endpoint_check check (
    char_length(endpoint) <= 1000
    and endpoint ~ '^https://(fcm\.googleapis\.com|updates\.push\.services\.mozilla\.com|([a-z0-9-]+\.)+push\.apple\.com|([a-z0-9-]+\.)+notify\.windows\.com)/[\u0021-\u007e]*$'
  );

-- Takes back deliveries, a list of {user_id, day, channel}, of which it is certain that nothing has arrived: every push service has
-- answered that it is busy. The owner comes again.
create function public.release_reminder_deliveries(deliveries jsonb) returns void
language sql
security definer
set search_path = ''
as $$
  delete from private.reminder_deliveries as kept
  using jsonb_to_recordset(deliveries) as released (user_id uuid, day date, channel text)
  where kept.user_id = released.user_id and kept.day = released.day and kept.channel = released.channel
$$;
-- By name, because hosted Supabase grants new functions to each of its roles.
revoke all on function public.release_reminder_deliveries(jsonb) from public, anon, authenticated, service_role;
grant execute on function public.release_reminder_deliveries(jsonb) to service_role;

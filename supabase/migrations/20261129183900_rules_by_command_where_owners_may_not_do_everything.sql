-- Row rules by command again where owners may not do everything. Some implementations of Supabase grant each table to every caller, over
-- the grants of migrations; then only the row rules keep an owner from making calendars and invitations other than by their functions.

drop policy "Owners keep their calendar feeds" on public.calendar_feeds;
create policy "Owners see their calendar feeds" on public.calendar_feeds
  for select to authenticated
  using (user_id = (select auth.uid()));
create policy "Owners revoke their calendar feeds" on public.calendar_feeds
  for delete to authenticated
  using (user_id = (select auth.uid()));

drop policy "Owners keep their push subscriptions" on public.push_subscriptions;
create policy "Owners see their push subscriptions" on public.push_subscriptions
  for select to authenticated
  using (user_id = (select auth.uid()));
create policy "Owners add their push subscriptions" on public.push_subscriptions
  for insert to authenticated
  with check (user_id = (select auth.uid()));
create policy "Owners remove their push subscriptions" on public.push_subscriptions
  for delete to authenticated
  using (user_id = (select auth.uid()));

drop policy "Owners keep their invitations" on public.party_invitations;
create policy "Owners see their invitations" on public.party_invitations
  for select to authenticated
  using (user_id = (select auth.uid()));
create policy "Owners change their invitations" on public.party_invitations
  for update to authenticated
  using (user_id = (select auth.uid()))
  with check (user_id = (select auth.uid()));
create policy "Owners remove their invitations" on public.party_invitations
  for delete to authenticated
  using (user_id = (select auth.uid()));

-- One row rule for each table whose owners see, add, change and remove their rows under the same condition. The grants, which stay as
-- they are, say which of these an owner may do.

drop policy "Owners see their dogs" on public.dogs;
drop policy "Owners add their dogs" on public.dogs;
drop policy "Owners change their dogs" on public.dogs;
drop policy "Owners remove their dogs" on public.dogs;
create policy "Owners keep their dogs" on public.dogs for all to authenticated
  using (user_id = (select auth.uid()));

drop policy "Owners see their celebrations" on public.birthday_celebrations;
drop policy "Owners plan celebrations for their own dogs" on public.birthday_celebrations;
drop policy "Owners change celebrations of their own dogs" on public.birthday_celebrations;
drop policy "Owners cancel their celebrations" on public.birthday_celebrations;
create policy "Owners keep celebrations of their own dogs" on public.birthday_celebrations for all to authenticated
  using (user_id = (select auth.uid()))
  with check (
    user_id = (select auth.uid())
    and exists (select from public.dogs where dogs.id = dog_id and dogs.user_id = (select auth.uid()))
  );

drop policy "Owners see their calendar feeds" on public.calendar_feeds;
drop policy "Owners revoke their calendar feeds" on public.calendar_feeds;
create policy "Owners keep their calendar feeds" on public.calendar_feeds for all to authenticated
  using (user_id = (select auth.uid()));

drop policy "Owners see their push subscriptions" on public.push_subscriptions;
drop policy "Owners add their push subscriptions" on public.push_subscriptions;
drop policy "Owners remove their push subscriptions" on public.push_subscriptions;
create policy "Owners keep their push subscriptions" on public.push_subscriptions for all to authenticated
  using (user_id = (select auth.uid()));

drop policy "Owners see their invitations" on public.party_invitations;
drop policy "Owners change their invitations" on public.party_invitations;
drop policy "Owners remove their invitations" on public.party_invitations;
create policy "Owners keep their invitations" on public.party_invitations for all to authenticated
  using (user_id = (select auth.uid()));

drop policy "Owners see their reminder settings" on public.reminder_settings;
drop policy "Owners ask for reminders" on public.reminder_settings;
drop policy "Owners change their reminder settings" on public.reminder_settings;
drop policy "Owners remove their reminder settings" on public.reminder_settings;
create policy "Owners keep their reminder settings" on public.reminder_settings for all to authenticated
  using (user_id = (select auth.uid()));

drop policy "Owners see their portraits" on public.portraits;
drop policy "Owners keep portraits of their own dogs" on public.portraits;
drop policy "Owners change portraits of their own dogs" on public.portraits;
drop policy "Owners remove their portraits" on public.portraits;
create policy "Owners keep portraits of their own dogs" on public.portraits for all to authenticated
  using (user_id = (select auth.uid()))
  with check (
    user_id = (select auth.uid())
    and exists (select from public.dogs where dogs.id = dog_id and dogs.user_id = (select auth.uid()))
  );

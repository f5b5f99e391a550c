-- Where the dog's face is in its photo, in percent of the photo's width from the left and of its height from the top. The product
-- keeps this point in sight wherever it crops the photo. Both are null where the owner has not said.

alter table public.dogs
  add column photo_x smallint,
  add column photo_y smallint,
  add constraint dogs_photo_x_check check (photo_x between 0 and 100),
  add constraint dogs_photo_y_check check (photo_y between 0 and 100),
  add constraint dogs_photo_focus_whole check ((photo_x is null) = (photo_y is null));

-- A focus belongs to its photo. A client that changes the photo alone, because it does not know these columns or because two devices
-- changed the dog at once, would leave the old focus on the new photo. Who runs the server may change the address of a photo, by an
-- import or a move to another store, and the focus stays.
create function private.forget_photo_focus() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  if current_user = 'authenticated' then
    new.photo_x := null;
    new.photo_y := null;
  end if;
  return new;
end
$$;
-- By name, because hosted Supabase grants new functions to each of its roles.
revoke all on function private.forget_photo_focus() from public, anon, authenticated, service_role;

create trigger forget_photo_focus before update of photo_url on public.dogs
  for each row when (
    new.photo_url is distinct from old.photo_url
    and new.photo_x is not distinct from old.photo_x
    and new.photo_y is not distinct from old.photo_y
  )
  execute function private.forget_photo_focus();

-- The bucket of the dogs' pictures: anyone who knows a picture's address may read it; only its owner writes, changes,
-- deletes and lists, and only in the folder named by their user id.

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('dog-photos', 'dog-photos', true, 5242880, array['image/jpeg', 'image/png', 'image/webp'])
on conflict (id) do update set
  public = excluded.public,
  file_size_limit = excluded.file_size_limit,
  allowed_mime_types = excluded.allowed_mime_types;

drop policy if exists "Owners list their dog photos" on storage.objects;
create policy "Owners list their dog photos" on storage.objects
  for select to authenticated
  using (bucket_id = 'dog-photos' and (storage.foldername(name))[1] = (select auth.uid())::text);

drop policy if exists "Owners upload their dog photos" on storage.objects;
create policy "Owners upload their dog photos" on storage.objects
  for insert to authenticated
  with check (bucket_id = 'dog-photos' and (storage.foldername(name))[1] = (select auth.uid())::text);

drop policy if exists "Owners change their dog photos" on storage.objects;
create policy "Owners change their dog photos" on storage.objects
  for update to authenticated
  using (bucket_id = 'dog-photos' and (storage.foldername(name))[1] = (select auth.uid())::text)
  with check (bucket_id = 'dog-photos' and (storage.foldername(name))[1] = (select auth.uid())::text);

drop policy if exists "Owners delete their dog photos" on storage.objects;
create policy "Owners delete their dog photos" on storage.objects
  for delete to authenticated
  using (bucket_id = 'dog-photos' and (storage.foldername(name))[1] = (select auth.uid())::text);

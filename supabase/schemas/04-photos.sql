-- The bucket of all photos, its row rules and its limits: 5 MiB for a photo, which the storage service enforces,
-- and how many files of what total size an owner may keep. Anyone who knows the address of a photo may read it; only its owner may
-- upload, change, delete and list, and only in the folder named by their user id.
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('dog-photos', 'dog-photos', true, 5242880, array['image/jpeg', 'image/png', 'image/webp']);

-- Returns the name of the file at the address of a photo; null for an address outside the bucket.
create function private.photo_name(photo_url text) returns text
language sql
immutable
set search_path = ''
as $$
  select substring(photo_url from '/storage/v1/object/public/dog-photos/([^?#]+)')
$$;

-- The limit
--
-- Supabase's storage asks whether a file may be added before the bytes arrive, by a trial insert in the owner's role that it rolls back. So
-- the row rules below decide. The trial has the size in 'contentLength' (older versions have none), a stored file has it in 'size'. Then
-- storage adds the row as service_role, which no row rule binds. Many trials may have passed at once, so the trigger in 11-previews.sql
-- counts again, under the owner's lock. The embedded server does both as the owner and needs no trigger.
--
-- Hosted Supabase lets a migration put triggers on storage.objects, but no index. Its storage answers a broken check with 500, and passes
-- on the message of 42501 only. So these refusals have that code; their messages begin with 'limit reached:', as everywhere.

-- Refuses another photo of `bytes` bytes beyond an owner's limit: 2,500 photos of 1 GiB in total, or, in the first week of an account,
-- which costs nothing to make, 250 photos of 100 MiB in total. In a trial without a size `bytes` is null and counts as one byte, so it is
-- refused only when nothing more would fit.
create function private.require_room_for_photo(owner uuid, photo text, bytes bigint) returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  is_new constant boolean := exists (
    select from auth.users where id = owner and created_at > now() - interval '7 days'
  );
  most constant integer := case when is_new then 250 else 2500 end;
  most_bytes constant bigint := case when is_new then 104857600 else 1073741824 end;
  photos bigint;
  bytes_kept bigint;
begin
  perform private.lock_owner(owner);
  -- The folder is a constant of the statement. Only then can the index on names be used.
  execute format(
    $statement$
      select count(*), coalesce(sum(coalesce(metadata ->> 'size', metadata ->> 'contentLength')::bigint), 0)
      from storage.objects
      where bucket_id = 'dog-photos' and name like %L and name is distinct from %L
    $statement$,
    owner::text || '/%', photo
  ) into photos, bytes_kept;
  if photos >= most or bytes_kept + coalesce(bytes, 1) > most_bytes then
    raise exception 'limit reached: % has at most % photos of together % MiB',
      case when is_new then 'an account in its first week' else 'an owner' end, most, most_bytes / 1048576
      using errcode = '42501', hint = 'Remove a photo before you add another one.',
        schema = 'storage', table = 'objects', constraint = 'photos_of_owner_limit';
  end if;
end
$$;

-- Returns whether the caller may add another photo of `bytes` bytes to their folder. A refusal says why.
create function private.has_room_for_photo(bytes bigint) returns boolean
language plpgsql
security definer
set search_path = ''
as $$
begin
  if auth.uid() is null then
    return false;
  end if;
  perform private.require_room_for_photo(auth.uid(), null, bytes);
  return true;
end
$$;
grant execute on function private.has_room_for_photo(bigint) to authenticated;

create policy "Owners list their dog photos" on storage.objects
  for select to authenticated
  using (bucket_id = 'dog-photos' and (storage.foldername(name))[1] = (select auth.uid())::text);
-- Compares the folder first, so a stranger is refused without a count.
create policy "Owners upload their dog photos" on storage.objects
  for insert to authenticated
  with check (
    case when bucket_id = 'dog-photos' and (storage.foldername(name))[1] = (select auth.uid())::text
    then private.has_room_for_photo(coalesce(metadata ->> 'size', metadata ->> 'contentLength')::bigint) else false end
  );
create policy "Owners change their dog photos" on storage.objects
  for update to authenticated
  using (bucket_id = 'dog-photos' and (storage.foldername(name))[1] = (select auth.uid())::text)
  with check (bucket_id = 'dog-photos' and (storage.foldername(name))[1] = (select auth.uid())::text);
create policy "Owners delete their dog photos" on storage.objects
  for delete to authenticated
  using (bucket_id = 'dog-photos' and (storage.foldername(name))[1] = (select auth.uid())::text);

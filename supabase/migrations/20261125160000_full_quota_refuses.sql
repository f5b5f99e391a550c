-- A full quota of photos or previews is a refusal that its owner reads, with hosted Supabase, too, and holds however many arrive at once.
--
-- Supabase's storage answers 500 about a broken check, and passes only the message of 42501 on. So that is the code now; the
-- message begins with 'limit reached:', as everywhere.
--
-- Storage asks whether a photo may be added by a trial as its owner, which it rolls back before the bytes arrive: the row rules below. The trial
-- has the bytes in 'contentLength' (or nowhere, in older versions), a kept photo in 'size'. Then it adds the row as service_role, which
-- no row rule binds. A trigger counts there again, under the owner's lock, because many trials may have passed at once.
-- The embedded server does both as the owner, and needs no trigger.
--
-- Hosted Supabase lets a migration put triggers on storage.objects, but no index: its storage grants postgres the right. The comments in
-- 20261121160000 and 20261124120000 say that it allows neither, which is true of the index only.

-- Refuses one more photo of so many bytes, beside the others of the owner. `bytes` is null in a trial without any: then one counts.
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

-- The same for a preview. Its bytes are bounded by the bucket.
create function private.require_room_for_preview(owner uuid, preview text) returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  most constant integer := case when exists (
    select from auth.users where id = owner and created_at > now() - interval '7 days'
  ) then 100 else 600 end;
  previews bigint;
begin
  perform private.lock_owner(owner);
  execute format(
    $statement$
      select count(*) from storage.objects
      where bucket_id = 'invitation-previews' and name like %L and name is distinct from %L
    $statement$,
    owner::text || '/%', preview
  ) into previews;
  if previews >= most then
    raise exception 'limit reached: % has at most % previews of invitations',
      case when most = 100 then 'an account in its first week' else 'an owner' end, most
      using errcode = '42501', hint = 'Remove a preview before you add another one.',
        schema = 'storage', table = 'objects', constraint = 'previews_of_owner_limit';
  end if;
end
$$;

create or replace function private.has_room_for_photo(bytes bigint) returns boolean
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

create or replace function private.has_room_for_preview() returns boolean
language plpgsql
security definer
set search_path = ''
as $$
begin
  if auth.uid() is null then
    return false;
  end if;
  perform private.require_room_for_preview(auth.uid(), null);
  return true;
end
$$;

-- The folder is compared first: a stranger is refused without a count.
drop policy if exists "Owners upload their dog photos" on storage.objects;
create policy "Owners upload their dog photos" on storage.objects
  for insert to authenticated
  with check (
    case when bucket_id = 'dog-photos' and (storage.foldername(name))[1] = (select auth.uid())::text
    then private.has_room_for_photo(coalesce(metadata ->> 'size', metadata ->> 'contentLength')::bigint) else false end
  );

create function private.check_room_for_file() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  folder constant text := split_part(new.name, '/', 1);
begin
  -- A file of no owner is the administrator's.
  if folder !~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then
    return new;
  end if;
  if new.bucket_id = 'dog-photos' then
    perform private.require_room_for_photo(
      folder::uuid, new.name, coalesce(new.metadata ->> 'size', new.metadata ->> 'contentLength')::bigint
    );
  elsif new.bucket_id = 'invitation-previews' then
    perform private.require_room_for_preview(folder::uuid, new.name);
  end if;
  return new;
end
$$;

do $$
begin
  create trigger check_room_for_file before insert or update of name, bucket_id, metadata on storage.objects
    for each row when (current_user = 'service_role') execute function private.check_room_for_file();
exception when insufficient_privilege then
  raise warning 'Photos that arrive at once may pass the limit of an owner, because storage.objects takes no trigger of %.', current_user;
end
$$;

-- By name, because hosted Supabase grants new functions to each of its roles.
revoke all on function
  private.require_room_for_photo(uuid, text, bigint), private.require_room_for_preview(uuid, text), private.check_room_for_file()
from public, anon, authenticated, service_role;

-- The bucket of the pictures that chats show for the link to an invitation, its row rules and its limit: JPEGs of at most 300 KB, because
-- WhatsApp shows no larger ones. As with photos, anyone who knows the address of a picture may read it; only its owner may add, delete and
-- list, and only in the folder named by their user id. Nobody may change one: chats cache what they read, so a new one has a new name.
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('invitation-previews', 'invitation-previews', true, 307200, array['image/jpeg']);

-- Refuses another preview beyond an owner's limit: 600, or 100 in the first week of an account. The bucket limits their bytes.
-- 04-photos.sql explains how the limit is checked, and the error code.
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

-- Returns whether the caller may add another preview. A refusal says why.
create function private.has_room_for_preview() returns boolean
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
grant execute on function private.has_room_for_preview() to authenticated;

create policy "Owners list their invitation previews" on storage.objects
  for select to authenticated
  using (bucket_id = 'invitation-previews' and (storage.foldername(name))[1] = (select auth.uid())::text);
-- Compares the folder first, so a stranger is refused without a count.
create policy "Owners upload their invitation previews" on storage.objects
  for insert to authenticated
  with check (
    case when bucket_id = 'invitation-previews'
      and (storage.foldername(name))[1] = (select auth.uid())::text
      and name ~ '^[^/]+/[^/]+[.]jpg$'
    then private.has_room_for_preview() else false end
  );
create policy "Owners delete their invitation previews" on storage.objects
  for delete to authenticated
  using (bucket_id = 'invitation-previews' and (storage.foldername(name))[1] = (select auth.uid())::text);

-- Counts photos and previews again when the storage service of hosted Supabase stores them.
create function private.check_room_for_file() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  folder constant text := split_part(new.name, '/', 1);
begin
  -- A file in no owner's folder is the administrator's.
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

-- Creates the trigger where the project allows it.
do $$
begin
  create trigger check_room_for_file before insert or update of name, bucket_id, metadata on storage.objects
    for each row when (current_user = 'service_role') execute function private.check_room_for_file();
exception when insufficient_privilege then
  raise warning 'Photos that arrive at once may pass the limit of an owner, because storage.objects takes no trigger of %.', current_user;
end
$$;

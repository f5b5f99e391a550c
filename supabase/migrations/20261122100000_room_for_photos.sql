-- Sign-ups cost nothing, so an account that is new may keep less: in its first week 250 photos of together 100 MiB, after that
-- 2,500 of together 1 GiB as before. A refusal now says why, as that of a dog too many does: a broken check (23514) whose message
-- begins with 'limit reached:'.
--
-- The trial that comes before a photo is read has no size: it is refused when nothing more would fit.

create or replace function private.has_room_for_photo(bytes bigint) returns boolean
language plpgsql
security definer
set search_path = ''
as $$
declare
  owner constant uuid := auth.uid();
  is_new constant boolean := exists (
    select from auth.users where id = owner and created_at > now() - interval '7 days'
  );
  most constant integer := case when is_new then 250 else 2500 end;
  most_bytes constant bigint := case when is_new then 104857600 else 1073741824 end;
  photos bigint;
  bytes_kept bigint;
begin
  if owner is null then
    return false;
  end if;
  perform private.lock_owner(owner);
  execute format(
    $statement$
      select count(*), coalesce(sum((metadata ->> 'size')::bigint), 0) from storage.objects
      where bucket_id = 'dog-photos' and name like %L
    $statement$,
    owner::text || '/%'
  ) into photos, bytes_kept;
  if photos >= most or bytes_kept + coalesce(bytes, 1) > most_bytes then
    raise exception 'limit reached: % has at most % photos of together % MiB',
      case when is_new then 'an account in its first week' else 'an owner' end, most, most_bytes / 1048576
      using errcode = '23514', hint = 'Remove a photo before you add another one.',
        schema = 'storage', table = 'objects', constraint = 'photos_of_owner_limit';
  end if;
  return true;
end
$$;

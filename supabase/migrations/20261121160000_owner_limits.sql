-- How much one owner may keep. Far more than a kennel needs, and an end to what a script could pile up:
--
--   2,000 dogs · 10,000 celebrations, 200 of them for one dog · 2,500 photos of together 1 GiB
--
-- Each check holds the owner's lock until its transaction ends and counts after it has it, so of several inserts at once
-- only as many pass as there are places left. It counts once for each statement, along an index, and no further than the
-- limit: next to nothing for a pack of usual size. A statement that adds rows of several owners is no owner's doing, the
-- row rules see to that, but an administrator's import: it is not counted.
--
-- What is refused is a broken check (23514) whose message begins with 'limit reached:'; PostgREST answers it with 400.

-- Not exposed by the API: what stands here cannot be called from outside.
create schema if not exists private;
revoke all on schema private from public;

create function private.lock_owner(owner uuid) returns void
language sql
as $$
  select pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended(owner::text, 20261121160000))
$$;

create function private.check_celebrations_of(dog uuid, owner uuid) returns void
language plpgsql
set search_path = ''
as $$
declare
  most constant integer := 200;
begin
  if (
    select count(*) from (
      select from public.birthday_celebrations where dog_id = dog and user_id = owner limit most + 1
    ) as kept
  ) > most then
    raise exception 'limit reached: a dog has at most % celebrations', most
      using errcode = '23514', hint = 'Cancel a celebration before you plan another one.',
        schema = 'public', table = 'birthday_celebrations', constraint = 'celebrations_of_dog_limit';
  end if;
end
$$;

create function private.check_dogs_of_owners() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  most constant integer := 2000;
  owners constant uuid[] := array(select distinct user_id from added limit 2);
  owner constant uuid := owners[1];
begin
  if cardinality(owners) <> 1 then
    return null;
  end if;
  perform private.lock_owner(owner);
  if (select count(*) from (select from public.dogs where user_id = owner limit most + 1) as kept) > most then
    raise exception 'limit reached: an owner has at most % dogs', most
      using errcode = '23514', hint = 'Remove a dog before you add another one.',
        schema = 'public', table = 'dogs', constraint = 'dogs_of_owner_limit';
  end if;
  return null;
end
$$;

create function private.check_celebrations_of_owners() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  most constant integer := 10000;
  owners constant uuid[] := array(select distinct user_id from added limit 2);
  owner constant uuid := owners[1];
begin
  if cardinality(owners) <> 1 then
    return null;
  end if;
  perform private.lock_owner(owner);
  if (
    select count(*) from (select from public.birthday_celebrations where user_id = owner limit most + 1) as kept
  ) > most then
    raise exception 'limit reached: an owner has at most % celebrations', most
      using errcode = '23514', hint = 'Cancel a celebration before you plan another one.',
        schema = 'public', table = 'birthday_celebrations', constraint = 'celebrations_of_owner_limit';
  end if;
  perform private.check_celebrations_of(dog_id, owner) from (select distinct dog_id from added) as dogs;
  return null;
end
$$;

-- Once a statement, over the rows that it has really added: an upsert of a row that is there is none.
create trigger check_dogs_of_owners after insert on public.dogs
  referencing new table as added for each statement execute function private.check_dogs_of_owners();
create trigger check_celebrations_of_owners after insert on public.birthday_celebrations
  referencing new table as added for each statement execute function private.check_celebrations_of_owners();

-- A celebration that is moved to another dog counts there.
create function private.check_celebrations_of_dog() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.lock_owner(new.user_id);
  perform private.check_celebrations_of(new.dog_id, new.user_id);
  return null;
end
$$;
create trigger check_celebrations_of_dog after update of dog_id on public.birthday_celebrations
  for each row when (new.dog_id is distinct from old.dog_id) execute function private.check_celebrations_of_dog();

-- Whether the caller may add one more photo of so many bytes to their folder. Hosted Supabase lets nobody but itself put
-- triggers and indexes on storage.objects, so a row rule asks; the folder stands in the statement as a constant, because
-- only then can the index on names be used.
create function private.has_room_for_photo(bytes bigint) returns boolean
language plpgsql
security definer
set search_path = ''
as $$
declare
  most constant integer := 2500;
  most_bytes constant bigint := 1073741824;
  owner constant uuid := auth.uid();
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
  return photos < most and bytes_kept + coalesce(bytes, 0) <= most_bytes;
end
$$;

drop policy if exists "Owners upload their dog photos" on storage.objects;
create policy "Owners upload their dog photos" on storage.objects
  for insert to authenticated
  with check (
    bucket_id = 'dog-photos'
    and (storage.foldername(name))[1] = (select auth.uid())::text
    and private.has_room_for_photo((metadata ->> 'size')::bigint)
  );

-- By name, because hosted Supabase grants new functions to each of its roles.
revoke all on all functions in schema private from public, anon, authenticated, service_role;
grant usage on schema private to authenticated;
grant execute on function private.has_room_for_photo(bigint) to authenticated;

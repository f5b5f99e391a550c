-- Photos and previews that no row names any more. The server deletes them by its own clock, after seven days: until then an unsaved draft,
-- a change that waits on a device without network, or an undo may bring one back.

-- When the last row that named a file was changed or deleted, for seven days. Only existing files are recorded, so there are no more rows
-- than files.
create table private.released_files (
  bucket_id text not null,
  name text not null,
  released_at timestamptz not null default now(),
  primary key (bucket_id, name)
);
create index released_files_released_at_idx on private.released_files (released_at);

-- Records that a row no longer names its file.
create function private.note_released_file() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  former constant jsonb := to_jsonb(old);
begin
  insert into private.released_files as kept (bucket_id, name)
    select file.bucket_id, file.name from storage.objects as file
    where file.bucket_id = tg_argv[0]
      and file.name = coalesce(
        former ->> 'preview', private.photo_name(coalesce(former ->> 'photo_url', former ->> 'memory_photo_url'))
      )
      and starts_with(file.name, old.user_id || '/')
  on conflict (bucket_id, name) do update set released_at = excluded.released_at;
  return null;
end
$$;
create trigger note_released_file_on_update after update of photo_url on public.dogs
  for each row when (old.photo_url is not null and new.photo_url is distinct from old.photo_url)
  execute function private.note_released_file('dog-photos');
create trigger note_released_file_on_delete after delete on public.dogs
  for each row when (old.photo_url is not null) execute function private.note_released_file('dog-photos');
create trigger note_released_file_on_update after update of memory_photo_url on public.birthday_celebrations
  for each row when (old.memory_photo_url is not null and new.memory_photo_url is distinct from old.memory_photo_url)
  execute function private.note_released_file('dog-photos');
create trigger note_released_file_on_delete after delete on public.birthday_celebrations
  for each row when (old.memory_photo_url is not null) execute function private.note_released_file('dog-photos');
create trigger note_released_file_on_update after update of preview on public.party_invitations
  for each row when (old.preview is not null and new.preview is distinct from old.preview)
  execute function private.note_released_file('invitation-previews');
create trigger note_released_file_on_delete after delete on public.party_invitations
  for each row when (old.preview is not null) execute function private.note_released_file('invitation-previews');

-- Returns the files of both buckets that no row of their owner has named for seven days, oldest first, as {bucket, name}. Only lists them,
-- because the storage service must delete the rows of storage.objects.
create function public.list_unused_files(at timestamptz, most integer) returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
begin
  delete from private.released_files where released_at < at - interval '7 days';
  return (
    with used as (
      select 'dog-photos' as bucket_id, private.photo_name(photo_url) as name, user_id from public.dogs where photo_url is not null
      union all
      select 'dog-photos', private.photo_name(memory_photo_url), user_id
      from public.birthday_celebrations where memory_photo_url is not null
      union all
      select 'dog-photos', private.photo_name(photo_url), user_id from public.portraits where photo_url is not null
      union all
      select 'invitation-previews', preview, user_id from public.party_invitations where preview is not null
    ), unused as (
      select file.bucket_id, file.name from storage.objects as file
      where file.bucket_id in ('dog-photos', 'invitation-previews') and file.created_at < at - interval '7 days'
        and not exists (
          select from used
          where used.bucket_id = file.bucket_id and used.name = file.name and starts_with(file.name, used.user_id || '/')
        )
        and not exists (
          select from private.released_files as released where released.bucket_id = file.bucket_id and released.name = file.name
        )
      order by file.created_at limit least(greatest(most, 0), 1000)
    )
    select coalesce(jsonb_agg(jsonb_build_object('bucket', bucket_id, 'name', name)), '[]') from unused
  );
end
$$;
grant execute on function public.list_unused_files(timestamptz, integer) to service_role;

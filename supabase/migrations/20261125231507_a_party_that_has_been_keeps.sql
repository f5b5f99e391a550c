-- A party that has been keeps the photo of the day, because a stamp on the dog's profile is no memory. The photo is in the bucket of the dogs'
-- photos and counts towards the same limits. The sweep keeps it as long as its party names it.

set local check_function_bodies = off;

alter table public.birthday_celebrations add column memory_photo_url text;

create or replace function private.note_released_file() returns trigger
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

create or replace function public.list_unused_files(at timestamptz, most integer) returns jsonb
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

alter table public.birthday_celebrations add constraint birthday_celebrations_memory_photo_url_check CHECK (char_length(memory_photo_url) >= 1 AND char_length(memory_photo_url) <= 2048 AND memory_photo_url ~ '^(https?://|/(?!/))'::text AND memory_photo_url !~ '[\u0001-\u001f\u007f-\u009f]'::text);

CREATE TRIGGER note_released_file_on_delete AFTER DELETE ON public.birthday_celebrations FOR EACH ROW WHEN (old.memory_photo_url IS NOT NULL) EXECUTE FUNCTION private.note_released_file('dog-photos');

CREATE TRIGGER note_released_file_on_update AFTER UPDATE OF memory_photo_url ON public.birthday_celebrations FOR EACH ROW WHEN (old.memory_photo_url IS NOT NULL AND new.memory_photo_url IS DISTINCT FROM old.memory_photo_url) EXECUTE FUNCTION private.note_released_file('dog-photos');

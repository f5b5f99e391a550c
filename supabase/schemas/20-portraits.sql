-- Portraits: the photo that is kept of a day that a dog has celebrated. Kinds are those of `domain/celebrations/celebrations.ts`, the limit
-- of the line is in `domain/celebrations/celebration-photos.ts`. The photo of a party is kept with the party: then the row has only the place of the
-- face and the line.
create table public.portraits (
  -- The dog and the day, as in <uuid>-20260615. Two devices that keep a portrait of one day thus write the same row, and the queue of
  -- changes, which tells by the id, asks the owner.
  id text primary key default '',
  dog_id uuid not null,
  user_id uuid not null references auth.users (id) on delete cascade,
  day date not null,
  kind text not null,
  photo_url text,
  photo_x smallint,
  photo_y smallint,
  line text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version bigint not null default 1,
  constraint portraits_dog_id_day_key unique (dog_id, day),
  -- Ensures that the dog belongs to the same user.
  constraint portraits_dog_fkey foreign key (dog_id, user_id) references public.dogs (id, user_id) on delete cascade,
  constraint portraits_kind_check check (kind in ('birthday', 'human-year birthday', 'puppy graduation', 'gotcha day')),
  -- As for the photo of a dog.
  constraint portraits_photo_url_check check (
    char_length(photo_url) between 1 and 2048
    and photo_url ~ '^(https?://|/(?!/))'
    and photo_url !~ '[\u0001-\u001f\u007f-\u009f]'
  ),
  constraint portraits_photo_x_check check (photo_x between 0 and 100),
  constraint portraits_photo_y_check check (photo_y between 0 and 100),
  constraint portraits_photo_focus_whole check ((photo_x is null) = (photo_y is null)),
  constraint portraits_line_check check (line is null or private.is_line(line, 80)),
  constraint portraits_created_at_finite check (isfinite(created_at))
);
create index portraits_user_id_day_idx on public.portraits (user_id, day);

-- Row rules

alter table public.portraits enable row level security;
grant select, insert, update, delete on public.portraits to authenticated;
grant all on public.portraits to service_role;

create policy "Owners keep portraits of their own dogs" on public.portraits for all to authenticated
  using (user_id = (select auth.uid()))
  with check (
    user_id = (select auth.uid())
    and exists (select from public.dogs where dogs.id = dog_id and dogs.user_id = (select auth.uid()))
  );

create trigger raise_version before insert or update on public.portraits
  for each row execute function private.raise_version();
create trigger check_names before insert or update of line on public.portraits
  for each row execute function private.check_names('line');
create trigger forget_photo_focus before update of photo_url on public.portraits
  for each row when (
    new.photo_url is distinct from old.photo_url
    and new.photo_x is not distinct from old.photo_x
    and new.photo_y is not distinct from old.photo_y
  )
  execute function private.forget_photo_focus();
create trigger note_released_file_on_update after update of photo_url on public.portraits
  for each row when (old.photo_url is not null and new.photo_url is distinct from old.photo_url)
  execute function private.note_released_file('dog-photos');
create trigger note_released_file_on_delete after delete on public.portraits
  for each row when (old.photo_url is not null) execute function private.note_released_file('dog-photos');

-- Sets the id, or refuses another. Refuses another dog or day for a portrait, and days to come, with the slack for time zones that birthdays
-- have.
create function private.check_portrait() returns trigger
language plpgsql
set search_path = ''
as $$
declare
  id_of_day constant text := new.dog_id || to_char(new.day::timestamp, '-YYYYMMDD');
begin
  if tg_op = 'UPDATE' and (new.dog_id, new.day) is distinct from (old.dog_id, old.day) then
    raise exception 'a portrait stays with its dog and its day' using errcode = '42501';
  end if;
  if new.day not between date '1900-01-01' and (now() at time zone 'UTC')::date + 1 then
    raise exception 'day is in the future, or before 1900'
      using errcode = '23514', schema = 'public', table = 'portraits', column = 'day', constraint = 'portraits_day_range';
  end if;
  if new.id = '' then
    new.id := id_of_day;
  elsif new.id <> id_of_day then
    raise exception 'the id is not that of the dog and the day'
      using errcode = '23514', schema = 'public', table = 'portraits', column = 'id', constraint = 'portraits_id_of_day';
  end if;
  return new;
end
$$;
create trigger check_portrait before insert or update of id, dog_id, day on public.portraits
  for each row execute function private.check_portrait();

-- Limits

create trigger check_limit_of_owner after insert on public.portraits referencing new table as added
  for each statement execute function private.check_limit('owner', 'portraits', '10000', 'Remove a portrait before you keep another one.');
create trigger check_limit_of_dog after insert on public.portraits referencing new table as added
  for each statement execute function private.check_limit('dog', 'portraits', '500', 'Remove a portrait before you keep another one.');

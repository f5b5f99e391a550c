-- Dogs: table, row rules, checks and limit. The checks have the limits of `domain/limits.ts` and `domain/dogs/dog-draft.ts`. More triggers
-- on this table are in 13-reminders.sql and 19-unused-files.sql.
create table public.dogs (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  name text not null,
  size text not null,
  -- Always a full date: the one that the owner celebrates.
  birth_date date not null,
  -- How exactly that date is known.
  birth_precision text not null default 'day',
  -- The day the dog came home.
  gotcha_date date,
  died_on date,
  breed text,
  notes text,
  photo_url text,
  -- Where the dog's face is in its photo, in percent of the photo's width from the left and of its height from the top. The product keeps
  -- this point in sight wherever it crops the photo. Both are null if the owner has not set them.
  photo_x smallint,
  photo_y smallint,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version bigint not null default 1,
  -- Lets the foreign key of a party require that its dog belongs to the same owner.
  constraint dogs_id_user_id_key unique (id, user_id),
  constraint dogs_name_check check (private.is_trimmed_line(name, 60)),
  constraint dogs_size_check check (size in ('small', 'medium', 'large', 'giant')),
  constraint dogs_birth_date_finite check (isfinite(birth_date)),
  constraint dogs_birth_precision_check check (birth_precision in ('day', 'month', 'year', 'guess')),
  constraint dogs_gotcha_date_check check (isfinite(gotcha_date) and gotcha_date >= birth_date),
  constraint dogs_died_on_check check (isfinite(died_on) and died_on >= birth_date),
  constraint dogs_gotcha_before_death_check check (gotcha_date <= died_on),
  constraint dogs_breed_check check (private.is_trimmed_line(breed, 80)),
  constraint dogs_notes_check check (char_length(notes) between 1 and 2000),
  constraint dogs_photo_url_check check (
    char_length(photo_url) between 1 and 2048
    and photo_url ~ '^(https?://|/(?!/))'
    and photo_url !~ '[\u0001-\u001f\u007f-\u009f]'
  ),
  constraint dogs_photo_x_check check (photo_x between 0 and 100),
  constraint dogs_photo_y_check check (photo_y between 0 and 100),
  constraint dogs_photo_focus_whole check ((photo_x is null) = (photo_y is null)),
  constraint dogs_created_at_finite check (isfinite(created_at))
);
create index dogs_user_id_created_at_idx on public.dogs (user_id, created_at desc, id);

-- Row rules
--
-- Every row belongs to one user. Only the row rules decide who sees and changes it, on the embedded backend and on hosted Supabase. One rule
-- serves where an owner may do everything; elsewhere each command that is allowed has its own, so that a grant too many lets nobody in.

alter table public.dogs enable row level security;
grant select, insert, update, delete on public.dogs to authenticated;
grant all on public.dogs to service_role;

create policy "Owners keep their dogs" on public.dogs for all to authenticated
  using (user_id = (select auth.uid()));

create trigger raise_version before insert or update on public.dogs
  for each row execute function private.raise_version();
create trigger check_names before insert or update of name on public.dogs
  for each row execute function private.check_names('name');

-- Checks of days

-- Checks the range of birthdays in a trigger, because a check must not read the clock. "Today" is the owner's calendar date, and owners
-- live between UTC-12 and UTC+14, so both ends have one day of slack. The client knows the exact day.
create function public.check_dog_birth_date() returns trigger
language plpgsql
set search_path = ''
as $$
declare
  today_in_utc constant date := (now() at time zone 'UTC')::date;
begin
  if new.birth_date > today_in_utc + 1 then
    raise exception 'birth_date is in the future'
      using errcode = '23514', schema = 'public', table = 'dogs', column = 'birth_date', constraint = 'dogs_birth_date_range';
  end if;
  if new.birth_date < (today_in_utc - 1 - interval '40 years')::date then
    raise exception 'birth_date is more than 40 years ago'
      using errcode = '23514', schema = 'public', table = 'dogs', column = 'birth_date', constraint = 'dogs_birth_date_range';
  end if;
  return new;
end
$$;
create trigger check_dog_birth_date_on_insert before insert on public.dogs
  for each row execute function public.check_dog_birth_date();
-- Checks a birthday only when it changes, so a dog that has grown old can still be edited.
create trigger check_dog_birth_date_on_update before update of birth_date on public.dogs
  for each row when (new.birth_date is distinct from old.birth_date) execute function public.check_dog_birth_date();

-- Refuses a day of coming home, or of death, in the future, with the same slack for time zones.
create function private.check_dog_days() returns trigger
language plpgsql
set search_path = ''
as $$
declare
  latest constant date := (now() at time zone 'UTC')::date + 1;
begin
  if new.gotcha_date > latest then
    raise exception 'gotcha_date is in the future'
      using errcode = '23514', schema = 'public', table = 'dogs', column = 'gotcha_date', constraint = 'dogs_gotcha_date_range';
  end if;
  if new.died_on > latest then
    raise exception 'died_on is in the future'
      using errcode = '23514', schema = 'public', table = 'dogs', column = 'died_on', constraint = 'dogs_died_on_range';
  end if;
  return new;
end
$$;
create trigger check_dog_days before insert or update of gotcha_date, died_on on public.dogs
  for each row execute function private.check_dog_days();

-- Photo

-- Removes the focus of a replaced photo. A client that changes only the photo, because it does not know the columns of the focus or because
-- two devices changed the dog at once, would leave the old focus on the new photo. The focus stays when an administrator changes the
-- address of a photo, by an import or a move to another store.
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
create trigger forget_photo_focus before update of photo_url on public.dogs
  for each row when (
    new.photo_url is distinct from old.photo_url
    and new.photo_x is not distinct from old.photo_x
    and new.photo_y is not distinct from old.photo_y
  )
  execute function private.forget_photo_focus();

-- Limit

create trigger check_limit_of_owner after insert on public.dogs referencing new table as added
  for each statement execute function private.check_limit('owner', 'dogs', '2000', 'Remove a dog before you add another one.');

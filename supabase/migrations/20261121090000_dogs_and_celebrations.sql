-- Dogs and their birthday celebrations. Every row belongs to one user; the row policies are the only authority over who
-- sees and changes it, on the embedded backend and on hosted Supabase alike.
--
-- The checks mirror the limits of the product's domain. Lengths are in characters. The two character classes that recur:
--   [\u0001-\u001f\u007f-\u009f]   control characters, refused in fields of one line
--   [\u0009-\u000d\u0020…\ufeff]   white space as JavaScript's trim() knows it, refused at both ends

create table public.dogs (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  name text not null,
  size text not null,
  birth_date date not null,
  photo_url text,
  breed text,
  notes text,
  created_at timestamptz not null default now(),
  constraint dogs_id_user_id_key unique (id, user_id),
  constraint dogs_name_check check (
    char_length(name) between 1 and 60
    and name !~ '[\u0001-\u001f\u007f-\u009f]'
    and name !~ '^[\u0009-\u000d\u0020\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]|[\u0009-\u000d\u0020\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]$'
  ),
  constraint dogs_size_check check (size in ('small', 'medium', 'large', 'giant')),
  constraint dogs_photo_url_check check (
    char_length(photo_url) between 1 and 2048
    and photo_url ~ '^(https?://|/(?!/))'
    and photo_url !~ '[\u0001-\u001f\u007f-\u009f]'
  ),
  constraint dogs_breed_check check (
    char_length(breed) between 1 and 80
    and breed !~ '[\u0001-\u001f\u007f-\u009f]'
    and breed !~ '^[\u0009-\u000d\u0020\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]|[\u0009-\u000d\u0020\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]$'
  ),
  constraint dogs_notes_check check (char_length(notes) between 1 and 2000),
  constraint dogs_birth_date_finite check (isfinite(birth_date)),
  constraint dogs_created_at_finite check (isfinite(created_at))
);

-- A check must not read the clock, so the range of birthdays is a trigger's. "Today" is the user's calendar date and
-- users live between UTC-12 and UTC+14: one day of slack on both ends; the client knows the exact day.
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
revoke all on function public.check_dog_birth_date() from public, anon, authenticated;

create trigger check_dog_birth_date_on_insert before insert on public.dogs
  for each row execute function public.check_dog_birth_date();
-- Only a changed birthday is checked again: a dog that has grown old can still be edited.
create trigger check_dog_birth_date_on_update before update of birth_date on public.dogs
  for each row when (new.birth_date is distinct from old.birth_date) execute function public.check_dog_birth_date();

create table public.birthday_celebrations (
  id uuid primary key default gen_random_uuid(),
  dog_id uuid not null,
  user_id uuid not null references auth.users (id) on delete cascade,
  title text not null,
  description text,
  celebration_date date not null,
  location text,
  invitation_image_url text,
  shared_platforms text[] not null default '{}',
  created_at timestamptz not null default now(),
  -- Proves that the dog is the user's own.
  constraint birthday_celebrations_dog_fkey foreign key (dog_id, user_id)
    references public.dogs (id, user_id) on delete cascade,
  constraint birthday_celebrations_title_check check (
    char_length(title) between 1 and 120
    and title !~ '[\u0001-\u001f\u007f-\u009f]'
    and title !~ '^[\u0009-\u000d\u0020\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]|[\u0009-\u000d\u0020\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]$'
  ),
  constraint birthday_celebrations_description_check check (char_length(description) between 1 and 2000),
  constraint birthday_celebrations_date_finite check (isfinite(celebration_date)),
  constraint birthday_celebrations_location_check check (
    char_length(location) between 1 and 200
    and location !~ '[\u0001-\u001f\u007f-\u009f]'
    and location !~ '^[\u0009-\u000d\u0020\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]|[\u0009-\u000d\u0020\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]$'
  ),
  constraint birthday_celebrations_image_check check (
    char_length(invitation_image_url) between 1 and 2048
    and invitation_image_url !~ '[\u0001-\u001f\u007f-\u009f]'
  ),
  constraint birthday_celebrations_platforms_check check (
    cardinality(shared_platforms) <= 10
    and coalesce(array_ndims(shared_platforms), 1) = 1
    and array_position(shared_platforms, null) is null
    and char_length(array_to_string(shared_platforms, '')) <= 300
  ),
  constraint birthday_celebrations_created_at_finite check (isfinite(created_at))
);

create index dogs_user_id_created_at_idx on public.dogs (user_id, created_at desc, id);
create index birthday_celebrations_user_id_date_idx on public.birthday_celebrations (user_id, celebration_date);
create index birthday_celebrations_dog_id_user_id_idx on public.birthday_celebrations (dog_id, user_id);

alter table public.dogs enable row level security;
alter table public.birthday_celebrations enable row level security;

revoke all on public.dogs, public.birthday_celebrations from public, anon, authenticated;
grant select, insert, update, delete on public.dogs, public.birthday_celebrations to authenticated;
grant all on public.dogs, public.birthday_celebrations to service_role;

create policy "Owners see their dogs" on public.dogs
  for select to authenticated
  using (user_id = (select auth.uid()));
create policy "Owners add their dogs" on public.dogs
  for insert to authenticated
  with check (user_id = (select auth.uid()));
create policy "Owners change their dogs" on public.dogs
  for update to authenticated
  using (user_id = (select auth.uid()))
  with check (user_id = (select auth.uid()));
create policy "Owners remove their dogs" on public.dogs
  for delete to authenticated
  using (user_id = (select auth.uid()));

create policy "Owners see their celebrations" on public.birthday_celebrations
  for select to authenticated
  using (user_id = (select auth.uid()));
create policy "Owners plan celebrations for their own dogs" on public.birthday_celebrations
  for insert to authenticated
  with check (
    user_id = (select auth.uid())
    and exists (select from public.dogs where dogs.id = dog_id and dogs.user_id = (select auth.uid()))
  );
create policy "Owners change celebrations of their own dogs" on public.birthday_celebrations
  for update to authenticated
  using (user_id = (select auth.uid()))
  with check (
    user_id = (select auth.uid())
    and exists (select from public.dogs where dogs.id = dog_id and dogs.user_id = (select auth.uid()))
  );
create policy "Owners cancel their celebrations" on public.birthday_celebrations
  for delete to authenticated
  using (user_id = (select auth.uid()));

-- One photo is kept of each day that a dog celebrates. The photos of parties stay with the parties, and are the pictures of their days.

set local check_function_bodies = off;

create table public.portraits (
  id text default ''::text not null,
  dog_id uuid not null,
  user_id uuid not null,
  day date not null,
  kind text not null,
  photo_url text,
  photo_x smallint,
  photo_y smallint,
  line text,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  version bigint default 1 not null
);

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

create or replace function private.check_portrait() returns trigger
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

create or replace function private.check_portraits_of_owners() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  most constant integer := 10000;
  most_of_dog constant integer := 500;
  owners constant uuid[] := array(select distinct user_id from added limit 2);
  owner constant uuid := owners[1];
begin
  if cardinality(owners) <> 1 then
    return null;
  end if;
  perform private.lock_owner(owner);
  if (select count(*) from (select from public.portraits where user_id = owner limit most + 1) as kept) > most then
    raise exception 'limit reached: an owner has at most % portraits', most
      using errcode = '23514', hint = 'Remove a portrait before you keep another one.',
        schema = 'public', table = 'portraits', constraint = 'portraits_of_owner_limit';
  end if;
  if exists (
    select from (select distinct dog_id from added) as dogs
    where (
      select count(*) from (select from public.portraits where portraits.dog_id = dogs.dog_id limit most_of_dog + 1) as kept
    ) > most_of_dog
  ) then
    raise exception 'limit reached: a dog has at most % portraits', most_of_dog
      using errcode = '23514', hint = 'Remove a portrait before you keep another one.',
        schema = 'public', table = 'portraits', constraint = 'portraits_of_dog_limit';
  end if;
  return null;
end
$$;

alter table public.portraits add constraint portraits_kind_check CHECK (kind = ANY (ARRAY['birthday'::text, 'human-year birthday'::text, 'puppy graduation'::text, 'gotcha day'::text]));

alter table public.portraits add constraint portraits_photo_url_check CHECK (char_length(photo_url) >= 1 AND char_length(photo_url) <= 2048 AND photo_url ~ '^(https?://|/(?!/))'::text AND photo_url !~ '[\u0001-\u001f\u007f-\u009f]'::text);

alter table public.portraits add constraint portraits_photo_x_check CHECK (photo_x >= 0 AND photo_x <= 100);

alter table public.portraits add constraint portraits_photo_y_check CHECK (photo_y >= 0 AND photo_y <= 100);

alter table public.portraits add constraint portraits_photo_focus_whole CHECK ((photo_x IS NULL) = (photo_y IS NULL));

alter table public.portraits add constraint portraits_line_check CHECK (line IS NULL OR private.is_line(line, 80));

alter table public.portraits add constraint portraits_created_at_finite CHECK (isfinite(created_at));

alter table public.portraits add constraint portraits_pkey PRIMARY KEY (id);

alter table public.portraits add constraint portraits_dog_id_day_key UNIQUE (dog_id, day);

alter table public.portraits add constraint portraits_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE;

alter table public.portraits add constraint portraits_dog_fkey FOREIGN KEY (dog_id, user_id) REFERENCES public.dogs(id, user_id) ON DELETE CASCADE;

CREATE INDEX portraits_user_id_day_idx ON public.portraits USING btree (user_id, day);

CREATE TRIGGER check_portraits_of_owners AFTER INSERT ON public.portraits REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION private.check_portraits_of_owners();

CREATE TRIGGER check_portrait BEFORE INSERT OR UPDATE OF id, dog_id, day ON public.portraits FOR EACH ROW EXECUTE FUNCTION private.check_portrait();

CREATE TRIGGER note_released_file_on_delete AFTER DELETE ON public.portraits FOR EACH ROW WHEN (old.photo_url IS NOT NULL) EXECUTE FUNCTION private.note_released_file('dog-photos');

CREATE TRIGGER note_released_file_on_update AFTER UPDATE OF photo_url ON public.portraits FOR EACH ROW WHEN (old.photo_url IS NOT NULL AND new.photo_url IS DISTINCT FROM old.photo_url) EXECUTE FUNCTION private.note_released_file('dog-photos');

CREATE TRIGGER forget_photo_focus BEFORE UPDATE OF photo_url ON public.portraits FOR EACH ROW WHEN (new.photo_url IS DISTINCT FROM old.photo_url AND NOT new.photo_x IS DISTINCT FROM old.photo_x AND NOT new.photo_y IS DISTINCT FROM old.photo_y) EXECUTE FUNCTION private.forget_photo_focus();

CREATE TRIGGER check_names BEFORE INSERT OR UPDATE OF line ON public.portraits FOR EACH ROW EXECUTE FUNCTION private.check_names('line');

CREATE TRIGGER raise_version BEFORE INSERT OR UPDATE ON public.portraits FOR EACH ROW EXECUTE FUNCTION private.raise_version();

alter table public.portraits enable row level security;

create policy "Owners see their portraits" on public.portraits for select to authenticated
  using (user_id = (( SELECT auth.uid() AS uid)));

create policy "Owners keep portraits of their own dogs" on public.portraits for insert to authenticated
  with check (user_id = (( SELECT auth.uid() AS uid)) AND (EXISTS ( SELECT
   FROM public.dogs
  WHERE dogs.id = portraits.dog_id AND dogs.user_id = (( SELECT auth.uid() AS uid)))));

create policy "Owners change portraits of their own dogs" on public.portraits for update to authenticated
  using (user_id = (( SELECT auth.uid() AS uid)))
  with check (user_id = (( SELECT auth.uid() AS uid)) AND (EXISTS ( SELECT
   FROM public.dogs
  WHERE dogs.id = portraits.dog_id AND dogs.user_id = (( SELECT auth.uid() AS uid)))));

create policy "Owners remove their portraits" on public.portraits for delete to authenticated
  using (user_id = (( SELECT auth.uid() AS uid)));

grant delete, insert, select, update on table public.portraits to authenticated;

grant all on table public.portraits to service_role;

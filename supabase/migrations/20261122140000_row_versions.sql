-- Every row that owners edit has a version. An update names the version that it has seen (`where id = … and version = …`) and
-- hits nothing once somebody else has changed the row, so that nobody overwrites words they have not read.
--
-- A row never has the same version twice, also not when it is deleted and put back, or restored from a backup: a device may
-- still hold what it saw before. So versions are the microseconds of the server's clock, and at least one more than before.

alter table public.dogs
  add column version bigint not null default 1,
  add column updated_at timestamptz not null default now();
alter table public.birthday_celebrations
  add column version bigint not null default 1,
  add column updated_at timestamptz not null default now();

-- For every table with these two columns. What an owner writes into them is ignored. Who runs the server may put rows back as they
-- were, by an import; a change raises the version whoever makes it.
create function private.raise_version() returns trigger
language plpgsql
set search_path = ''
as $$
declare
  now_in_microseconds constant bigint := (extract(epoch from clock_timestamp()) * 1000000)::bigint;
begin
  if tg_op = 'UPDATE' then
    new.version := greatest(old.version + 1, now_in_microseconds);
    new.updated_at := now();
  elsif current_user in ('anon', 'authenticated') then
    new.version := now_in_microseconds;
    new.updated_at := now();
  end if;
  return new;
end
$$;
-- By name, because hosted Supabase grants new functions to each of its roles.
revoke all on function private.raise_version() from public, anon, authenticated, service_role;

create trigger raise_version before insert or update on public.dogs
  for each row execute function private.raise_version();
create trigger raise_version before insert or update on public.birthday_celebrations
  for each row execute function private.raise_version();

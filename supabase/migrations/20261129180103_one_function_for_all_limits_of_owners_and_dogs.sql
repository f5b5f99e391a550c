-- One function for all limits of owners and dogs, in place of six that counted alike. The limits and their messages stay.

set local check_function_bodies = off;

drop trigger check_portraits_of_owners on public.portraits;
drop trigger check_calendar_feeds_of_owners on public.calendar_feeds;
drop trigger check_celebrations_of_owners on public.birthday_celebrations;
drop trigger check_celebrations_of_dog on public.birthday_celebrations;
drop trigger check_dogs_of_owners on public.dogs;
drop function private.check_portraits_of_owners();
drop function private.check_calendar_feeds_of_owners();
drop function private.check_celebrations_of_dog();
drop function private.check_celebrations_of_owners();
drop function private.check_celebrations_of(uuid,uuid);
drop function private.check_dogs_of_owners();

create or replace function private.check_limit() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  key_column constant text := case tg_argv[0] when 'dog' then 'dog_id' else 'user_id' end;
  most constant integer := tg_argv[2];
  owners uuid[];
  keys uuid[];
  is_passed boolean;
begin
  if tg_level = 'ROW' then
    owners := array[new.user_id];
    keys := array[(to_jsonb(new) ->> key_column)::uuid];
  else
    execute format('select array(select distinct user_id from added limit 2), array(select distinct %I from added)', key_column)
    into owners, keys;
  end if;
  if cardinality(owners) <> 1 then
    return null;
  end if;
  perform private.lock_owner(owners[1]);
  execute format(
    'select exists (
      select from unnest($1) as key where (select count(*) from (select from %I.%I where %I = key limit $2 + 1) as kept) > $2
    )', tg_table_schema, tg_table_name, key_column
  ) into is_passed using keys, most;
  if is_passed then
    raise exception 'limit reached: % has at most % %', case tg_argv[0] when 'dog' then 'a dog' else 'an owner' end, most, tg_argv[1]
      using errcode = '23514', hint = tg_argv[3], schema = tg_table_schema, table = tg_table_name,
        constraint = format('%s_of_%s_limit', replace(tg_argv[1], ' ', '_'), tg_argv[0]);
  end if;
  return null;
end
$$;

create or replace function public.create_calendar_feed(name text, contents text, parties boolean, alarms boolean, dog_id uuid default null)
returns text
language plpgsql
security definer
set search_path = ''
as $$
declare
  token constant text := private.mint_token();
begin
  if auth.uid() is null then
    raise exception 'only a signed-in owner makes a calendar feed' using errcode = '42501';
  end if;
  perform private.lock_owner(auth.uid());
  perform private.require_session();
  if dog_id is not null and not exists (
    select from public.dogs where id = create_calendar_feed.dog_id and user_id = auth.uid()
  ) then
    raise exception 'the dog of a calendar feed must be the owner''s'
      using errcode = '23503', schema = 'public', table = 'calendar_feeds', constraint = 'calendar_feeds_dog';
  end if;
  insert into public.calendar_feeds (user_id, name, contents, parties, alarms, dog_id, token_hash)
  values (
    auth.uid(), create_calendar_feed.name, create_calendar_feed.contents, create_calendar_feed.parties,
    create_calendar_feed.alarms, create_calendar_feed.dog_id, sha256(convert_to(token, 'UTF8'))
  );
  return token;
end
$$;

create trigger check_limit_of_owner after insert on public.dogs referencing new table as added
  for each statement execute function private.check_limit('owner', 'dogs', '2000', 'Remove a dog before you add another one.');

create trigger check_limit_of_owner after insert on public.calendar_feeds referencing new table as added
  for each statement execute function private.check_limit('owner', 'calendar feeds', '10', 'Revoke a calendar before you make another one.');

create trigger check_limit_of_other_dog after update of dog_id on public.birthday_celebrations
  for each row when (new.dog_id is distinct from old.dog_id)
  execute function private.check_limit('dog', 'celebrations', '200', 'Cancel a celebration before you plan another one.');

create trigger check_limit_of_dog after insert on public.birthday_celebrations referencing new table as added
  for each statement execute function private.check_limit('dog', 'celebrations', '200', 'Cancel a celebration before you plan another one.');

create trigger check_limit_of_owner after insert on public.birthday_celebrations referencing new table as added
  for each statement execute function private.check_limit('owner', 'celebrations', '10000', 'Cancel a celebration before you plan another one.');

create trigger check_limit_of_dog after insert on public.portraits referencing new table as added
  for each statement execute function private.check_limit('dog', 'portraits', '500', 'Remove a portrait before you keep another one.');

create trigger check_limit_of_owner after insert on public.portraits referencing new table as added
  for each statement execute function private.check_limit('owner', 'portraits', '10000', 'Remove a portrait before you keep another one.');

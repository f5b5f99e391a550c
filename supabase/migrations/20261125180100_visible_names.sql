-- Names that nobody can read, and what turns the words around it, are refused in whatever is written from now on. Rows from before stay as
-- they are, also when something else in them changes, and whatever shows them leaves out what turns words.

-- Whether anything in a text can be seen. `domain/text.ts` has the same list.
create function private.is_visible(words text) returns boolean
language sql
immutable
set search_path = ''
as $$
  select words ~ '[^\u0001-\u0020\u007f-\u00a0\u00ad\u0300-\u036f\u061c\u115f\u1160\u1680\u17b4\u17b5\u180b-\u180f\u1ab0-\u1aff\u1dc0-\u1dff\u2000-\u200f\u2028-\u202f\u205f-\u206f\u20d0-\u20ff\u2800\u3000\u3164\ue000-\uf8ff\ufe00-\ufe0f\ufe20-\ufe2f\ufeff\uffa0\ufff0-\ufffb\U000e0000-\U000e0fff]'
$$;

create function private.are_dogs_visible(dogs jsonb) returns boolean
language sql
immutable
set search_path = ''
as $$
  select not exists (
    select from jsonb_array_elements(case when jsonb_typeof(dogs) = 'array' then dogs else '[]' end) as dog
    where not coalesce(private.is_visible(dog ->> 'name'), false)
  )
$$;

-- Which field of an answer is not what the table takes; null where all are.
create or replace function private.wrong_field_of_answer(answer jsonb) returns text
language plpgsql
immutable
set search_path = ''
as $$
declare
  field text;
begin
  if jsonb_typeof(answer) is distinct from 'object' or octet_length(answer::text) > 20000 then
    return 'answer';
  end if;
  if jsonb_typeof(answer -> 'name') is distinct from 'string' or not private.is_line(answer ->> 'name', 60)
    or not private.is_visible(answer ->> 'name') then
    return 'name';
  end if;
  if jsonb_typeof(answer -> 'answer') is distinct from 'string' or answer ->> 'answer' not in ('yes', 'maybe', 'no') then
    return 'answer';
  end if;
  foreach field in array '{adults,children}'::text[] loop
    if jsonb_typeof(answer -> field) is distinct from 'number' or not answer ->> field ~ '^(\d|1\d|20)$' then
      return field;
    end if;
  end loop;
  if not coalesce(private.are_guest_dogs(answer -> 'dogs') and private.are_dogs_visible(answer -> 'dogs'), false) then
    return 'dogs';
  end if;
  if answer ->> 'answer' = 'yes' and answer ->> 'adults' = '0' and answer ->> 'children' = '0' and answer -> 'dogs' = '[]' then
    return 'adults';
  end if;
  if jsonb_typeof(answer -> 'brings') is distinct from 'array'
    or jsonb_path_exists(answer -> 'brings', 'strict $[*] ? (@.type() != "string")')
    or not private.is_item_list(array(select jsonb_array_elements_text(answer -> 'brings'))) then
    return 'brings';
  end if;
  foreach field in array '{allergies,note,email}'::text[] loop
    if coalesce(jsonb_typeof(answer -> field), 'null') not in ('string', 'null') then
      return field;
    end if;
  end loop;
  return case
    when char_length(answer ->> 'allergies') not between 1 and 300 or not private.is_plain(answer ->> 'allergies') then 'allergies'
    when char_length(answer ->> 'note') not between 1 and 500 or not private.is_plain(answer ->> 'note') then 'note'
    -- As the table checks it.
    when not (
      char_length(answer ->> 'email') <= 254
      and answer ->> 'email' ~ '^[a-zA-Z0-9.!#$%&''*+/=?^_`{|}~-]{1,64}@[a-zA-Z0-9-]{1,63}(\.[a-zA-Z0-9-]{1,63})+$'
    ) then 'email'
  end;
end
$$;

-- Of an owner's own statements only: an import or a restored backup brings rows as they were.
create function private.check_names() returns trigger
language plpgsql
set search_path = ''
as $$
declare
  written constant jsonb := to_jsonb(new);
  former constant jsonb := case when tg_op = 'UPDATE' then to_jsonb(old) else '{}' end;
  field text;
  is_wrong boolean;
begin
  if current_user <> 'authenticated' then
    return new;
  end if;
  foreach field in array tg_argv loop
    if written -> field is not distinct from former -> field or written -> field = 'null' then
      continue;
    end if;
    is_wrong := case when field = 'dogs' then not private.are_dogs_visible(written -> field)
      else not private.is_visible(written ->> field) or written ->> field ~ '[\u202a-\u202e\u2066-\u2069]' end;
    if is_wrong then
      raise exception '% has nothing that can be seen, or turns the words around it', field
        using errcode = '23514', schema = tg_table_schema, table = tg_table_name, column = field,
          constraint = tg_table_name || '_' || field || '_visible';
    end if;
  end loop;
  return new;
end
$$;
create trigger check_names before insert or update of name on public.dogs
  for each row execute function private.check_names('name');
create trigger check_names before insert or update of title, location on public.birthday_celebrations
  for each row execute function private.check_names('title', 'location');
create trigger check_names before insert or update of name, dogs on public.party_guests
  for each row execute function private.check_names('name', 'dogs');

-- By name, because hosted Supabase grants new functions to each of its roles.
revoke all on function private.is_visible(text), private.are_dogs_visible(jsonb), private.check_names(), private.wrong_field_of_answer(jsonb)
  from public, anon, authenticated, service_role;
grant execute on function private.is_visible(text), private.are_dogs_visible(jsonb) to authenticated;

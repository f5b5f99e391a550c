-- A host has a name like any other: one line, without characters that turn words around or hide in them. Guests read it on invitations and in
-- mails. No name, title or place may have the hidden ones from here on.

set local check_function_bodies = off;

create or replace function private.check_names() returns trigger
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
      else not private.is_visible(written ->> field) or written ->> field ~ '[\u00ad\u200b\u202a-\u202e\u2060-\u2069\ufeff]' end;
    if is_wrong then
      raise exception '% has nothing that can be seen, or turns the words around it', field
        using errcode = '23514', schema = tg_table_schema, table = tg_table_name, column = field,
          constraint = tg_table_name || '_' || field || '_visible';
    end if;
  end loop;
  return new;
end
$$;

create or replace function private.name_of_host(host uuid) returns text
language sql
stable
set search_path = ''
as $$
  select case when private.is_visible(line) then line end from auth.users, lateral (
    select btrim(left(btrim(regexp_replace(
      regexp_replace(raw_user_meta_data ->> 'name', '[\u00ad\u200b\u202a-\u202e\u2060-\u2069\ufeff]', '', 'g'),
      '[\u0001-\u0020\u007f-\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+', ' ', 'g'
    )), 60)) as line
  ) as tidied
  where id = host and jsonb_typeof(raw_user_meta_data -> 'name') = 'string'
$$;

-- The checks of lines and addresses are functions, in place of patterns that were copied from table to table. Each constraint keeps its name
-- and refuses what it refused before. Checks run with the rights of whoever writes a row, so those roles may call the functions.

set local check_function_bodies = off;

create or replace function private.is_trimmed_line(line text, most integer) returns boolean
language sql
immutable
return char_length(line) between 1 and most
  and line !~ '[\u0001-\u001f\u007f-\u009f]'
  and line !~ '^[\u0009-\u000d\u0020\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]|[\u0009-\u000d\u0020\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]$';

create or replace function private.is_line(line text, most integer) returns boolean
language sql
immutable
return coalesce(private.is_trimmed_line(line, most) and line !~ '[\u202a-\u202e\u2066-\u2069]', false);

create or replace function private.is_plain(words text) returns boolean
language sql
immutable
return words !~ '[\u0001-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]';

create or replace function private.is_email_address(address text) returns boolean
language sql
immutable
return char_length(address) <= 254
  and address ~ '^[a-zA-Z0-9.!#$%&''*+/=?^_`{|}~-]{1,64}@[a-zA-Z0-9-]{1,63}(\.[a-zA-Z0-9-]{1,63})+$';

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
    when not private.is_email_address(answer ->> 'email') then 'email'
  end;
end
$$;

alter table public.dogs drop constraint dogs_name_check;

alter table public.dogs add constraint dogs_name_check check (private.is_trimmed_line(name, 60));

alter table public.dogs drop constraint dogs_breed_check;

alter table public.dogs add constraint dogs_breed_check check (private.is_trimmed_line(breed, 80));

alter table public.birthday_celebrations drop constraint birthday_celebrations_title_check;

alter table public.birthday_celebrations add constraint birthday_celebrations_title_check check (private.is_trimmed_line(title, 120));

alter table public.birthday_celebrations drop constraint birthday_celebrations_location_check;

alter table public.birthday_celebrations add constraint birthday_celebrations_location_check check (private.is_trimmed_line(location, 200));

alter table public.calendar_feeds drop constraint calendar_feeds_name_check;

alter table public.calendar_feeds add constraint calendar_feeds_name_check check (private.is_trimmed_line(name, 60));

alter table public.party_guests drop constraint party_guests_name_check;

alter table public.party_guests add constraint party_guests_name_check check (private.is_line(name, 60));

alter table public.party_guests drop constraint party_guests_allergies_check;

alter table public.party_guests add constraint party_guests_allergies_check check (char_length(allergies) between 1 and 300 and private.is_plain(allergies));

alter table public.party_guests drop constraint party_guests_note_check;

alter table public.party_guests add constraint party_guests_note_check check (char_length(note) between 1 and 500 and private.is_plain(note));

alter table public.party_guests drop constraint party_guests_email_check;

alter table public.party_guests add constraint party_guests_email_check check (private.is_email_address(email));

grant execute on function private.is_email_address(text) to authenticated;

grant execute on function private.is_email_address(text) to service_role;

grant execute on function private.is_line(text,integer) to authenticated;

grant execute on function private.is_line(text,integer) to service_role;

grant execute on function private.is_plain(text) to authenticated;

grant execute on function private.is_plain(text) to service_role;

grant execute on function private.is_trimmed_line(text,integer) to authenticated;

grant execute on function private.is_trimmed_line(text,integer) to service_role;

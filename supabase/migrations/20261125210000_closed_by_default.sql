-- Closes everything that is created from here on to everybody but its owner, so that each right is granted by name. PostgreSQL lets
-- everybody execute a new function, and hosted Supabase grants each of its roles all rights on whatever is new in schema `public`. What
-- exists already is closed where it has to be, except for the function of a trigger that one of those roles could name.
alter default privileges revoke execute on functions from public;
alter default privileges in schema public revoke all on tables from anon, authenticated, service_role;
alter default privileges in schema public revoke all on sequences from anon, authenticated, service_role;
alter default privileges in schema public revoke all on functions from anon, authenticated, service_role;

revoke all on function public.check_dog_birth_date() from service_role;

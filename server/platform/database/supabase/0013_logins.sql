-- The server works over logins that are neither superuser nor owner of anything (server/database/logins.ts makes them and
-- gives them their rights), so that nobody who gets out of a request's role finds more rights behind it.

-- What the servers of this database sign in to it as. Nobody but the tables' owner reads it.
create table wagday.logins (
  purpose text primary key,
  name text not null unique,
  password text not null,
  created_at timestamptz not null default now(),
  constraint logins_purpose_check check (purpose in ('requests', 'service'))
);
revoke all on wagday.logins from public;

-- Whether a session still stands. The login of the requests has no other look at the accounts.
create function wagday.session_exists(session_id uuid, session_user_id uuid) returns boolean
language plpgsql stable security definer
set search_path = ''
as $$
begin
  return exists (select from auth.sessions where id = session_id and user_id = session_user_id);
end
$$;
revoke all on function wagday.session_exists(uuid, uuid) from public;

-- Runs a statement as a caller: their role and claims hold for this transaction alone, and the row policies decide. First
-- comes the session of the token, by one look at its primary key: an ended one is refused at once.
-- The statement is built by the server from catalogue identifiers; it finds its values in $1, an array of texts. With a
-- name it stays prepared under that name, which must stand for this text and role alone. PostgreSQL itself plans anew
-- when the schema has changed, or when a plan with row policies was made for another role.
create or replace function wagday.run_as(
  caller_role text, caller_claims text, statement_name text, statement text, parameters text[], exactly_one boolean,
  out body text, out length integer, out total integer
)
language plpgsql
as $$
declare
  claims constant jsonb := caller_claims;
  -- The server names 60 statements at a time; the others of these were forgotten by it.
  most_prepared constant integer := 80;
  forgotten text;
  -- An assignment is worked out on the spot, where PERFORM would run a statement.
  ignored text;
begin
  if caller_role <> 'anon' and not wagday.session_exists((claims ->> 'session_id')::uuid, (claims ->> 'sub')::uuid) then
    raise exception using errcode = 'WD401', message = 'Session from session_id claim in JWT does not exist';
  end if;
  ignored := set_config('request.jwt.claims', caller_claims, true);
  ignored := set_config('role', caller_role, true);
  if statement_name is null then
    execute statement into body, length, total using parameters;
  else
    begin
      execute format('execute %I (%L)', statement_name, parameters) into body, length, total;
    exception when invalid_sql_statement_name then
      -- The first time on this connection.
      for forgotten in
        select name from pg_catalog.pg_prepared_statements where name like 'wagday\_%'
        order by prepare_time desc offset most_prepared - 1
      loop
        execute format('deallocate %I', forgotten);
      end loop;
      execute format('prepare %I (text[]) as %s', statement_name, statement);
      execute format('execute %I (%L)', statement_name, parameters) into body, length, total;
    end;
  end if;
  if exactly_one and length <> 1 then
    raise exception using errcode = 'WD406', message = length::text;
  end if;
  -- The next request on this connection finds the settings of its login, whatever a statement has set.
  reset role;
  reset statement_timeout;
  reset lock_timeout;
end
$$;

-- What requests about photos have to know before their caller's role decides: the limits of a bucket, a photo that anybody
-- may see, and whether a row has arrived. Row policies show callers neither buckets nor the photos of others.
create function wagday.find_bucket(bucket text) returns table (id text, max_bytes bigint, types text[])
language sql stable security definer
set search_path = ''
as $$
  select buckets.id, file_size_limit, allowed_mime_types from storage.buckets where buckets.id = bucket
$$;

create function wagday.find_public_object(bucket text, object_name text) returns table (id uuid, metadata jsonb)
language sql stable security definer
set search_path = ''
as $$
  select objects.id, objects.metadata
  from storage.objects join storage.buckets on buckets.id = objects.bucket_id
  where buckets.public and objects.metadata is not null
    and objects.bucket_id = bucket and objects.name = object_name
$$;

create function wagday.object_exists(object_id uuid) returns boolean
language sql stable security definer
set search_path = ''
as $$
  select exists (select from storage.objects where id = object_id)
$$;
revoke all on function
  wagday.find_bucket(text), wagday.find_public_object(text, text), wagday.object_exists(uuid) from public;

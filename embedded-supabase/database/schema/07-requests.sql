-- Runs a statement as a caller: their role and claims hold for this transaction only, and the row policies decide. First it looks up the session
-- of the token by its primary key, and refuses one that has ended.
-- The server builds the statement from catalogue identifiers. The statement finds its values in $1, an array of texts. With a name it stays prepared
-- under that name, which must stand for this text and role only. PostgreSQL plans anew when the schema has changed, or when a plan with row
-- policies was made for another role.
-- A statement that returns a length below zero has changed more rows than one answer holds, so all that it did is undone.
create function embedded.run_as(
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
  if caller_role <> 'anon' and not embedded.session_exists((claims ->> 'session_id')::uuid, (claims ->> 'sub')::uuid) then
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
        select name from pg_catalog.pg_prepared_statements where name like 'embedded\_%'
        order by prepare_time desc offset most_prepared - 1
      loop
        execute format('deallocate %I', forgotten);
      end loop;
      execute format('prepare %I (text[]) as %s', statement_name, statement);
      execute format('execute %I (%L)', statement_name, parameters) into body, length, total;
    end;
  end if;
  if length < 0 then
    raise exception using errcode = 'WD413', message = 'The rows are too many for one answer';
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

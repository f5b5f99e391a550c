-- The roles of hosted Supabase, and default rights.
--
-- The files of this folder are the whole of the embedded Supabase, one subject each, in order of dependency. What hosted Supabase has too, in the
-- schemas auth and storage, has its names and types there. Schema embedded is the server's own, and no API reaches it.

-- Roles belong to the whole cluster, so they may be there already. The role that runs this need not be a superuser: CREATEROLE is enough, here
-- and on an external PostgreSQL from version 15.
do $$
declare
  wanted text;
  can_bypass boolean;
  is_superuser boolean;
begin
  select rolsuper, rolsuper or rolbypassrls into is_superuser, can_bypass from pg_roles where rolname = current_user;

  foreach wanted in array array['anon', 'authenticated', 'service_role'] loop
    if not exists (select from pg_roles where rolname = wanted) then
      begin
        execute format('create role %I nologin noinherit', wanted);
      exception when duplicate_object or unique_violation then
        null; -- Another database of the cluster was prepared at the same moment.
      end;
      if wanted = 'service_role' and can_bypass then
        execute format('alter role %I bypassrls', wanted);
      end if;
    end if;

    if not is_superuser then
      begin
        -- From PostgreSQL 16 on, the creator of a role may grant it but not become it yet.
        execute format('grant %I to %I', wanted, current_user);
      exception when insufficient_privilege then
        if not pg_has_role(current_user, wanted, 'member') then
          raise exception 'the database role % must be granted role %', current_user, wanted;
        end if;
      end;
    end if;
  end loop;
end
$$;

grant usage on schema public to anon, authenticated, service_role;

-- Lets only the owner execute functions created from here on, unless they are granted by name. The product's schema does the same.
alter default privileges revoke execute on functions from public;

create schema if not exists embedded;
revoke all on schema embedded from public;

-- Works out the parts of an address once, instead of again for each of some 200 providers: deleting an account with many guests spent most
-- of its time on that.

set local check_function_bodies = off;

create or replace function private.mailbox_of(address text) returns text
language sql
stable
set search_path = ''
as $$
  select coalesce(
    (
      select coalesce(nullif(translate(named.untagged, provider.ignored, ''), ''), given.name) || '@' || provider.main_domain
      from private.mail_providers as provider
      cross join lateral (values (regexp_replace(given.name, '(.)[' || provider.tag || '].*$', '\1'))) as named (untagged)
      where provider.domain = given.domain
    ),
    regexp_replace(given.name, '(.)\+.*$', '\1') || '@' || given.domain
  )
  from (
    select lower(regexp_replace(address, '@[^@]*$', '')) as name, lower(regexp_replace(address, '^.*@', '')) as domain
    offset 0
  ) as given
$$;

create or replace function private.domain_of_host(address text) returns text
language sql
stable
set search_path = ''
as $$
  select substring(domain from case
    when domain ~ '\.(ac|co|com|edu|gob|gov|ltd|me|ne|net|or|org|plc|sch)\.[a-z]{2}$' then '[^.]+\.[^.]+\.[^.]+$' else '[^.]+\.[^.]+$'
  end)
  from (select lower(regexp_replace(address, '^.*@', '')) as domain offset 0) as given
  where not exists (select from private.mail_providers as provider where provider.domain = given.domain)
$$;

-- Secrets by name, where several servers share one database; a server with its own database keeps them in a file beside it.
-- Callers cannot reach the schema, whatever their role. The signing keys move in, in the form of that file.

create table wagday.secrets (
  name text primary key,
  value jsonb not null,
  changed_at timestamptz not null default now()
);
revoke all on wagday.secrets from public;

insert into wagday.secrets (name, value)
select 'signing', jsonb_agg(
  private_jwk || jsonb_strip_nulls(jsonb_build_object('signs_from', signs_from, 'verifies_until', verifies_until))
  order by signs_from desc
)
from wagday.signing_keys where private_jwk is not null
having count(*) > 0;

-- A server of the version before that is still running goes on with the keys that it knows.
drop table wagday.signing_keys;

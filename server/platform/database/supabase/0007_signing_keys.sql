-- The keys that sign access tokens, where several servers share one database; a server with its own database keeps them in
-- a file beside it. Callers cannot reach the schema, whatever their role.

create table wagday.signing_keys (
  kid text primary key,
  -- Null once the key is dropped: its name stays, so that it is never taken for a new one.
  private_jwk jsonb,
  signs_from timestamptz not null,
  verifies_until timestamptz,
  created_at timestamptz not null default now(),
  constraint signing_keys_private_jwk_object check (jsonb_typeof(private_jwk) = 'object')
);
revoke all on wagday.signing_keys from public;

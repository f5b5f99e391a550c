-- The server's own: the logins under which it works, its secrets, and its jobs.

-- The server works over logins that are neither superuser nor owner of anything (logins.ts creates them and grants their rights), so a request that
-- breaks out of its role finds no more rights behind it. Only the owner of the tables reads their passwords.
create table embedded.logins (
  purpose text primary key,
  name text not null unique,
  password text not null,
  created_at timestamptz not null default now(),
  constraint logins_purpose_check check (purpose in ('requests', 'service'))
);

-- Secrets by name, where several servers share one database. A server with its own database keeps them in a file beside it.
create table embedded.secrets (
  name text primary key,
  value jsonb not null,
  changed_at timestamptz not null default now()
);

-- Background work, done by the first server to claim it: mails to write and send, and hourly sweeps. `details` holds what a job needs, and never a
-- secret: the token of a mail is made when it is sent.
create table embedded.jobs (
  id bigint generated always as identity primary key,
  kind text not null,
  -- Only one job has a key, such as a sweep.
  key text constraint jobs_key_unique unique,
  details jsonb not null default '{}',
  attempts integer not null default 0,
  -- Nobody claims it before. A claim moves this on by the lease of its kind, so that another server takes over from one that died.
  due_at timestamptz not null,
  -- When it is of no use any more; null for what recurs.
  ends_at timestamptz
);
create index jobs_due_at_idx on embedded.jobs (due_at);
create index jobs_kind_idx on embedded.jobs (kind);

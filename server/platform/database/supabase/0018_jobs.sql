-- Work that nobody waits for, by whichever server comes first: mail to be written and sent, and what is swept every hour.
-- What a job needs to know is in `details`, and never a secret: a mail's token is made at the moment of sending.

create table wagday.jobs (
  id bigint generated always as identity primary key,
  kind text not null,
  -- Of jobs with the same key there is one, such as a sweep.
  key text constraint jobs_key_unique unique,
  details jsonb not null default '{}',
  attempts integer not null default 0,
  -- Nobody claims it before. Whoever does moves this on by the lease of its kind, so that another server comes after one
  -- that died over it.
  due_at timestamptz not null,
  -- When it is of no use any more; null for what comes again.
  ends_at timestamptz
);
create index jobs_due_at_idx on wagday.jobs (due_at);
create index jobs_kind_idx on wagday.jobs (kind);
revoke all on wagday.jobs from public;

-- The mail that waits goes on waiting, for as long as it would have.
insert into wagday.jobs (kind, details, attempts, due_at, ends_at)
  select 'mail ' || kind, jsonb_build_object('to', recipient, 'site', site, 'details', details), attempts, due_at,
    created_at + interval '1 hour'
  from wagday.mail_outbox;
drop table wagday.mail_outbox;

-- Mail that is still to be written and sent, by whichever server comes first. What is kept is that somebody asked, for known
-- and unknown addresses alike, and never a token: that is made at the moment of sending and leaves with the mail.

create table wagday.mail_outbox (
  id bigint generated always as identity primary key,
  kind text not null,
  recipient text not null,
  -- Where the link of the mail leads.
  site text not null,
  attempts integer not null default 0,
  -- Nobody takes it up before. Whoever does moves this on, so that another server comes after one that died over it.
  due_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  constraint mail_outbox_kind_check check (kind in ('recovery'))
);
create index mail_outbox_due_at_idx on wagday.mail_outbox (due_at);
revoke all on wagday.mail_outbox from public;

-- Claims of mails that ask for a proof wait for a lock no longer than their server for them, or they record what is never sent. Rows stay as
-- they are.

set local check_function_bodies = off;

create or replace function public.note_proof_mails(owners uuid[], at timestamptz) returns jsonb
language sql
security definer
set search_path = ''
set lock_timeout = '5s'
as $$
  select private.ask_for_proofs(array(select user_id from public.reminder_settings where user_id = any (owners) and by_mail), at)
$$;

create or replace function public.claim_proof_requests(at timestamptz, most integer) returns jsonb
language sql
security definer
set search_path = ''
set lock_timeout = '5s'
as $$
  with taken as (
    delete from private.proof_requests where user_id in (
      select request.user_id from private.proof_requests as request join auth.users as account on account.id = request.user_id
      order by request.asked_at limit least(greatest(most, 0), 100)
      -- Skips an account that is being deleted.
      for update of request skip locked for key share of account skip locked
    ) returning user_id
  )
  select private.ask_for_proofs(array(select user_id from taken), at)
$$;

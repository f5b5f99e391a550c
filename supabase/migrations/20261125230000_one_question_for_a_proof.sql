-- The two mails that ask for a proof of an address are noted by one function.

set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.ask_for_proofs(owners uuid[], at timestamp with time zone)
 RETURNS jsonb
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  with noted as (
    insert into private.proof_mails as former (user_id, asked_at)
      select owner, at from unnest(owners) as owner where private.proven_address(owner) is null order by owner
    on conflict (user_id) do update set asked_at = at, times = least(former.times + 1, 10)
      where former.asked_at <= at - interval '1 hour' * power(2, former.times - 1)
    returning user_id
  ), asked as materialized (
    select id, email from noted join auth.users on users.id = noted.user_id order by private.mailbox_of(email)
  )
  select coalesce(jsonb_agg(jsonb_build_object('user_id', id, 'email', email)), '[]') from asked where private.count_proof_mail(email, at)
$function$
;

CREATE OR REPLACE FUNCTION public.claim_proof_requests(at timestamp with time zone, most integer)
 RETURNS jsonb
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with taken as (
    delete from private.proof_requests where user_id in (
      select request.user_id from private.proof_requests as request join auth.users as account on account.id = request.user_id
      order by request.asked_at limit least(greatest(most, 0), 100)
      -- Skips an account that is being deleted.
      for update of request skip locked for key share of account skip locked
    ) returning user_id
  )
  select private.ask_for_proofs(array(select user_id from taken), at)
$function$
;

CREATE OR REPLACE FUNCTION public.note_proof_mails(owners uuid[], at timestamp with time zone)
 RETURNS jsonb
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.ask_for_proofs(array(select user_id from public.reminder_settings where user_id = any (owners) and by_mail), at)
$function$
;

-- What the embedded Supabase leaves to the product: which addresses are proved, and which spellings lead to one mailbox. The migrations beside
-- this folder hold it already.

create or replace function wagday.is_address_proven(account uuid, address text) returns boolean
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  return exists (select from private.proven_addresses where user_id = account and email = address);
end
$$;

create or replace function wagday.mail_bucket(account uuid, address text) returns text
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  mailbox constant text := private.mailbox_of(address);
begin
  return case when lower(address) = mailbox or wagday.is_address_proven(account, address) then address else '*' || mailbox end;
end
$$;

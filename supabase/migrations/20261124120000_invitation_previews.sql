-- The bucket of the pictures that chats show for the link to an invitation: JPEGs of at most 300 KB, because WhatsApp shows no
-- larger ones. As with photos, anyone who knows a picture's address may read it; only its owner adds, deletes and lists, and only in
-- the folder named by their user id. Nobody changes one: a chat keeps what it has read, so that a new picture needs a new name.

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('invitation-previews', 'invitation-previews', true, 307200, array['image/jpeg'])
on conflict (id) do update set
  public = excluded.public,
  file_size_limit = excluded.file_size_limit,
  allowed_mime_types = excluded.allowed_mime_types;

-- Whether the caller may add one more preview: 600, and 100 in the first week of an account, which costs nothing. Each party has one;
-- those that a closed tab leaves behind are swept. As with photos, a row rule asks, because hosted Supabase lets nobody but itself put
-- triggers on storage.objects, and a refusal is a broken check (23514) whose message begins with 'limit reached:'.
create function private.has_room_for_preview() returns boolean
language plpgsql
security definer
set search_path = ''
as $$
declare
  owner constant uuid := auth.uid();
  most constant integer := case when exists (
    select from auth.users where id = owner and created_at > now() - interval '7 days'
  ) then 100 else 600 end;
  previews bigint;
begin
  if owner is null then
    return false;
  end if;
  perform private.lock_owner(owner);
  -- The folder stands in the statement as a constant: only then can the index on names be used.
  execute format(
    'select count(*) from storage.objects where bucket_id = ''invitation-previews'' and name like %L',
    owner::text || '/%'
  ) into previews;
  if previews >= most then
    raise exception 'limit reached: % has at most % previews of invitations',
      case when most = 100 then 'an account in its first week' else 'an owner' end, most
      using errcode = '23514', hint = 'Remove a preview before you add another one.',
        schema = 'storage', table = 'objects', constraint = 'previews_of_owner_limit';
  end if;
  return true;
end
$$;

-- By name, because hosted Supabase grants new functions to each of its roles.
revoke all on function private.has_room_for_preview() from public, anon, authenticated, service_role;
grant execute on function private.has_room_for_preview() to authenticated;

create policy "Owners list their invitation previews" on storage.objects
  for select to authenticated
  using (bucket_id = 'invitation-previews' and (storage.foldername(name))[1] = (select auth.uid())::text);

-- The folder is compared first: a stranger is refused without a count.
create policy "Owners upload their invitation previews" on storage.objects
  for insert to authenticated
  with check (
    case when bucket_id = 'invitation-previews'
      and (storage.foldername(name))[1] = (select auth.uid())::text
      and name ~ '^[^/]+/[^/]+[.]jpg$'
    then private.has_room_for_preview() else false end
  );

create policy "Owners delete their invitation previews" on storage.objects
  for delete to authenticated
  using (bucket_id = 'invitation-previews' and (storage.foldername(name))[1] = (select auth.uid())::text);

-- The previews that no invitation shows any more and that are older than a moment, the oldest first: of links that were revoked, parties
-- that are long past, and tabs that were closed. Rows of storage.objects are the storage service's to delete, so this only names them.
create function public.list_unused_previews(before timestamptz, most integer) returns setof text
language sql
stable
security definer
set search_path = ''
as $$
  select name from storage.objects
  where bucket_id = 'invitation-previews' and created_at < before
    and not exists (
      select from public.party_invitations
      where preview = objects.name and user_id::text = (storage.foldername(objects.name))[1]
    )
  order by created_at limit least(greatest(most, 0), 1000)
$$;
revoke all on function public.list_unused_previews(timestamptz, integer) from public, anon, authenticated, service_role;
grant execute on function public.list_unused_previews(timestamptz, integer) to service_role;

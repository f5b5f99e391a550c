-- Files: the part of hosted Supabase's storage that the product uses.

create schema storage;
revoke all on schema storage from public;
grant usage on schema storage to anon, authenticated, service_role;

create table storage.buckets (
  id text primary key,
  name text not null constraint bname unique,
  owner_id text,
  created_at timestamptz default now(),
  updated_at timestamptz default now(),
  public boolean default false,
  file_size_limit bigint,
  allowed_mime_types text[]
);
alter table storage.buckets enable row level security;
grant select on storage.buckets to anon, authenticated;

create table storage.objects (
  id uuid primary key default gen_random_uuid(),
  bucket_id text not null references storage.buckets (id),
  name text not null,
  owner_id text,
  created_at timestamptz default now(),
  updated_at timestamptz default now(),
  last_accessed_at timestamptz default now(),
  metadata jsonb,
  user_metadata jsonb,
  version text,
  constraint bucketid_objname unique (bucket_id, name)
);
-- Finds the objects of a folder in a database of any collation. Hosted Supabase has it under the same name.
create index name_prefix_search on storage.objects (name text_pattern_ops);
alter table storage.objects enable row level security;
grant select, insert, update, delete on storage.objects to anon, authenticated;
grant all on storage.buckets, storage.objects to service_role;

create function storage.foldername(name text) returns text[]
language sql immutable
as $$
  select parts[1:cardinality(parts) - 1] from (select string_to_array(name, '/') as parts) as path
$$;

create function storage.filename(name text) returns text
language sql immutable
as $$
  select parts[cardinality(parts)] from (select string_to_array(name, '/') as parts) as path
$$;

create function storage.extension(name text) returns text
language sql immutable
as $$
  select reverse(split_part(reverse(storage.filename(name)), '.', 1))
$$;

grant execute on function storage.foldername(text), storage.filename(text), storage.extension(text) to anon, authenticated, service_role;

-- What a request about photos needs before the role of its caller decides: the limits of a bucket, a photo that anybody may see, and whether a row
-- has arrived. Row policies show callers neither buckets nor the photos of others.

create function embedded.find_bucket(bucket text) returns table (id text, max_bytes bigint, types text[])
language sql stable security definer
set search_path = ''
as $$
  select buckets.id, file_size_limit, allowed_mime_types from storage.buckets where buckets.id = bucket
$$;

create function embedded.find_public_object(bucket text, object_name text) returns table (id uuid, metadata jsonb)
language sql stable security definer
set search_path = ''
as $$
  select objects.id, objects.metadata
  from storage.objects join storage.buckets on buckets.id = objects.bucket_id
  where buckets.public and objects.metadata is not null
    and objects.bucket_id = bucket and objects.name = object_name
$$;

create function embedded.object_exists(object_id uuid) returns boolean
language sql stable security definer
set search_path = ''
as $$
  select exists (select from storage.objects where id = object_id)
$$;

-- The part of Supabase's storage schema that the product touches, with the same names and types.

create schema storage;

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

alter table storage.buckets enable row level security;
alter table storage.objects enable row level security;

revoke all on schema storage from public;
grant usage on schema storage to anon, authenticated, service_role;
revoke all on all functions in schema storage from public;
grant execute on all functions in schema storage to anon, authenticated, service_role;
grant select on storage.buckets to anon, authenticated;
grant select, insert, update, delete on storage.objects to anon, authenticated;
grant all on storage.buckets, storage.objects to service_role;

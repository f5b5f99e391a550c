import { createHash } from 'node:crypto';
import type { Sql } from '../database/connect.ts';
import type { Statement } from '../database/requests.ts';

export type ObjectMetadata = ReturnType<typeof describePhoto>;

/** Returns the metadata of a stored file, with Supabase Storage's names. */
export function describePhoto(bytes: Uint8Array, mimetype: string, at: Date) {
  return {
    eTag: `"${createHash('sha256').update(bytes).digest('hex').slice(0, 32)}"`,
    size: bytes.length,
    mimetype,
    cacheControl: 'max-age=31536000',
    lastModified: at.toISOString(),
    contentLength: bytes.length,
    httpStatusCode: 200,
  };
}

/** A file to insert. `owner` is empty where nobody is signed in. */
export type NewObject = { id: string; bucket: string; name: string; owner: string };

type Bucket = { id: string; maxBytes: number | null; types: string[] | null };

/** Finds a bucket with its limits. Row rules hide buckets from callers. */
export async function findBucket(sql: Sql, id: string): Promise<Bucket | undefined> {
  const [row] = await sql<Bucket[]>`
    select id, max_bytes::float8 as "maxBytes", to_json(types) as types from ${sql.own}.find_bucket(${id})`;
  return row;
}

/** Finds a file that anyone may read, because its bucket is public. */
export async function findPublicObject(sql: Sql, bucket: string, name: string) {
  const [row] = await sql<{ id: string; metadata: ObjectMetadata }[]>`
    select id, metadata from ${sql.own}.find_public_object(${bucket}, ${name})`;
  return row;
}

/** Whether the row exists, for the server itself: the answer to its insert may have been lost. */
export async function objectExists(sql: Sql, id: string): Promise<boolean> {
  const [row] = await sql<{ exists: boolean }[]>`select ${sql.own}.object_exists(${id}) as exists`;
  return row?.exists ?? false;
}

const insertion = `insert into storage.objects (id, bucket_id, name, owner_id, version, metadata)
  values ($1[1]::uuid, $1[2], $1[3], nullif($1[4], ''), $1[1], $1[5]::jsonb)`;

/**
 * Inserts the row, and reads nothing back, so that it needs only the right to insert. Without metadata it is a trial, so that a
 * body is read only from a caller whose photo would be accepted. With exactly one row required, a trial always fails: with the
 * refusal of the row rules or the key, otherwise with WD406, which undoes the insert.
 */
export function insertObject({ id, bucket, name, owner }: NewObject, metadata?: ObjectMetadata): Statement {
  return {
    text: `with added as (${insertion} returning 1)
      select '' as body, ${metadata ? '' : '0 * '}count(*)::int as length, null::int as total from added`,
    values: [id, bucket, name, owner, JSON.stringify(metadata ?? {})],
  };
}

const described = `id, bucket_id, name, owner_id, version, created_at, updated_at, last_accessed_at, metadata, user_metadata`;

/** Deletes the files that the caller may delete, and returns them. */
export function deleteObjects(bucket: string, names: readonly string[]): Statement {
  return {
    text: `with gone as (
        delete from storage.objects
        where bucket_id = $1[1] and name in (select json_array_elements_text($1[2]::json))
        returning ${described}
      )
      select coalesce(json_agg(gone), '[]')::text as body, count(*)::int as length, null::int as total from gone`,
    values: [bucket, JSON.stringify(names)],
  };
}

export type Listing = {
  /** A folder, ending with a slash, or an empty text. */
  prefix: string;
  search: string;
  column: 'name' | 'created_at' | 'updated_at' | 'last_accessed_at';
  isDescending: boolean;
  limit: number;
  offset: number;
};

/** Lists what the caller may see directly in a folder: files, and folders as entries without an id. */
export function listObjects(bucket: string, { prefix, search, ...page }: Listing): Statement {
  return {
    text: `with inside as (
        select substr(name, length($1[2]) + 1) as rest, id, created_at, updated_at, last_accessed_at, metadata
        from storage.objects
        where bucket_id = $1[1] and starts_with(name, $1[2])
      ), entries as (
        select rest as name, id, updated_at, created_at, last_accessed_at, metadata from inside where strpos(rest, '/') = 0
        union all
        select distinct split_part(rest, '/', 1), null::uuid, null::timestamptz, null::timestamptz, null::timestamptz, null::jsonb
        from inside where strpos(rest, '/') > 0
      ), page as (
        select * from entries where starts_with(lower(name), lower($1[3]))
        order by ${page.column} ${page.isDescending ? 'desc' : 'asc'}, name limit $1[4]::int offset $1[5]::int
      )
      select coalesce(json_agg(page), '[]')::text as body, count(*)::int as length, null::int as total from page`,
    values: [bucket, prefix, search, String(page.limit), String(page.offset)],
  };
}

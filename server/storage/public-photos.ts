import type { Context } from 'hono';
import type { AppContext } from '../http/context.ts';
import { matchesTag } from '../web/negotiation.ts';
import { parseRange } from './byte-range.ts';
import { findPublicObject } from './objects.ts';
import { objectNotFound, respondWithError, StorageError } from './storage-error.ts';

/** What anyone may know of a photo and do with it: look at it, from any page, and nothing else. */
const photoHeaders = {
  'Content-Disposition': 'inline',
  'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox; frame-ancestors 'none'",
  'Cross-Origin-Resource-Policy': 'cross-origin',
  'Access-Control-Allow-Origin': '*',
  'Accept-Ranges': 'bytes',
  // A path is never used twice, so whoever has the photo need not ask again; caches shared by many forget it sooner,
  // because a photo that its owner removed should not live on there.
  'Cache-Control': 'public, max-age=31536000, s-maxage=3600, immutable',
} as const;

const safeTypes = new Set(['image/jpeg', 'image/png', 'image/webp']);

/** Answers GET and HEAD for a photo of a public bucket. */
export async function servePublicPhoto(c: Context, { sql, photos }: AppContext, bucket: string, name: string) {
  const object = await findPublicObject(sql, bucket, name);
  if (!object) throw objectNotFound();
  const { eTag, size, mimetype, lastModified } = object.metadata;

  if (matchesTag(c.req.header('If-None-Match'), eTag)) {
    describePhoto(c, eTag, lastModified);
    return c.body(null, 304);
  }

  const condition = c.req.header('If-Range');
  const range = condition === undefined || condition === eTag ? parseRange(c.req.header('Range'), size) : null;
  if (range === 'unsatisfiable') {
    c.header('Content-Range', `bytes */${size}`);
    return respondWithError(c, new StorageError(416, 'InvalidRange', 'invalid range provided', 'invalid_range'));
  }
  // Before any header tells of a photo: a store may have lost it.
  const isHead = c.req.method === 'HEAD';
  const bytes = isHead ? null : await photos.store.read(object.id, range);
  if (!bytes && !isHead) throw objectNotFound();

  describePhoto(c, eTag, lastModified);
  c.header('Content-Type', safeTypes.has(mimetype) ? mimetype : 'application/octet-stream');
  c.header('Content-Length', String(range ? range.end - range.start + 1 : size));
  if (range) c.header('Content-Range', `bytes ${range.start}-${range.end}/${size}`);
  const status = range ? 206 : 200;
  return bytes ? c.body(bytes, status) : c.body(null, status);
}

function describePhoto(c: Context, eTag: string, lastModified: string): void {
  for (const [header, value] of Object.entries(photoHeaders)) c.header(header, value);
  c.header('ETag', eTag);
  c.header('Last-Modified', new Date(lastModified).toUTCString());
}

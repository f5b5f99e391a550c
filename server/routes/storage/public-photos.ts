import type { Context } from 'hono';
import { matchesTag } from '../../http/negotiation.ts';
import { objectNotFound, StorageError } from '../../services/photos/storage-error.ts';
import { respondWithError } from './answer-error.ts';
import { parseRange } from './byte-range.ts';
import { findPublicObject, type ObjectMetadata } from './objects.ts';
import type { StorageParts } from './storage-parts.ts';

/** What differs from other answers. A photo is shown by the pages of this site, and runs and loads nothing anywhere. */
const photoHeaders = {
  'Accept-Ranges': 'bytes',
  // A path is never used twice, so whoever has the photo need not ask again; caches shared by many forget it sooner,
  // because a photo that its owner removed should not live on there.
  'Cache-Control': 'public, max-age=31536000, s-maxage=3600, immutable',
} as const;

/** The types that may be shown, and what a photo of each is called when it is kept. */
const fileNames: ReadonlyMap<string, string> = new Map([
  ['image/jpeg', 'dog.jpg'],
  ['image/png', 'dog.png'],
  ['image/webp', 'dog.webp'],
]);

type Address = { readonly client: string; readonly bucket: string; readonly name: string };

/** Answers GET and HEAD for a photo of a public bucket. */
export async function servePublicPhoto(
  c: Context,
  { requests, photos }: StorageParts,
  { client, bucket, name }: Address,
) {
  const requester = { claims: null, client };
  const object = await requests.ask(requester, (sql) => findPublicObject(sql, bucket, name));
  if (!object) throw objectNotFound();
  const { eTag, size, mimetype } = object.metadata;

  if (matchesTag(c.req.header('If-None-Match'), eTag)) {
    describePhoto(c, object.metadata);
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

  describePhoto(c, object.metadata);
  c.header('Content-Type', fileNames.has(mimetype) ? mimetype : 'application/octet-stream');
  c.header('Content-Length', String(range ? range.end - range.start + 1 : size));
  if (range) c.header('Content-Range', `bytes ${range.start}-${range.end}/${size}`);
  const status = range ? 206 : 200;
  return bytes ? c.body(bytes, status) : c.body(null, status);
}

function describePhoto(c: Context, { eTag, mimetype, lastModified }: ObjectMetadata): void {
  for (const [header, value] of Object.entries(photoHeaders)) c.header(header, value);
  const fileName = fileNames.get(mimetype);
  c.header(
    'Content-Disposition',
    fileName === undefined ? 'attachment; filename="dog"' : `inline; filename="${fileName}"`,
  );
  c.header('ETag', eTag);
  c.header('Last-Modified', new Date(lastModified).toUTCString());
}

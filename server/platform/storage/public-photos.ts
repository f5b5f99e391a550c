import type { Context } from 'hono';
import { matchesTag } from '../http/compress.ts';
import { networksOf } from '../http/networks.ts';
import { createTurns, inTurnUntilTaken, patience } from '../http/turns.ts';
import { type ByteRange, busy, objectNotFound, StorageError } from '../photos/photo-store.ts';
import { findPublicObject, type ObjectMetadata } from './objects.ts';
import { respondWithError } from './requests.ts';
import type { StorageParts } from './uploads.ts';

/** Headers that differ from those of other answers. */
const photoHeaders = {
  'Accept-Ranges': 'bytes',
  // A path is never used twice, so a browser never asks again. Shared caches keep a photo for an hour at most, because its
  // owner may have removed it.
  'Cache-Control': 'public, max-age=31536000, s-maxage=3600, immutable',
} as const;

/** The types that a browser may show, with the ends of their files' names. */
const extensions: ReadonlyMap<string, string> = new Map([
  ['image/jpeg', '.jpg'],
  ['image/png', '.png'],
  ['image/webp', '.webp'],
]);

/** What is held of a photo while it is read. */
const chunk = 64 * 1024;
const photosAtOnce = { perGroup: 128 * chunk, inAll: 1024 * chunk };
const turns = createTurns(photosAtOnce.inAll, 200, busy, { ...photosAtOnce, patience });

/** Answers GET and HEAD for a photo of a public bucket. */
export async function servePublicPhoto(
  c: Context,
  { requests, photos, clientOf, photoName }: StorageParts,
  bucket: string,
  name: string,
): Promise<Response> {
  const requester = { claims: null, client: clientOf(c) };
  const object = await requests.ask(requester, (sql) => findPublicObject(sql, bucket, name));
  if (!object) throw objectNotFound();
  const { eTag, size, mimetype } = object.metadata;

  if (matchesTag(c.req.header('If-None-Match'), eTag)) {
    setPhotoHeaders(c, object.metadata, photoName);
    return c.body(null, 304);
  }

  const condition = c.req.header('If-Range');
  const range = condition === undefined || condition === eTag ? parseRange(c.req.header('Range'), size) : null;
  if (range === 'unsatisfiable') {
    c.header('Content-Range', `bytes */${size}`);
    return respondWithError(c, new StorageError(416, 'InvalidRange', 'invalid range provided', 'invalid_range'));
  }
  // Before the headers describe a photo: a store may have lost it.
  const isHead = c.req.method === 'HEAD';
  const room = { turns, path: networksOf(requester.client), weight: Math.min(size, chunk) };
  const bytes = isHead ? null : await inTurnUntilTaken(c, room, () => photos.store.read(object.id, range));
  if (!bytes && !isHead) throw objectNotFound();

  setPhotoHeaders(c, object.metadata, photoName);
  c.header('Content-Type', extensions.has(mimetype) ? mimetype : 'application/octet-stream');
  c.header('Content-Length', String(range ? range.end - range.start + 1 : size));
  if (range) c.header('Content-Range', `bytes ${range.start}-${range.end}/${size}`);
  return c.newResponse(bytes, range ? 206 : 200);
}

function setPhotoHeaders(c: Context, { eTag, mimetype, lastModified }: ObjectMetadata, photoName: string): void {
  for (const [header, value] of Object.entries(photoHeaders)) c.header(header, value);
  const extension = extensions.get(mimetype);
  const disposition = extension === undefined ? 'attachment' : 'inline';
  c.header('Content-Disposition', `${disposition}; filename="${photoName}${extension ?? ''}"`);
  c.header('ETag', eTag);
  c.header('Last-Modified', new Date(lastModified).toUTCString());
}

/**
 * The part that a Range header asks for. null stands for the whole, also where several parts are asked for or the header
 * cannot be read.
 */
function parseRange(header: string | undefined, size: number): ByteRange | null | 'unsatisfiable' {
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? '') ?? [];
  if (first === '' && last === '') return null;
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first);
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (first !== '' && last !== '' && Number(last) < start) return null;
  return start < size ? { start, end } : 'unsatisfiable';
}

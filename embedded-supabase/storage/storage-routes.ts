import { type Context, Hono } from 'hono';
import { logRefusal, requesterOf } from '../access/requester.ts';
import { logFailure } from '../database/database-error.ts';
import { type Requester, type Result, type Statement, turnOf } from '../database/requests.ts';
import { matchesTag } from '../http/compress.ts';
import { limitBody } from '../http/limit-body.ts';
import { networksOf } from '../http/networks.ts';
import { createRoom } from '../http/rooms.ts';
import { type ByteRange, bucketNotFound, objectNotFound, StorageError, tooLarge } from '../photos/photo-store.ts';
import { answerTo, isObjectName, readListing, readNames, respondWithError } from './object-requests.ts';
import { deleteObjects, findBucket, findPublicObject, listObjects, type ObjectMetadata } from './objects.ts';
import { createUploads, type StorageDependencies } from './uploads.ts';

/** The size of a thousand names. */
const jsonMaxBytes = 256 * 1024;
const anonymousJsonMaxBytes = 16 * 1024;

/** The size of a thousand files as JSON, and the bytes of such answers that are being made or were not taken yet. */
const largestAnswer = 1024 * 1024;
const answersAtOnce = { perClient: 4 * largestAnswer, perGroup: 16 * largestAnswer, inAll: 32 * largestAnswer };

/** The subset of Supabase Storage's API that supabase-js uses for photos. */
export function createStorageRoutes(parts: StorageDependencies): Hono {
  const { requests, log, photos } = parts;
  const upload = createUploads(parts);
  const answers = createRoom(answersAtOnce);
  const routes = new Hono();
  const limitJson = limitBody(
    async (c) => ((await requesterOf(c, parts)).claims ? jsonMaxBytes : anonymousJsonMaxBytes),
    async (c) => turnOf(await requesterOf(c, parts)),
    (c, { status, message }) =>
      respondWithError(c, status === 413 ? tooLarge() : new StorageError(status, 'InvalidRequest', message)),
  );

  /** Runs a statement when there is room for its answer, which occupies its part until the client has taken it. */
  function run(c: Context, requester: Requester, statement: Statement): Promise<Result> {
    return answers.holdAnswer(c, turnOf(requester), largestAnswer, () => requests.runAs(requester, statement, false));
  }

  async function requireBucket(c: Context, requester: Requester): Promise<string> {
    const id = c.req.param('bucket') ?? '';
    const bucket = await requests.ask(requester, (sql) => findBucket(sql, id));
    if (!bucket) throw bucketNotFound();
    return bucket.id;
  }

  /** Removes the rows first: a photo without a row cannot be read any more, and the sweep removes what a failure leaves. */
  async function remove(c: Context, requester: Requester, bucket: string, names: string[]): Promise<Result> {
    const result = await run(c, requester, deleteObjects(bucket, names));
    const gone: { id: string }[] = JSON.parse(result.body);
    for (const { id } of gone) {
      await photos.store.remove(id).catch((error) => logFailure(log, 'photo_not_removed', error, 'DELETE'));
    }
    return result;
  }

  routes.get('/object/public/:bucket/:name{.+}', (c) =>
    servePublicPhoto(c, parts, c.req.param('bucket'), c.req.param('name')),
  );

  routes.post('/object/list/:bucket', limitJson, async (c) => {
    const requester = await requesterOf(c, parts);
    const listing = readListing(await c.req.text());
    const { body } = await run(c, requester, listObjects(await requireBucket(c, requester), listing));
    return respondWithJson(c, body);
  });

  routes.post('/object/:bucket/:name{.+}', async (c) => {
    const requester = await requesterOf(c, parts);
    const { bucket, name } = c.req.param();
    // The message repeats only the beginning of the name.
    if (!isObjectName(name)) throw new StorageError(400, 'InvalidKey', `Invalid key: ${name.slice(0, 200)}`);
    const { id } = await upload(c, { requester, bucket, name });
    return c.json({ Id: id, Key: `${bucket}/${name}` });
  });

  routes.delete('/object/:bucket', limitJson, async (c) => {
    const requester = await requesterOf(c, parts);
    const names = readNames(await c.req.text());
    const { body } = await remove(c, requester, await requireBucket(c, requester), names);
    return respondWithJson(c, body);
  });

  routes.delete('/object/:bucket/:name{.+}', async (c) => {
    const requester = await requesterOf(c, parts);
    const { length } = await remove(c, requester, await requireBucket(c, requester), [c.req.param('name')]);
    if (length === 0) throw objectNotFound();
    return c.json({ message: 'Successfully deleted' });
  });

  routes.all('*', () => {
    throw new StorageError(404, 'NotFound', 'This path does not exist', 'Not Found');
  });

  routes.onError((error, c) => {
    const answer = answerTo(error);
    logRefusal(log, c, 'storage', error, answer);
    return respondWithError(c, answer ?? new StorageError(500, 'InternalError', 'Internal server error'));
  });

  return routes;
}

function respondWithJson(c: Context, body: string): Response {
  return c.body(body, 200, { 'Content-Type': 'application/json; charset=utf-8' });
}

/** Headers that differ from those of other answers. */
const photoHeaders = {
  'Accept-Ranges': 'bytes',
  // A path is never reused, so a browser never asks again. Shared caches keep a photo for an hour at most, because its owner may
  // have removed it.
  'Cache-Control': 'public, max-age=31536000, s-maxage=3600, immutable',
} as const;

/** The types that a browser may show, with their file extensions. */
const extensions: ReadonlyMap<string, string> = new Map([
  ['image/jpeg', '.jpg'],
  ['image/png', '.png'],
  ['image/webp', '.webp'],
]);

/** Bytes of a photo held while it is read. More photos at once would only share a core, and newcomers wait for all of them. */
const chunk = 64 * 1024;
const photosAtOnce = { perGroup: 40 * chunk, inAll: 160 * chunk };
const photoRoom = createRoom(photosAtOnce);

async function servePublicPhoto(
  c: Context,
  { requests, photos, clientOf, photoName }: StorageDependencies,
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
  // Opens the photo before the headers describe it, because a store may have lost it.
  const isHead = c.req.method === 'HEAD';
  const read = () => photos.store.read(object.id, range);
  const weight = Math.min(size, chunk);
  const bytes = isHead ? null : await photoRoom.hold(c, networksOf(requester.client), weight, read);
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

/** Returns the part that a Range header asks for; null for the whole, also for several parts and for what cannot be read. */
function parseRange(header: string | undefined, size: number): ByteRange | null | 'unsatisfiable' {
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? '') ?? [];
  if (first === '' && last === '') return null;
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first);
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (first !== '' && last !== '' && Number(last) < start) return null;
  return start < size ? { start, end } : 'unsatisfiable';
}

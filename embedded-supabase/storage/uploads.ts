import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Busboy, type BusboyFileStream, type BusboyInstance } from '@fastify/busboy';
import type { Context } from 'hono';
import type { ServiceParts } from '../access/requester.ts';
import { isPostgresError, isSilence, isUnavailable, logFailure } from '../database/database-error.ts';
import { type Requester, type Requests, turnOf } from '../database/requests.ts';
import { writeDurably } from '../files.ts';
import { createRoom } from '../http/rooms.ts';
import { createTurns } from '../http/turns.ts';
import { bucketNotFound, busy, invalidRequest, StorageError, tooLarge } from '../photos/photo-store.ts';
import type { Photos } from '../photos/photos.ts';
import type { PictureShape } from '../photos/prepare-photo.ts';
import {
  describePhoto,
  findBucket,
  insertObject,
  type NewObject,
  type ObjectMetadata,
  objectExists,
} from './objects.ts';

export type StorageDependencies = ServiceParts & {
  readonly requests: Requests;
  readonly photos: Photos;
  /** The shapes of buckets that differ from that of photos. */
  readonly pictureShapes?: ReadonlyMap<string, PictureShape>;
  /** The name under which a photo is saved, without its extension. */
  readonly photoName: string;
};

/** The limit of a bucket that sets none. */
const defaultMaxBytes = 5 * 1024 * 1024;

/** Photos drawn at once: a large one takes a core and up to some hundred megabytes. */
const drawnAtOnce = 2;
const queueLength = 50;

/** Uploads in progress: each takes memory, and room on the disk. Others wait, unread. */
const uploadsAtOnce = { perClient: 20, perGroup: 64, inAll: 200, queueLength: 100 };

/** Uploads photos. Each is received beside the store, redrawn and stored before its row is inserted. */
export function createUploads({ sql, requests, log, now, photos, pictureShapes }: StorageDependencies) {
  const { inTurn } = createTurns(drawnAtOnce, queueLength, busy);
  const arrivals = createRoom(uploadsAtOnce);

  /** Uploads one photo. @throws {StorageError} and database errors, in which case nothing is left behind */
  return async function upload(
    c: Context,
    { requester, bucket, name }: { readonly requester: Requester; readonly bucket: string; readonly name: string },
  ): Promise<{ id: string }> {
    const found = await requests.ask(requester, (sql) => findBucket(sql, bucket));
    if (!found) throw bucketNotFound();
    const owner = requester.claims?.sub ?? '';
    const object = { id: randomUUID(), bucket, name, owner };
    await requireAllowed(requester, object);
    await photos.space?.requireRoom(() => isNewAccount(owner));

    const maxBytes = found.maxBytes ?? defaultMaxBytes;
    return await arrivals.hold(c, turnOf(requester), 1, () =>
      photos.inbox.withFile(async (path) => {
        await receiveFile(c.req.raw, path, maxBytes);
        const limits = { types: found.types, maxBytes, shape: pictureShapes?.get(found.id) };
        const draw = async () => photos.decoder.draw(await readFile(path), limits);
        const { type, bytes } = await inTurn(turnOf(requester), draw);
        const metadata = describePhoto(bytes, type, now());
        await photos.store.put(object.id, bytes, type);
        await addRow(requester, object, metadata);
        return { id: object.id };
      }),
    );
  };

  /** Whether an account is in its first week, as in `04-photos.sql`. */
  async function isNewAccount(owner: string): Promise<boolean> {
    const rows = await sql`
      select from auth.users where id = ${owner} and created_at > ${now().toISOString()}::timestamptz - interval '7 days'`;
    return rows.length > 0;
  }

  async function requireAllowed(requester: Requester, object: NewObject): Promise<void> {
    try {
      await requests.runAs(requester, insertObject(object), true);
    } catch (error) {
      if (isPostgresError(error) && error.code === 'WD406') return;
      throw error;
    }
  }

  async function addRow(requester: Requester, object: NewObject, metadata: ObjectMetadata): Promise<void> {
    try {
      await requests.runAs(requester, insertObject(object, metadata), false);
    } catch (error) {
      if (!(await mayHaveArrived(error, requester, object.id))) {
        await photos.store.remove(object.id).catch((failure) => logFailure(log, 'photo_not_removed', failure, 'POST'));
      }
      throw error;
    }
  }

  /** Whether the row may exist although its confirmation was lost. Then the photo stays; the sweep removes it if it has no row. */
  async function mayHaveArrived(error: unknown, requester: Requester, id: string): Promise<boolean> {
    if (isPostgresError(error) && !isUnavailable(error)) return false;
    if (isSilence(error)) return true;
    return requests.ask(requester, (sql) => objectExists(sql, id)).catch(() => true);
  }
}

/** Bytes that a form may hold beside the file: boundaries, part headers, the fields of the storage client. */
const formMaxBytes = 16 * 1024;

/** Milliseconds that may pass without a byte. `guarded-server.ts` limits the whole request. */
const defaultSilence = 30_000;

/**
 * Streams the file of a request into `path`: the body itself, or the one file of a form. Stops at the first byte beyond the limit,
 * whether or not the request gives its length.
 * @throws {StorageError} 413 beyond the limit; 408 when no more bytes arrive; 400 without a file, for a broken form, and when the
 * body is cut off
 */
export async function receiveFile(
  request: Request,
  path: string,
  maxBytes: number,
  silence = defaultSilence,
): Promise<void> {
  const type = request.headers.get('Content-Type') ?? '';
  const isForm = /^multipart\/form-data\s*(;|$)/i.test(type);
  const bodyMaxBytes = isForm ? maxBytes + formMaxBytes : maxBytes;
  if (Number(request.headers.get('Content-Length') ?? 0) > bodyMaxBytes) throw tooLarge();
  if (!request.body) throw invalidRequest('No content provided');

  const source = sourceOf(request.body);
  let isCutOff = false;
  source.once('error', () => {
    isCutOff = true;
  });
  const body = limited(bodyMaxBytes, silence);
  try {
    if (isForm) await receiveForm(source, body, type, path, maxBytes);
    else await pipeline(source, body, (chunks) => writeDurably(path, (place) => place.writeFile(chunks)));
  } catch (error) {
    if (error instanceof StorageError) throw error;
    throw isCutOff ? invalidRequest('The upload was cut off') : error;
  } finally {
    // Ends the body's timer when no pipeline has begun.
    body.destroy();
  }
}

/** Reads the body without cancelling it when it is destroyed: that would close the connection before the answer. */
function sourceOf(body: ReadableStream<Uint8Array>): Readable {
  const reader = body.getReader();
  return new Readable({
    read() {
      reader.read().then(
        ({ value }) => this.push(value ?? null),
        (error: Error) => this.destroy(error),
      );
    },
  });
}

async function receiveForm(
  source: Readable,
  body: Transform,
  contentType: string,
  path: string,
  maxBytes: number,
): Promise<void> {
  const parser = openParser(contentType, maxBytes);
  const files: BusboyFileStream[] = [];
  const writes: Promise<void>[] = [];
  // The parser emits errors more than once, even after the pipeline has stopped listening. An error without a listener would end
  // the process.
  parser.on('error', () => undefined);
  parser.on('file', (_, file) => {
    files.push(file);
    file.on('error', () => undefined);
    file.once('limit', () => parser.destroy(tooLarge()));
    writes.push(
      writeDurably(path, (place) => place.writeFile(file)).catch((error: Error) => void parser.destroy(error)),
    );
  });
  try {
    await pipeline(source, body, parser).catch((error: unknown) => {
      // The parser's errors about a broken form have no code; system errors have one.
      throw error instanceof Error && !('code' in error) && !(error instanceof StorageError)
        ? invalidRequest('The form cannot be read')
        : error;
    });
  } finally {
    // Otherwise the file of an incomplete form would wait for its rest forever.
    for (const file of files) if (!file.readableEnded) file.destroy();
    await Promise.allSettled(writes);
  }
  if (files.length === 0) throw invalidRequest('No content provided');
}

function openParser(contentType: string, fileSize: number): BusboyInstance {
  const limits = { fileSize, files: 1, fields: 10, parts: 20, fieldSize: formMaxBytes, headerPairs: 20 };
  try {
    return new Busboy({ headers: { 'content-type': contentType }, limits });
  } catch {
    throw invalidRequest('The form cannot be read');
  }
}

function limited(maxBytes: number, silence: number): Transform {
  let bytes = 0;
  const body = new Transform({
    transform(chunk: Uint8Array, _, done) {
      timer.refresh();
      bytes += chunk.byteLength;
      if (bytes > maxBytes) done(tooLarge());
      else done(null, chunk);
    },
  });
  const timer = setTimeout(
    () => body.destroy(new StorageError(408, 'RequestTimeout', 'The upload did not go on')),
    silence,
  );
  body.once('close', () => clearTimeout(timer));
  return body;
}

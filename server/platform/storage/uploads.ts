import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Tokens } from '../access/tokens.ts';
import { isPostgresError, isSilence, isUnavailable, logFailure } from '../database/database-error.ts';
import { type Requester, type Requests, turnOf } from '../database/requests.ts';
import { writeDurably } from '../files.ts';
import type { ClientOf } from '../http/connection.ts';
import { createTurns } from '../http/turns.ts';
import type { Log } from '../log.ts';
import { bucketNotFound, busy } from '../photos/photo-store.ts';
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
import { receiveFile } from './receive.ts';

/** What the storage service is given. */
export type StorageParts = {
  readonly requests: Requests;
  readonly tokens: Tokens;
  readonly clientOf: ClientOf;
  readonly photos: Photos;
  /** By bucket, where it is not that of photos. */
  readonly pictureShapes?: ReadonlyMap<string, PictureShape>;
  /** What a photo is called when it is saved, without the end of its name. */
  readonly photoName: string;
  readonly now: () => Date;
  readonly log: Log;
};

/** A bucket without a limit of its own gets this one. */
const defaultMaxBytes = 5 * 1024 * 1024;

/** A large picture takes a core and up to some hundred megabytes while it is drawn. */
const drawnAtOnce = 2;
const queueLength = 50;

/** Uploads under way: each takes memory, and room on the disk. */
const uploadsAtOnce = { perClient: 20, perGroup: 80, inAll: 200 };

/** Uploads photos: each is received beside the store, drawn anew, stored, and only then gets its row. */
export function createUploads({ requests, log, now, photos, pictureShapes }: StorageParts) {
  const { inTurn } = createTurns(drawnAtOnce, queueLength, busy);
  const arrivals = createTurns(uploadsAtOnce.inAll, 0, busy, uploadsAtOnce);

  /** @throws {StorageError} and database errors, in which case nothing is left behind. */
  return async function upload(
    request: Request,
    { requester, bucket, name }: { readonly requester: Requester; readonly bucket: string; readonly name: string },
  ): Promise<{ id: string }> {
    const found = await requests.ask(requester, (sql) => findBucket(sql, bucket));
    if (!found) throw bucketNotFound();
    const owner = requester.claims?.sub ?? '';
    const object = { id: randomUUID(), bucket, name, owner };
    await requireAllowed(requester, object);
    await photos.space?.requireRoom();

    const maxBytes = found.maxBytes ?? defaultMaxBytes;
    return await arrivals.inTurn(turnOf(requester), () =>
      photos.inbox.withFile(async (path) => {
        await receiveFile(request, path, maxBytes);
        const { type, bytes } = await inTurn(turnOf(requester), async () => {
          const drawn = await photos.decoder.draw(
            await readFile(path),
            found.types,
            maxBytes,
            pictureShapes?.get(found.id),
          );
          await writeDurably(path, (place) => place.writeFile(drawn.bytes));
          return drawn;
        });
        const metadata = describePhoto(bytes, type, now());
        await photos.store.put(object.id, path, type);
        await addRow(requester, object, metadata);
        return { id: object.id };
      }),
    );
  };

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

  /** Whether the row may be there although its confirmation was lost. Then the photo stays; the sweep removes it if it has no row. */
  async function mayHaveArrived(error: unknown, requester: Requester, id: string): Promise<boolean> {
    if (isPostgresError(error) && !isUnavailable(error)) return false;
    if (isSilence(error)) return true;
    return requests.ask(requester, (sql) => objectExists(sql, id)).catch(() => true);
  }
}

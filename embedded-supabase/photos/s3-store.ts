import { S3mini, S3ServiceError } from 's3mini';
import { StartUpError } from '../errors.ts';
import { type PhotoStore, photoId } from './photo-store.ts';

export type S3Config = {
  /** The service's address, without the bucket. */
  readonly endpoint: string;
  readonly region: string;
  readonly bucket: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** With which the keys of all photos begin, such as `photos/`. */
  readonly folder: string;
};

/** Milliseconds until the service must have begun to answer. Reading a photo may take longer. */
const answerTimeout = 30_000;

/**
 * Opens a store in a bucket of an S3-compatible service. Two servers with different databases must not share one, because the sweep
 * removes photos that have no row here.
 * @throws {StartUpError} unless these keys can list the bucket
 */
export async function openS3Store(config: S3Config): Promise<PhotoStore> {
  const { endpoint, region, bucket, accessKeyId, secretAccessKey, folder } = config;
  const s3 = new S3mini({
    endpoint: `${endpoint}/${bucket}`,
    region,
    accessKeyId,
    secretAccessKey,
    fetch: fetchWithTimeout,
  });
  const keyOf = (id: string) => {
    if (!photoId.test(id)) throw new Error('not the id of a photo');
    return folder + id;
  };
  await list(s3, folder, 1).catch((error: unknown) => {
    throw new StartUpError(`The bucket "${bucket}" at S3_ENDPOINT ${endpoint} cannot be used (${reasonOf(error)}).`);
  });

  return {
    async put(id, bytes, contentType) {
      await s3.putObject(keyOf(id), bytes, contentType);
    },

    async read(id, range) {
      try {
        const { body } = range
          ? await s3.getObjectRaw(keyOf(id), false, range.start, range.end + 1)
          : await s3.getObjectRaw(keyOf(id));
        return body;
      } catch (error) {
        if (error instanceof S3ServiceError && error.status === 404) return null;
        throw error;
      }
    },

    async remove(id) {
      await s3.deleteObject(keyOf(id));
    },

    async list() {
      return (await list(s3, folder))
        .map(({ Key, LastModified }) => ({ id: Key.slice(folder.length), storedAt: new Date(LastModified) }))
        .filter(({ id }) => photoId.test(id));
    },

    async check() {
      await list(s3, folder, 1);
    },
  };
}

/** Lists photos. The library returns null for a missing bucket: taken for an empty list, it would let the sweep delete every row. */
async function list(s3: S3mini, folder: string, limit?: number) {
  const objects = await s3.listObjects('/', folder, limit);
  if (!objects) throw Object.assign(new Error('no such bucket'), { code: 'NoSuchBucket' });
  return objects;
}

const fetchWithTimeout: typeof fetch = async (input, init) => {
  const abort = new AbortController();
  const timer = setTimeout(() => abort.abort(new Error('the photo store did not answer')), answerTimeout);
  try {
    return await fetch(input, { ...init, redirect: 'manual', signal: abort.signal });
  } finally {
    clearTimeout(timer);
  }
};

/** Returns status and code, which hold no secret; messages of the service may. */
function reasonOf(error: unknown): string {
  if (error instanceof S3ServiceError) return `${error.status} ${error.serviceCode ?? ''}`.trim();
  if (!(error instanceof Error)) return 'no answer';
  return 'code' in error && error.code ? String(error.code) : reasonOf(error.cause);
}

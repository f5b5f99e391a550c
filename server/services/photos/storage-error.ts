import type { ContentfulStatusCode } from 'hono/utils/http-status';

/** An answer in Supabase Storage's shape; names, codes and messages are its own. */
export class StorageError extends Error {
  readonly status: ContentfulStatusCode;
  /** The older name of the reason, which clients compare. */
  readonly error: string;
  readonly code: string;

  constructor(status: ContentfulStatusCode, code: string, message: string, error: string = code) {
    super(message);
    this.status = status;
    this.code = code;
    this.error = error;
  }
}

export const bucketNotFound = () => new StorageError(404, 'NoSuchBucket', 'Bucket not found', 'Bucket not found');
export const objectNotFound = () => new StorageError(404, 'NoSuchKey', 'Object not found', 'not_found');
export const invalidRequest = (message: string) => new StorageError(400, 'InvalidRequest', message);
/** @param key as it was asked for; only its beginning is repeated */
export const invalidKey = (key: string) => new StorageError(400, 'InvalidKey', `Invalid key: ${key.slice(0, 200)}`);
export const tooLarge = () =>
  new StorageError(413, 'EntityTooLarge', 'The object exceeded the maximum allowed size', 'Payload too large');
export const stalled = () => new StorageError(408, 'RequestTimeout', 'The upload did not go on');
export const unsupportedType = (type: string) =>
  new StorageError(415, 'InvalidMimeType', `mime type ${type} is not supported`, 'invalid_mime_type');
/** 507, so that a supervisor tells it from a busy moment: only space will help. Reads go on meanwhile. */
export const noSpace = () => new StorageError(507, 'InsufficientStorage', 'There is no space left for photos');
export const busy = () => new StorageError(503, 'SlowDown', 'Too many photos are arriving at once. Please try again.');

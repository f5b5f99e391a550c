import { ServiceError } from '../http/service-error.ts';

/**
 * An error in Supabase Storage's shape, with its names, codes and messages. `more` is the older name of the reason, which
 * clients compare, where it is not the code.
 */
export class StorageError extends ServiceError<string> {}

export const bucketNotFound = () => new StorageError(404, 'NoSuchBucket', 'Bucket not found', 'Bucket not found');
export const objectNotFound = () => new StorageError(404, 'NoSuchKey', 'Object not found', 'not_found');
export const invalidRequest = (message: string) => new StorageError(400, 'InvalidRequest', message);
export const tooLarge = (message = 'The object exceeded the maximum allowed size') =>
  new StorageError(413, 'EntityTooLarge', message, 'Payload too large');
export const unsupportedType = (type: string) =>
  new StorageError(415, 'InvalidMimeType', `mime type ${type} is not supported`, 'invalid_mime_type');
/** 507, so that a supervisor can tell a full disk from a busy server. Photos can still be read. */
export const noSpace = () => new StorageError(507, 'InsufficientStorage', 'There is no space left for photos');
export const busy = () => new StorageError(503, 'SlowDown', 'Too many photos are arriving at once. Please try again.');

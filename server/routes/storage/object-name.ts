import { invalidKey } from '../../services/photos/storage-error.ts';

const namePattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\/[A-Za-z0-9][A-Za-z0-9_-]{0,63}\.(jpe?g|png|webp)$/i;

/**
 * The name of a photo as it may be stored: one folder named like a user id, and a file of plain characters that ends as a
 * picture does. Whose folder it is, the row rules decide. No file of the store is ever named by it.
 * @throws {StorageError} 400 for any other name
 */
export function requireObjectName(name: string): string {
  if (!namePattern.test(name)) throw invalidKey(name);
  return name;
}

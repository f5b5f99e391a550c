import { requireObjectName } from '../routes/storage/object-name.ts';

/** Whether a name can be a photo's: then it is also harmless as the path of a file inside a folder. */
export function isObjectName(name: string): boolean {
  try {
    return requireObjectName(name) === name;
  } catch {
    return false;
  }
}

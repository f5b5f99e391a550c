/** First and last byte, both included. */
export type ByteRange = { readonly start: number; readonly end: number };

/**
 * Keeps the bytes of photos. A photo is named by the id of its row in storage.objects, never by a user's text. It is written
 * once and never changed.
 */
export type PhotoStore = {
  /** Resolves when the photo would survive a power cut; until then it cannot be read, not even in part. Takes the file over. */
  put(id: string, path: string, contentType: string): Promise<void>;
  /** null when there is no such photo. Without a range the whole of it. */
  read(id: string, range: ByteRange | null): Promise<ReadableStream<Uint8Array> | null>;
  /** Removing a photo that is gone already is no error. */
  remove(id: string): Promise<void>;
  list(): Promise<{ readonly id: string; readonly storedAt: Date }[]>;
  /** Resolves when photos could be read and stored now. */
  check(): Promise<void>;
};

const idPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Whether a file may be a photo of ours. Other files in the same folder are left alone. */
export function isPhotoId(name: string): boolean {
  return idPattern.test(name);
}

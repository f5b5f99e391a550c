/**
 * Draws photos for the server that started it, one at a time. It is a process of its own so that it can be killed in the
 * middle of a picture, and it holds nothing that is worth stealing.
 */

import { StorageError } from './photo-store.ts';
import { type PictureShape, type PreparedPhoto, preparePhoto } from './prepare-photo.ts';

export type DrawRequest = {
  original: Uint8Array;
  allowedTypes: readonly string[] | null;
  maxBytes: number;
  shape: PictureShape | undefined;
};
export type DrawAnswer = { photo: PreparedPhoto } | { refusal: ConstructorParameters<typeof StorageError> };

// It ends with the server, however that ends. Only this signal does not wait for a picture that is being decoded.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
// Ignored here: a terminal or a service manager sends these to every process, and the server lets uploads finish first.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);

async function draw({ original, allowedTypes, maxBytes, shape }: DrawRequest): Promise<DrawAnswer> {
  try {
    return { photo: await preparePhoto(Buffer.from(original), allowedTypes, maxBytes, shape) };
  } catch (error) {
    if (!(error instanceof StorageError)) throw error;
    const { status, code, message, more } = error;
    return { refusal: [status, code, message, more] };
  }
}

process.on('message', async (request: DrawRequest) => process.send?.(await draw(request)));
process.send?.('ready');

/**
 * Draws photos for the server that started it, one at a time. It is a separate process so that it can be killed in the middle of
 * a picture, and it holds nothing worth stealing.
 */

import { StorageError } from './photo-store.ts';
import { type PictureLimits, type PreparedPhoto, preparePhoto } from './prepare-photo.ts';

export type DrawRequest = { original: Uint8Array; limits: PictureLimits };
export type DrawAnswer = { photo: PreparedPhoto } | { refusal: ConstructorParameters<typeof StorageError> };

// Ends with the server, in whatever way the server ends. Only this signal interrupts the decoding of a picture.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
// Ignores these: a terminal or a service manager sends them to every process, and the server lets uploads finish first.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);

async function draw({ original, limits }: DrawRequest): Promise<DrawAnswer> {
  try {
    return { photo: await preparePhoto(Buffer.from(original), limits) };
  } catch (error) {
    if (!(error instanceof StorageError)) throw error;
    const { status, code, message, more } = error;
    return { refusal: [status, code, message, more] };
  }
}

process.on('message', async (request: DrawRequest) => process.send?.(await draw(request)));
process.send?.('ready');

import { expect, test, vi } from 'vitest';
import { publicPhotos } from '../../../addresses/addresses.ts';
import { answerRequests } from '../../testing/pretend-network.ts';
import { copyOfPhoto } from './saved-photos.ts';

const address = `${publicPhotos}1/1.webp`;

test('A copy of a photo that does not come is given up.', async () => {
  const time = new AbortController();
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(time.signal);
  answerRequests((_, signal) => {
    const { promise, reject } = Promise.withResolvers<Response>();
    signal?.addEventListener('abort', () => reject(signal.reason));
    return promise;
  });
  const copy = copyOfPhoto(address);
  time.abort();
  expect(await copy).toBeNull();
  expect(timeout).toHaveBeenCalledWith(30_000);
});

test('A copy of a photo that breaks off is none.', async () => {
  const cut = new ReadableStream({ start: (stream) => stream.error(new TypeError('Failed to fetch')) });
  answerRequests(() => new Response(cut));
  expect(await copyOfPhoto(address)).toBeNull();
});

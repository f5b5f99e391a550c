import { randomBytes } from 'node:crypto';
import { createClient } from '@supabase/supabase-js';
import sharp from 'sharp';
import type { Bench } from '../bench.ts';
import { wireRequest } from '../load/generator.ts';
import { printSummaries, printTitle } from '../report.ts';
import { measureInRounds } from '../rounds.ts';
import type { Side } from '../sides.ts';

const connections = 8;

/** Makes a photo as large as the app's, and as detailed as a picture of grass. */
export async function makePhoto(): Promise<Buffer> {
  const [width, height] = [400, 300];
  const raw = { width, height, channels: 3 } as const;
  return sharp(randomBytes(width * height * 3), { raw })
    .resize(1600, 1200)
    .jpeg({ quality: 80 })
    .toBuffer();
}

/** Uploads a photo. @returns its public path */
export async function uploadPhoto({ url, key, owners: [owner] }: Side, photo: Buffer): Promise<string> {
  const client = createClient(url, key, { accessToken: async () => owner.token });
  const bucket = client.storage.from('dog-photos');
  const name = `${owner.id}/1763700000000.jpg`;
  const file = new File([Uint8Array.from(photo)], 'dog.jpg', { type: 'image/jpeg' });
  const { error } = await bucket.upload(name, file, { contentType: 'image/jpeg' });
  if (error) throw error;
  return new URL(bucket.getPublicUrl(name).data.publicUrl).pathname;
}

/** Measures how many photos are answered a second: whole, and to a browser that already has them. */
export async function measurePhoto({ generator, product, peer, rounds }: Bench): Promise<void> {
  const photo = await makePhoto();
  const sides = [await product(), await peer()].filter((side) => side !== null);
  const measures = [];
  for (const side of sides) {
    const { url, name } = side;
    const path = await uploadPhoto(side, photo);
    const tag = (await fetch(url + path, { method: 'HEAD' })).headers.get('etag');
    const requests = [wireRequest({ url, path })];
    const again = [wireRequest({ url, path, headers: { 'If-None-Match': tag ?? '' } })];
    const shared = { url, connections, milliseconds: 1000 };
    measures.push({ name: `${name}, whole`, run: () => generator.run({ ...shared, requests, status: 200 }) });
    // The peer sends the whole photo again.
    if (side !== sides[0]) continue;
    measures.push({
      name: `${name}, unchanged`,
      run: () => generator.run({ ...shared, requests: again, status: 304 }),
    });
  }
  const summaries = await measureInRounds(measures, { rounds });
  printTitle(`Photo of ${(photo.length / 1024).toFixed(0)} KB, ${connections} connections`);
  printSummaries(summaries);
}

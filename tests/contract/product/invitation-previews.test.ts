/** Tests the bucket of the pictures that chats show for links to invitations. */
import { randomBytes } from 'node:crypto';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { openContractBackend } from '../../support/contract-backend.ts';
import { newClient, newOwner, type Owner } from '../../support/owners.ts';
import { photoName } from '../../support/pictures.ts';

const bucket = 'invitation-previews';

const backend = await openContractBackend();
const host = await newOwner(backend);
const stranger = await newOwner(backend);
const create = { width: 1200, height: 630, channels: 3, background: '#c43a5e' } as const;
const jpeg = await sharp({ create }).jpeg().toBuffer();

const previewsOf = ({ client }: Pick<Owner, 'client'>) => client.storage.from(bucket);
const picture = (bytes = jpeg, type = 'image/jpeg') => new File([new Uint8Array(bytes)], 'preview', { type });

async function seen(name: string) {
  const response = await fetch(previewsOf(host).getPublicUrl(name).data.publicUrl);
  return { status: response.status, type: response.headers.get('Content-Type'), bytes: await response.arrayBuffer() };
}

test('a host keeps the preview of an invitation, everybody sees it, and only its host lists and removes it @10.262', async () => {
  const name = photoName(host.id, 'jpg');
  expect((await previewsOf(host).upload(name, picture())).error).toBeNull();
  const { status, type, bytes } = await seen(name);
  expect({ status, type }).toEqual({ status: 200, type: 'image/jpeg' });
  expect(await sharp(bytes).metadata()).toMatchObject({ format: 'jpeg', width: 1200, height: 630 });
  expect((await previewsOf(host).list(host.id)).data?.map((file) => `${host.id}/${file.name}`)).toEqual([name]);

  for (const other of [stranger, { client: newClient(backend) }]) {
    expect((await previewsOf(other).list(host.id)).data).toEqual([]);
    expect((await previewsOf(other).list()).data).toEqual([]);
    expect((await previewsOf(other).remove([name])).data).toEqual([]);
  }
  expect((await seen(name)).status).toBe(200);
  expect((await previewsOf(host).remove([name])).data).toHaveLength(1);
  expect((await seen(name)).status).toBeGreaterThanOrEqual(400);
});

test("another owner and nobody can neither add to a host's previews nor replace one", async () => {
  const name = photoName(host.id, 'jpg');
  expect((await previewsOf(host).upload(name, picture())).error).toBeNull();
  for (const other of [stranger, { client: newClient(backend) }]) {
    expect((await previewsOf(other).upload(photoName(host.id, 'jpg'), picture())).error).toMatchObject({
      statusCode: '403',
    });
    const replaced = await previewsOf(other).upload(name, picture(), { upsert: true });
    // A hosted project checks for a taken name before the row rules.
    expect(replaced.error).toMatchObject({ statusCode: expect.stringMatching(/^(403|409)$/) });
    expect((await previewsOf(other).update(name, picture())).error).not.toBeNull();
    expect((await previewsOf(other).move(name, photoName(stranger.id, 'jpg'))).error).not.toBeNull();
  }
  expect(await sharp((await seen(name)).bytes).metadata()).toMatchObject({ width: 1200 });
});

test('a preview is never changed, because chats keep what they have read', async () => {
  const name = photoName(host.id, 'jpg');
  expect((await previewsOf(host).upload(name, picture())).error).toBeNull();
  expect((await previewsOf(host).upload(name, picture(), { upsert: true })).error).not.toBeNull();
  expect((await previewsOf(host).move(name, photoName(host.id, 'jpg'))).error).not.toBeNull();
  expect((await seen(name)).status).toBe(200);
});

test('a preview is in the folder of its host and is called a JPEG', async () => {
  const names = [
    photoName(host.id, 'png'),
    photoName(host.id, 'svg'),
    photoName(host.id, 'html'),
    photoName(`${host.id}/deeper`, 'jpg'),
    photoName('elsewhere', 'jpg'),
    `${Date.now()}.jpg`,
  ];
  for (const name of names) {
    const { error } = await previewsOf(host).upload(name, picture());
    expect([name, error]).toMatchObject([name, { statusCode: expect.stringMatching(/^40[03]$/) }]);
  }
});

test('a preview of another type than JPEG is refused', async () => {
  const png = await sharp(jpeg).png().toBuffer();
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>');
  for (const [bytes, type] of [
    [png, 'image/png'],
    [svg, 'image/svg+xml'],
    [Buffer.from('<script>alert(1)</script>'), 'text/html'],
  ] as const) {
    const { error } = await previewsOf(host).upload(photoName(host.id, 'jpg'), picture(bytes, type));
    expect([type, error]).toMatchObject([type, { statusCode: '415' }]);
  }
});

test('a preview of more than 300 KB is refused', async () => {
  const large = Buffer.concat([jpeg, randomBytes(300 * 1024)]);
  const { error } = await previewsOf(host).upload(photoName(host.id, 'jpg'), picture(large));
  expect(error).toMatchObject({ statusCode: '413' });
});

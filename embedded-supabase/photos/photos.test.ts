import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { watchDiskSpace } from './photos.ts';

const gibibyte = 1024 ** 3;

afterEach(() => void vi.useRealTimers());

async function watch(total: number) {
  const disk = { free: total };
  const logged: string[] = [];
  const record = (event: string) => void logged.push(event);
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const read = async () => ({ blocks: total / 4096, bavail: disk.free / 4096, bsize: 4096 });
  const space = watchDiskSpace({ folder: '/photos', log: { info: record, error: record }, read });
  onTestFinished(() => space[Symbol.dispose]());
  return { disk, logged, space };
}

test.each([
  ['1 GiB of a large disk', 100 * gibibyte, gibibyte],
  ['a tenth of a small one', gibibyte, gibibyte / 10],
])('%s is not for photos', async (_, total, reserve) => {
  const { disk, space } = await watch(total);
  disk.free = Math.ceil(reserve);
  const isOld = async () => false;
  await space.requireRoom(isOld);
  disk.free -= 4096;
  await expect(space.requireRoom(isOld)).rejects.toMatchObject({ status: 507, code: 'InsufficientStorage' });
});

test('new accounts leave more of the disk free, and rows go on longest', async () => {
  const { disk, space } = await watch(100 * gibibyte);
  disk.free = 3.9 * gibibyte;
  await expect(space.requireRoom(async () => true)).rejects.toMatchObject({ status: 507 });
  await space.requireRoom(async () => false);
  disk.free = 0.5 * gibibyte;
  await expect(space.requireRoom(async () => false)).rejects.toMatchObject({ status: 507 });
  expect(space.hasRoomForRows()).toBe(true);
  disk.free -= 4096;
  await expect(space.requireRoom(async () => false)).rejects.toMatchObject({ status: 507 });
  expect(space.hasRoomForRows()).toBe(false);
});

test('the log says once that space is short, and again only after it has recovered', async () => {
  const { disk, logged, space } = await watch(100 * gibibyte);
  for (const free of [2.1, 1.9, 1.5, 2.1, 1.9, 2.6, 2.1, 1.9]) {
    disk.free = free * gibibyte;
    await space.requireRoom(async () => false);
  }
  expect(logged).toEqual(['disk_space_low', 'disk_space_recovered', 'disk_space_low']);
});

test('the disk is watched when no photo comes in, too', async () => {
  const { disk, logged } = await watch(100 * gibibyte);
  disk.free = 0;
  vi.advanceTimersByTime(10_000);
  await vi.waitFor(() => expect(logged).toEqual(['disk_space_low']));
});

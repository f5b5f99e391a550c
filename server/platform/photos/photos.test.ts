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
  await space.requireRoom();
  disk.free -= 4096;
  await expect(space.requireRoom()).rejects.toMatchObject({ status: 507, code: 'InsufficientStorage' });
});

test('the log says once that space is short, and again only after it has recovered', async () => {
  const { disk, logged, space } = await watch(100 * gibibyte);
  for (const free of [2.1, 1.9, 1.5, 2.1, 1.9, 2.6, 2.1, 1.9]) {
    disk.free = free * gibibyte;
    await space.requireRoom();
  }
  expect(logged).toEqual(['disk_space_low', 'disk_space_recovered', 'disk_space_low']);
});

test('the disk is watched when no photo comes in, too', async () => {
  const { disk, logged } = await watch(100 * gibibyte);
  disk.free = 0;
  vi.advanceTimersByTime(60_000);
  await vi.waitFor(() => expect(logged).toEqual(['disk_space_low']));
});

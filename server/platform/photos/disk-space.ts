import { statfs } from 'node:fs/promises';
import { logFailure } from '../database/database-error.ts';
import type { Log } from '../log.ts';
import { noSpace } from './storage-error.ts';

/** What `statfs` tells of a disk: blocks in all, blocks that this user may still fill, and bytes of each. */
export type DiskFacts = { readonly blocks: number; readonly bavail: number; readonly bsize: number };

const gibibyte = 1024 ** 3;
/** Photos leave this much of the disk to the database, which may be on it too: 1 GiB, or a tenth of a small disk. */
const reserveOf = (total: number) => Math.min(gibibyte, total / 10);
/** In multiples of the reserve. Below the first the log warns once; from the second on the space counts as recovered. */
const alarmMark = 2;
const recoveryMark = 2.5;

const checkInterval = 60_000;

export type DiskSpaceParts = {
  /** On the disk in question. */
  readonly folder: string;
  readonly log: Log;
  /** For tests. */
  readonly read?: (folder: string) => Promise<DiskFacts>;
};

export type DiskSpace = ReturnType<typeof watchDiskSpace>;

/** Watches how much space is left on a disk, with every photo that comes in and every minute. */
export function watchDiskSpace({ folder, log, read = statfs }: DiskSpaceParts) {
  let isLow = false;

  async function hasRoom(): Promise<boolean> {
    const { blocks, bavail, bsize } = await read(folder);
    const free = bavail * bsize;
    const reserve = reserveOf(blocks * bsize);
    const fields = { free_mb: Math.floor(free / 1e6), reserve_mb: Math.ceil(reserve / 1e6) };
    if (!isLow && free < alarmMark * reserve) {
      isLow = true;
      log.error('disk_space_low', fields);
    } else if (isLow && free >= recoveryMark * reserve) {
      isLow = false;
      log.info('disk_space_recovered', fields);
    }
    return free >= reserve;
  }

  const check = () => void hasRoom().catch((error) => logFailure(log, 'disk_space_unknown', error, 'STATFS'));
  check();
  const timer = setInterval(check, checkInterval).unref();

  return {
    /** @throws {StorageError} 507 when only the reserve is left */
    async requireRoom(): Promise<void> {
      if (!(await hasRoom())) throw noSpace();
    },
    [Symbol.dispose]: () => clearInterval(timer),
  };
}

import { createHash } from 'node:crypto';

export type TarEntry = {
  readonly name: string;
  readonly bytes: Buffer;
  /** A wrong size for the header. */
  readonly size?: number;
};

const BLOCK = 512;

/** The entries of a backup or export, without its checksum. */
export function readTar(archive: Buffer): TarEntry[] {
  const entries: TarEntry[] = [];
  for (let at = 0; archive[at] !== 0; ) {
    const field = (start: number, length: number) => archive.toString('latin1', at + start, at + start + length);
    const folder = field(345, 155).replace(/\0.*$/s, '');
    const name = (folder === '' ? '' : `${folder}/`) + field(0, 100).replace(/\0.*$/s, '');
    const size = Number.parseInt(field(124, 11), 8);
    entries.push({ name, bytes: archive.subarray(at + BLOCK, at + BLOCK + size) });
    at += BLOCK + Math.ceil(size / BLOCK) * BLOCK;
  }
  return entries.filter(({ name }) => name !== 'sha256');
}

/**
 * A backup file of version 0.1 with these entries and a correct checksum. Uses no code of the server, because the format of existing
 * backups must not change with it.
 */
export function writeTar(entries: readonly TarEntry[]): Buffer {
  const parts = entries.flatMap(partsOf);
  const digest = createHash('sha256').update(Buffer.concat(parts)).digest('hex');
  return Buffer.concat([...parts, ...partsOf({ name: 'sha256', bytes: Buffer.from(digest) }), Buffer.alloc(2 * BLOCK)]);
}

function partsOf({ name, bytes, size = bytes.length }: TarEntry): Buffer[] {
  const header = Buffer.alloc(BLOCK);
  const cut = name.length > 100 ? name.lastIndexOf('/') : -1;
  header.write(name.slice(cut + 1), 0, 100, 'latin1');
  if (cut > 0) header.write(name.slice(0, cut), 345, 155, 'latin1');
  header.write('0000600\0', 100);
  header.write('0000000\0', 108);
  header.write('0000000\0', 116);
  header.write(`${size.toString(8).padStart(11, '0')}\0`, 124, 12);
  header.write('00000000000\0', 136);
  header.write('        ', 148);
  header.write('0', 156);
  header.write('ustar\x0000', 257, 'latin1');
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'latin1');
  return [header, bytes, Buffer.alloc((BLOCK - (bytes.length % BLOCK)) % BLOCK)];
}

import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { replaceFile, StartUpError } from 'embedded-supabase';

/**
 * A file in an archive: a backup or an export. The archive is a plain tar of small regular files, so that `tar -tf` lists it. Its last
 * entry is the SHA-256 of every byte before it: a truncated archive has no such entry, and a damaged one has another checksum.
 */
type Entry = { readonly name: string; readonly bytes: Buffer };
export type AddEntry = (name: string, bytes: Buffer) => Promise<void>;

const BLOCK = 512;
const DIGEST_NAME = 'sha256';
/** Far more than a photo or a piece of a table needs. It keeps a damaged header from making the reader allocate all memory. */
export const LARGEST_ENTRY = 64 * 1024 * 1024;
/** A name of up to 100 characters, or the folder and the rest of a longer one, which have fields of their own. */
const entryName = /^(?:(?=.{101})([\w./-]{1,155})\/)?([\w./-]{1,100})$/;

/**
 * Writes an archive beside its place and moves it there once all of it is on disk. Only its owner may read it.
 * @throws {StartUpError} when the place is taken
 * @returns its size in bytes
 */
export async function writeArchive(file: string, fill: (add: AddEntry) => Promise<void>): Promise<number> {
  requireFree(file);
  let size = 0;
  try {
    await replaceFile(file, async (handle) => {
      const hash = createHash('sha256');
      const write = async (bytes: Buffer) => {
        hash.update(bytes);
        size += bytes.length;
        await handle.writeFile(bytes);
      };
      const add: AddEntry = async (name, bytes) => {
        await write(headerOf(name, bytes.length));
        await write(bytes);
        await write(Buffer.alloc(paddingOf(bytes.length)));
      };
      await fill(add);
      await add(DIGEST_NAME, Buffer.from(hash.copy().digest('hex')));
      await write(Buffer.alloc(2 * BLOCK));
      requireFree(file);
    });
    return size;
  } catch (error) {
    const { code, syscall, path } = error as NodeJS.ErrnoException;
    if (code === 'ENOSPC') {
      throw new StartUpError(`The file ${file} cannot be written: the disk is full. Nothing was left behind.`);
    }
    if (syscall === 'open' && path?.startsWith(file))
      throw new StartUpError(`The file ${file} cannot be written (${code}).`);
    throw error;
  }
}

/**
 * Reads the entries of an archive one at a time, and compares the checksum after the last one.
 * @throws {StartUpError} for a file that is truncated, damaged or not an archive of Wagday's
 */
export async function* readArchive(file: string): AsyncGenerator<Entry> {
  const handle = await open(file, 'r').catch((error: NodeJS.ErrnoException) => {
    throw new StartUpError(`The file ${file} cannot be read (${error.code ?? error.message}).`);
  });
  try {
    if ((await handle.stat()).isDirectory()) {
      throw new StartUpError(
        `${file} is a folder: an export of an earlier Wagday is imported with the version that wrote it.`,
      );
    }
    const hash = createHash('sha256');
    for (let index = 0; ; index += 1) {
      const soFar = hash.copy().digest('hex');
      const header = await readExactly(handle, BLOCK, file);
      if (index === 0 && header.toString('latin1', 257, 262) !== 'ustar')
        throw refuse(file, 'no backup or export of Wagday');
      const { name, size } = parseHeader(header, file);
      const bytes = await readExactly(handle, size, file);
      const padding = await readExactly(handle, paddingOf(size), file);
      if (name === DIGEST_NAME) {
        if (bytes.toString('latin1') !== soFar) throw refuse(file, 'damaged');
        await requireEnd(handle, file);
        return;
      }
      hash.update(header).update(bytes).update(padding);
      yield { name, bytes };
    }
  } finally {
    await handle.close();
  }
}

export function refuse(file: string, how: 'cut off' | 'damaged' | 'no backup or export of Wagday'): StartUpError {
  const fact = how === 'cut off' ? 'is cut off: its end is missing' : `is ${how}`;
  return new StartUpError(`The file ${file} ${fact}. Nothing was touched.`);
}

async function readExactly(handle: FileHandle, length: number, file: string): Promise<Buffer> {
  const bytes = Buffer.alloc(length);
  let position = 0;
  while (position < length) {
    const { bytesRead } = await handle.read(bytes, position, length - position);
    if (bytesRead === 0) throw refuse(file, 'cut off');
    position += bytesRead;
  }
  return bytes;
}

/** Requires two empty blocks at the end, with nothing behind them. */
async function requireEnd(handle: FileHandle, file: string): Promise<void> {
  const end = await readExactly(handle, 2 * BLOCK, file);
  const { bytesRead } = await handle.read(Buffer.alloc(1), 0, 1);
  if (bytesRead > 0 || end.some((byte) => byte !== 0)) throw refuse(file, 'damaged');
}

function paddingOf(size: number): number {
  return (BLOCK - (size % BLOCK)) % BLOCK;
}

/** Writes a POSIX ustar header: octal numbers, and a sum over the header in which the sum's own field counts as spaces. */
function headerOf(name: string, size: number): Buffer {
  const [, folder = '', rest] = entryName.exec(name) ?? [];
  if (rest === undefined || size > LARGEST_ENTRY)
    throw new StartUpError(`No archive can hold ${JSON.stringify(name)}.`);
  const header = Buffer.alloc(BLOCK);
  const octal = (value: number, digits: number) => value.toString(8).padStart(digits, '0');
  header.write(rest, 0, 'latin1');
  header.write(`${octal(0o600, 7)}\0${octal(0, 7)}\0${octal(0, 7)}\0${octal(size, 11)}\0${octal(0, 11)}\0`, 100);
  header.write('0', 156);
  header.write('ustar\x0000', 257, 'latin1');
  header.write(folder, 345, 'latin1');
  const sum = header.reduce((total, byte, index) => total + (index >= 148 && index < 156 ? 0x20 : byte), 0);
  header.write(`${octal(sum, 6)}\0 `, 148, 'latin1');
  return header;
}

/** Reads a header, and accepts it only when it is, byte for byte, what `headerOf` writes for its name and size. */
function parseHeader(header: Buffer, file: string): { name: string; size: number } {
  const text = (start: number, length: number) => header.toString('latin1', start, start + length).split('\0')[0] ?? '';
  const name = [text(345, 155), text(0, 100)].filter(Boolean).join('/');
  const size = Number.parseInt(text(124, 12), 8);
  const isOurs = entryName.test(name) && size >= 0 && size <= LARGEST_ENTRY && headerOf(name, size).equals(header);
  if (!isOurs) throw refuse(file, 'damaged');
  return { name, size };
}

function requireFree(file: string): void {
  if (existsSync(file)) throw new StartUpError(`${file} exists already: choose another name, or move it away.`);
}

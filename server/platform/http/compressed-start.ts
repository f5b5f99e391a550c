import { finished } from 'node:stream/promises';
import { constants, crc32, createBrotliCompress, createGzip, type Gzip } from 'node:zlib';
import type { Encoding } from './compress.ts';

/** The most bytes that a block holds which is not compressed. */
const longestRest = 65_535;

/**
 * The whole text in its encoding.
 * @throws {RangeError} for a rest of more than 65,535 bytes
 */
type CompressedStart = (rest: string) => Buffer<ArrayBuffer>;

/** What a compressor has written of a text once it has flushed it: all of it, up to a whole byte. */
async function flushed(compressor: Gzip, text: string, kind: number): Promise<Buffer> {
  const parts: Buffer[] = [];
  compressor.on('data', (part: Buffer) => parts.push(part));
  compressor.write(text);
  await new Promise<void>((resolve) => compressor.flush(kind, resolve));
  compressor.destroy();
  await finished(compressor).catch(() => undefined);
  return Buffer.concat(parts);
}

/** RFC 7932, section 9.2: the header of a block that is not compressed holds its length less one from its fourth bit on. */
async function startBrotli(start: string): Promise<(rest: Buffer) => Buffer[]> {
  const params = { [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT, [constants.BROTLI_PARAM_QUALITY]: 5 };
  const head = await flushed(createBrotliCompress({ params }), start, constants.BROTLI_OPERATION_FLUSH);
  const end = Buffer.of(0b11);
  return (rest) => {
    if (rest.length === 0) return [head, end];
    const header = Buffer.alloc(3);
    header.writeUIntLE(((rest.length - 1) << 3) | (1 << 19), 0, 3);
    return [head, header, rest, end];
  };
}

/** RFC 1951, section 3.2.4: a last block that is not compressed. RFC 1952, section 2.3: checksum and length of the whole text. */
async function startGzip(start: string): Promise<(rest: Buffer) => Buffer[]> {
  const head = await flushed(createGzip(), start, constants.Z_SYNC_FLUSH);
  const checksum = crc32(start);
  const length = Buffer.byteLength(start);
  return (rest) => {
    const header = Buffer.of(1, 0, 0, 0, 0);
    header.writeUInt16LE(rest.length, 1);
    header.writeUInt16LE(rest.length ^ longestRest, 3);
    const trailer = Buffer.alloc(8);
    trailer.writeUInt32LE(crc32(rest, checksum), 0);
    trailer.writeUInt32LE(length + rest.length, 4);
    return [head, header, rest, trailer];
  };
}

const starters = {
  br: startBrotli,
  gzip: startGzip,
  identity: async (start: string) => {
    const head = Buffer.from(start);
    return (rest: Buffer) => [head, rest];
  },
};

/**
 * Compresses the start that many texts have in common once, so that each of them costs no more than its rest, which goes as it is.
 * A secret may stand in the rest: the length of what is compressed tells nothing of it.
 */
export async function compressStart(start: string, encoding: Encoding): Promise<CompressedStart> {
  const blocksWith = await starters[encoding](start);
  return (rest) => {
    const bytes = Buffer.from(rest);
    if (bytes.length > longestRest) throw new RangeError(`A rest has at most ${longestRest} bytes`);
    return Buffer.concat(blocksWith(bytes));
  };
}

import { crc32, deflateSync } from 'node:zlib';

const segment = (marker: number, ...content: readonly number[]) =>
  Buffer.from([0xff, marker, 0, content.length + 2, ...content]);

/** A number as two bytes, big endian. */
const twoBytes = (value: number) => [value >> 8, value & 0xff];

/** A Huffman table with one symbol, whose code is a single 0. */
const oneSymbol = (kind: number, symbol: number) => segment(0xc4, kind, 1, ...Array<number>(15).fill(0), symbol);

/** Packs bits into bytes as JPEG does: adds 0 after each byte 0xff and fills the last byte with ones. */
function bitsAsBytes(bits: string): Buffer {
  const bytes = bits.match(/.{1,8}/g) ?? [];
  return Buffer.from(
    bytes.flatMap((text) => (/^1{8}$/.test(text) ? [0xff, 0] : [Number.parseInt(text.padEnd(8, '1'), 2)])),
  );
}

/** Returns a valid grey progressive JPEG. Its scans are almost empty, but each makes a decoder visit all blocks. */
export function jpegOfScans(side: number, scans: number): Buffer {
  const blocks = Math.ceil(side / 8) ** 2;
  // One code skips a run of up to 32,767 blocks: 2^14 plus the value of the next 14 bits.
  const runs = Math.ceil(blocks / 32_767);
  const run = (index: number) => Math.floor((blocks * (index + 1)) / runs) - Math.floor((blocks * index) / runs);
  const codes = Array.from({ length: runs }, (_, index) => `0${(run(index) - 16_384).toString(2).padStart(14, '0')}`);
  const emptyScan = Buffer.concat([segment(0xda, 1, 1, 0, 1, 63, 0), bitsAsBytes(codes.join(''))]);
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    segment(0xdb, 0, ...Array<number>(64).fill(1)),
    segment(0xc2, 8, ...twoBytes(side), ...twoBytes(side), 1, 1, 0x11, 0),
    oneSymbol(0x00, 0),
    segment(0xda, 1, 1, 0, 0, 0, 0),
    bitsAsBytes('0'.repeat(blocks)),
    oneSymbol(0x10, 0xe0),
    ...Array<Buffer>(scans - 1).fill(emptyScan),
    Buffer.from([0xff, 0xd9]),
  ]);
}

export function pngChunk(type: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), content]);
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(content.length);
  checksum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, checksum]);
}

/** A black interlaced PNG with four channels of 16 bits. */
export function interlacedPng(side: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side);
  header.writeUInt32BE(side, 4);
  header.set([16, 6, 0, 0, 1], 8);
  // For each pass: the first pixel (x, y) and the distance to the next one (x, y).
  const passes = [
    [0, 0, 8, 8],
    [4, 0, 8, 8],
    [0, 4, 4, 8],
    [2, 0, 4, 4],
    [0, 2, 2, 4],
    [1, 0, 2, 2],
    [0, 1, 1, 2],
  ] as const;
  const count = (start: number, step: number) => Math.ceil((side - start) / step);
  const bytes = passes.map(([x, y, right, down]) => count(y, down) * (1 + count(x, right) * 8));
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    pngChunk('IHDR', header),
    pngChunk('IDAT', deflateSync(Buffer.alloc(bytes.reduce((sum, length) => sum + length)), { level: 1 })),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

/**
 * Measures the backend beside its peers in one run. Only the ratios can be compared; the absolute figures depend on the machine.
 * `npm run bench` runs everything, `npm run bench -- list flood` only those parts, and `--rounds=9` more rounds.
 */
import { availableParallelism, cpus, totalmem } from 'node:os';
import type { Bench } from './bench.ts';
import { startGenerator } from './load/generator.ts';
import { measureBusyOwner } from './parts/busy-owner.ts';
import { measureCalendar } from './parts/calendar.ts';
import { measureOwners, measurePack } from './parts/growth.ts';
import { measureInsert } from './parts/insert.ts';
import { measureList } from './parts/list.ts';
import { measureMemory } from './parts/memory.ts';
import { measurePhoto } from './parts/photo.ts';
import { measureRooms } from './parts/rooms.ts';
import { measureFlood, measureSignIn } from './parts/sign-in.ts';
import { measureUnreadCalendars, measureUnreadLists } from './parts/unread.ts';
import { type Product, type Side, startBareHandler, startPeer, startProduct } from './sides.ts';
import { measureStartUp } from './start-up.ts';

const parts: Readonly<Record<string, (bench: Bench) => Promise<void>>> = {
  list: measureList,
  calendar: measureCalendar,
  insert: measureInsert,
  photo: measurePhoto,
  'sign-in': measureSignIn,
  flood: measureFlood,
  'busy-owner': measureBusyOwner,
  'unread-calendars': measureUnreadCalendars,
  'unread-lists': measureUnreadLists,
  rooms: measureRooms,
  memory: measureMemory,
  pack: measurePack,
  owners: measureOwners,
  'start-up': measureStartUp,
};

const words = process.argv.slice(2).filter((word) => word !== 'bench/backend.ts');
const names = words.filter((word) => !word.startsWith('--'));
const rounds = Number(words.find((word) => word.startsWith('--rounds='))?.slice('--rounds='.length) ?? 5);
const unknown = names.find((name) => !Object.hasOwn(parts, name));
if (unknown !== undefined || !Number.isInteger(rounds) || rounds < 1) {
  console.error(`Parts of the benchmark are ${Object.keys(parts).join(', ')}; --rounds takes a whole number.`);
  process.exit(1);
}

console.log(
  `This machine: ${availableParallelism()} cores (${cpus()[0]?.model.trim() ?? 'unknown'}), ${(totalmem() / 2 ** 30).toFixed(0)} GB, Node ${process.versions.node}, medians of ${rounds} rounds.`,
);

await using cleanups = new AsyncDisposableStack();
const generator = cleanups.use(await startGenerator());
const secondGenerator = cleanups.use(await startGenerator());
let product: Promise<Product> | null = null;
let bareHandlers: Promise<[Side, Side]> | null = null;
let peer: Promise<Side | null> | null = null;
const bench: Bench = {
  generator,
  secondGenerator,
  rounds,
  product: () => {
    product ??= startProduct(cleanups);
    return product;
  },
  bareHandlers: async () => {
    const side = await bench.product();
    bareHandlers ??= Promise.all([
      startBareHandler(cleanups, side, 'begin'),
      startBareHandler(cleanups, side, 'by-hand'),
    ]);
    return bareHandlers;
  },
  peer: () => {
    peer ??= startPeer(cleanups);
    return peer;
  },
};

for (const [name, part] of Object.entries(parts)) {
  if (names.length === 0 || names.includes(name)) await part(bench);
}

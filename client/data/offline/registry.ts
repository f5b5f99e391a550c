import { dogs } from '../records/dogs.ts';
import { parties } from '../records/parties.ts';
import { portraits } from '../records/portraits.ts';
import type { RecordType, Stored } from '../records/record.ts';

const byTable = new Map<string, RecordType>(
  [dogs, parties, portraits].map((record: RecordType) => [record.table, record]),
);

/** The tables with offline support. Add a new table to the list above. */
export const registered: ReadonlyMap<string, RecordType> = byTable;

/** Adds a table at run time, for tests. */
export function register<Item extends Stored>(record: RecordType<Item>) {
  byTable.set(record.table, record);
}

/** The tables whose records have a parent in this table. */
export function childrenOf({ table }: RecordType): RecordType[] {
  return [...byTable.values()].filter(({ parent }) => parent?.record.table === table);
}

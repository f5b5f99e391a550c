import { dogs } from '../records/dogs.ts';
import { parties } from '../records/parties.ts';
import { portraits } from '../records/portraits.ts';
import type { RecordType } from '../records/record.ts';

/** The tables with offline support, by name. Add a new table to this list. */
export const registered = new Map([dogs, parties, portraits].map((record: RecordType) => [record.table, record]));

export function childrenOf({ table }: RecordType): RecordType[] {
  return [...registered.values()].filter(({ parent }) => parent?.record.table === table);
}

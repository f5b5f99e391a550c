/**
 * Puts an entry last, and drops the first if there are then more than `most`. A map keeps the order of insertion, so its first entry
 * is the one that was put longest ago.
 */
export function putLast<Value>(map: Map<string, Value>, key: string, value: Value, most: number): void {
  map.delete(key);
  map.set(key, value);
  const [oldest] = map.keys();
  if (map.size > most && oldest !== undefined) map.delete(oldest);
}

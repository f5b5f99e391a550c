/** Puts an entry last in a map, which keeps the order of insertion, and drops the first if there are then more than `most`. */
export function putLast<Value>(map: Map<string, Value>, key: string, value: Value, most: number): void {
  map.delete(key);
  map.set(key, value);
  const [oldest] = map.keys();
  if (map.size > most && oldest !== undefined) map.delete(oldest);
}

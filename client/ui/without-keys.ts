/** A copy of a record without some of its keys, such as the problems of fields without those that were just changed. */
export function withoutKeys<Value extends object>(record: Value, keys: readonly string[]): Partial<Value> {
  return Object.fromEntries(Object.entries(record).filter(([key]) => !keys.includes(key))) as Partial<Value>;
}

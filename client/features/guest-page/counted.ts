const list = new Intl.ListFormat('en', { type: 'conjunction' });

/** "2 people, Rex, and Bo". */
export function joined(words: readonly string[]): string {
  return list.format(words);
}

/** "1 person", "3 people". */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

import { tabStorage } from './web-storage.ts';

/** The key for what a visitor typed into the calculator. The tab keeps it for a reload or a return to the page. */
export const typedKey = 'wagday-typed';

/** The typed values by field name, and the dog whose report was shown. */
type TypedCalculation = { [field: string]: unknown; reported?: unknown };

export function keepTyped(typed: TypedCalculation) {
  tabStorage.keep(typedKey, typed);
}

export function typedBefore(): TypedCalculation | null {
  const typed = tabStorage.read(typedKey);
  return typed instanceof Object ? { ...typed } : null;
}

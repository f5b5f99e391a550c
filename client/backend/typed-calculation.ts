import { tabStorage } from './web-storage.ts';

/** What a visitor typed into the calculator, kept in this tab: a reload or a way back shows it again. */
export const typedKey = 'wagday-typed';

/** The values of the fields by their names, as they were typed, and the dog whose report was shown. */
export type TypedCalculation = { [field: string]: unknown; reported?: unknown };

export function keepTyped(typed: TypedCalculation) {
  tabStorage.keep(typedKey, typed);
}

/** What was typed before in this tab, or null. */
export function typedBefore(): TypedCalculation | null {
  const typed = tabStorage.read(typedKey);
  return typed instanceof Object ? { ...typed } : null;
}

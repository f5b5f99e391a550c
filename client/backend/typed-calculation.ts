/** What a visitor typed into the calculator, kept in this tab: a reload or a way back shows it again. */
export const typedKey = 'wagday-typed';

/** The values of the fields by their names, as they were typed, and the dog whose report was shown. */
export type TypedCalculation = { [field: string]: unknown; reported?: unknown };

export function keepTyped(typed: TypedCalculation) {
  try {
    window.sessionStorage.setItem(typedKey, JSON.stringify(typed));
  } catch {
    // A browser that keeps nothing may still fill its fields in again.
  }
}

/** What was typed before in this tab, or null. */
export function typedBefore(): TypedCalculation | null {
  try {
    const typed: unknown = JSON.parse(window.sessionStorage.getItem(typedKey) ?? 'null');
    return typed instanceof Object ? { ...typed } : null;
  } catch {
    return null;
  }
}

import type { CalculatorDraft } from '../../../domain/dogs/calculator-draft.ts';
import { defaultSize, isDogSize } from '../../../domain/dogs/size.ts';

/** Reads a kept draft, which another version of this page may have written. */
export function draftOf(kept: unknown): CalculatorDraft {
  const { name, birthDate, size } = kept instanceof Object ? (kept as Record<string, unknown>) : {};
  const textOf = (value: unknown) => (typeof value === 'string' ? value : '');
  return { name: textOf(name), birthDate: textOf(birthDate), size: isDogSize(size) ? size : defaultSize };
}

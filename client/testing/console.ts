import { vi } from 'vitest';

/** The errors in the console. `setup.ts` fails a test that leaves any here. */
export const consoleError = vi.spyOn(console, 'error');
export const consoleWarn = vi.spyOn(console, 'warn');

import { vi } from 'vitest';

const { error, warn } = console;

/** The errors in the console. `setup.ts` fails a test that leaves any here. No spies: `vi.restoreAllMocks()` in a test would end them. */
export const consoleError = vi.fn(error);
export const consoleWarn = vi.fn(warn);
Object.assign(console, { error: consoleError, warn: consoleWarn });

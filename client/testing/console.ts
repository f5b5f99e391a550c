import { vi } from 'vitest';

/** What the page complained about; `setup.ts` fails the test that leaves anything here. */
export const consoleError = vi.spyOn(console, 'error');
export const consoleWarn = vi.spyOn(console, 'warn');

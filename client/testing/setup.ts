import { afterEach, beforeEach, expect, vi } from 'vitest';
import { page } from 'vitest/browser';
import { cleanup } from 'vitest-browser-react';
import '../styles/index.css';
import { consoleError, consoleWarn } from './console.ts';

beforeEach(async () => {
  await page.viewport(1280, 800);
});

/**
 * Fails a test that caused a console error. A test that expects an error checks it with `expect(consoleError)` and then calls
 * `consoleError.mockClear()`.
 */
afterEach(async () => {
  await cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  window.localStorage.clear();
  window.sessionStorage.clear();
  const complaints = [...consoleError.mock.calls, ...consoleWarn.mock.calls];
  consoleError.mockClear();
  consoleWarn.mockClear();
  expect(complaints).toEqual([]);
});

import { afterEach, beforeEach, expect, vi } from 'vitest';
import { page } from 'vitest/browser';
import { cleanup } from 'vitest-browser-react';
import '../styles/index.css';
import { consoleError, consoleWarn } from './console.ts';

beforeEach(async () => {
  await page.viewport(1280, 800);
});

/**
 * What the console complains about fails the test that caused it. A test that expects a complaint says so with
 * `expect(consoleError)` and then takes it away with `consoleError.mockClear()`.
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

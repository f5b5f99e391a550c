import * as React from 'react';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import { page, server } from 'vitest/browser';
import { cleanup } from 'vitest-browser-react';
import '../styles/index.css';
import { consoleError, consoleWarn } from './console.ts';
import { setDrawn } from './drawn.ts';
import { endRequests } from './pretend-network.ts';

/**
 * Asks for one frame after the other, as a page does in which something moves. Chromium encodes a canvas in the idle time between
 * frames. In a page without frames each `toBlob` waits for a second.
 */
const nextFrame = window.requestAnimationFrame.bind(window);
const keepDrawing = () => void nextFrame(keepDrawing);
keepDrawing();

/**
 * React's development build remembers where each element was created, up to a number of elements a second. That took half of the processor's
 * time in component tests. Here the number is always reached: warnings lack only the stack of owners.
 */
const internals = Reflect.get(React, '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE');
Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', { get: () => Infinity, set: () => undefined });

setDrawn(!server.config.browser.headless);

beforeEach(async () => {
  await page.viewport(1280, 800);
});

/**
 * Ends what a test has begun: what it rendered, with its toasts, its spies and its storage. Fails a test that caused a console error. A
 * test that expects an error checks it with `expect(consoleError)` and then calls `consoleError.mockClear()`.
 */
afterEach(async () => {
  vi.restoreAllMocks();
  await cleanup();
  endRequests();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  window.localStorage.clear();
  window.sessionStorage.clear();
  const complaints = [...consoleError.mock.calls, ...consoleWarn.mock.calls];
  vi.clearAllMocks();
  expect(complaints).toEqual([]);
});

import { afterEach, beforeEach, expect, vi } from 'vitest';
import { page, server } from 'vitest/browser';
import { cleanup } from 'vitest-browser-react';
import '../styles/index.css';
import { consoleError, consoleWarn } from './console.ts';
import { setDrawn } from './drawn.ts';
import { endRequests } from './network.ts';
import { actionsUnderWay } from './pointer.ts';

/**
 * Asks for one frame after the other, as a page does in which something moves. Chromium encodes a canvas in the idle time between
 * frames. In a page without frames each `toBlob` waits for a second.
 */
const nextFrame = window.requestAnimationFrame.bind(window);
const keepDrawing = () => void nextFrame(keepDrawing);
keepDrawing();

setDrawn(!server.config.browser.headless);

beforeEach(async () => {
  await page.viewport(1280, 800);
});

/**
 * Fails a test that caused a console error. A test that expects an error checks it with `expect(consoleError)` and then calls
 * `consoleError.mockClear()`.
 */
afterEach(async () => {
  await cleanup();
  endRequests();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  window.localStorage.clear();
  window.sessionStorage.clear();
  const complaints = [...consoleError.mock.calls, ...consoleWarn.mock.calls];
  consoleError.mockClear();
  consoleWarn.mockClear();
  expect(complaints).toEqual([]);
  expect(actionsUnderWay()).toEqual([]);
});

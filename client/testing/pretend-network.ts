import { beforeEach, vi } from 'vitest';

/** `body` is the parsed JSON, or the form of an upload; null for anything else. */
export type SeenRequest = { method: string; path: string; body: unknown };

/** Identifies the running test by a new object for each. */
let running = {};

/**
 * Ends the requests of a test. Those under way never get an answer. Otherwise a component that still runs would send its next request to
 * the network of the next test.
 */
export function endRequests(): void {
  running = {};
}

/**
 * Stands in for the network: answers every request of client/data with `answer`, and records it. With a promise, the test decides when
 * the answer comes. The signal is that of the request.
 */
export function answerRequests(
  answer: (request: SeenRequest, signal?: AbortSignal | null) => Response | Promise<Response>,
): SeenRequest[] {
  const seen: SeenRequest[] = [];
  const test = running;
  vi.stubGlobal('fetch', async (input: RequestInfo | URL, init?: RequestInit) => {
    const url = new URL(input instanceof Request ? input.url : input, window.location.origin);
    const sent = init?.body;
    const body: unknown = typeof sent === 'string' ? JSON.parse(sent) : sent instanceof FormData ? sent : null;
    const request = { method: init?.method ?? 'GET', path: url.pathname + url.search, body };
    seen.push(request);
    try {
      return await answer(request, init?.signal);
    } finally {
      if (test !== running) await new Promise(() => undefined);
    }
  });
  return seen;
}

/**
 * Lets the tests of a file lose the network and find it again, as the browser tells pages. Each begins online.
 * @returns sets the browser online or offline
 */
export function switchNetwork(): (isOnline: boolean) => void {
  let isOnline = true;
  beforeEach(() => {
    isOnline = true;
    vi.spyOn(navigator, 'onLine', 'get').mockImplementation(() => isOnline);
  });
  return (value) => {
    isOnline = value;
    window.dispatchEvent(new Event(value ? 'online' : 'offline'));
  };
}

/** Sets the browser offline. Call the returned function to set it online again. */
export function goOffline(): () => void {
  const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  return () => onLine.mockRestore();
}

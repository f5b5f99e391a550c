import { vi } from 'vitest';

export type SeenRequest = { method: string; path: string; body: unknown };

/**
 * Stands in for the network: every request of the real backend port is answered by `answer`, and written down.
 * A promise answers when the test says so.
 */
export function answerRequests(answer: (request: SeenRequest) => Response | Promise<Response>): SeenRequest[] {
  const seen: SeenRequest[] = [];
  vi.stubGlobal('fetch', async (input: RequestInfo | URL, init?: RequestInit) => {
    const url = new URL(input instanceof Request ? input.url : input, window.location.origin);
    const body: unknown = typeof init?.body === 'string' ? JSON.parse(init.body) : null;
    const request = { method: init?.method ?? 'GET', path: url.pathname + url.search, body };
    seen.push(request);
    return answer(request);
  });
  return seen;
}

/** Takes the browser's network away; call what it returns to give it back. */
export function goOffline(): () => void {
  const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  return () => onLine.mockRestore();
}

import type { Page, Request } from '@playwright/test';

/** Records the page's requests to the backend. */
export function watchCalls(page: Page): Request[] {
  const calls: Request[] = [];
  page.on('request', (request) => {
    if (/\/(auth|rest|storage)\/v1\//.test(request.url())) calls.push(request);
  });
  return calls;
}

/** The first of the calls with that method and path. */
export function find(calls: Request[], method: string, path: RegExp): Request {
  const call = calls.find((request) => request.method() === method && path.test(request.url()));
  if (!call) throw new Error(`no ${method} ${path} among ${calls.map((request) => request.url())}`);
  return call;
}

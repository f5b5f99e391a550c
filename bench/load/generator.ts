import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { LoadResult, WireRequest } from './http-load.ts';

type LoadOptions = {
  readonly url: string;
  readonly requests: readonly WireRequest[];
  readonly connections: number;
  readonly milliseconds: number;
  /** The statuses of a valid answer. Any other status ends the benchmark. */
  readonly status: number | readonly number[];
};

export type Generator = { run(options: LoadOptions): Promise<LoadResult> } & AsyncDisposable;

/** Starts a separate process that makes load. */
export async function startGenerator(): Promise<Generator> {
  const child = fork(fileURLToPath(new URL('./process.ts', import.meta.url)), { execArgv: [] });
  await once(child, 'spawn');
  return {
    async run({ url, requests, connections, milliseconds, status }) {
      const { hostname, port } = new URL(url);
      const host = hostname === 'localhost' ? '127.0.0.1' : hostname;
      child.send({ host, port: Number(port), requests, connections, milliseconds });
      const [message] = (await once(child, 'message')) as [{ result?: LoadResult; error?: string }];
      if (!message.result) throw new Error(message.error ?? 'the load could not be made');
      const others = Object.entries(message.result.statuses).filter(
        ([code]) => ![status].flat().includes(Number(code)),
      );
      if (others.length > 0) throw new Error(`${url} answered ${JSON.stringify(message.result.statuses)}`);
      return message.result;
    },
    [Symbol.asyncDispose]: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const closed = once(child, 'close');
      child.kill('SIGTERM');
      await closed;
    },
  };
}

type RequestParts = {
  readonly url: string;
  readonly method?: 'GET' | 'POST' | 'PATCH';
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
};

/** Writes a request as it is sent over the wire. */
export function wireRequest({ url, method = 'GET', path, headers = {}, body = '' }: RequestParts): WireRequest {
  const length = body === '' ? {} : { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) };
  const lines = Object.entries({ Host: new URL(url).host, ...headers, ...length }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  );
  return `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body}`;
}

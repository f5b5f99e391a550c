import { AsyncLocalStorage } from 'node:async_hooks';

export type LogFields = Readonly<Record<string, string | number | boolean | null | undefined>>;

/**
 * Events are short snake_case names. Fields must never hold query strings, tokens, e-mail addresses or bodies:
 * callers must leave them out, because a filter here could only guess.
 */
export type Log = {
  info(event: string, fields?: LogFields): void;
  error(event: string, fields?: LogFields): void;
};

const currentRequest = new AsyncLocalStorage<string>();

/** Runs the handler of a request. Every line logged meanwhile carries the request's id. */
export function withRequestId<Result>(id: string, answer: () => Result): Result {
  return currentRequest.run(id, answer);
}

type Sink = { readonly isTTY?: boolean; write(text: string): unknown };

/** Creates a log that writes one line per event: a plain sentence on a terminal, otherwise JSON. */
export function createLog(sink: Sink = process.stderr, now: () => Date = () => new Date()): Log {
  const write = (level: 'info' | 'error', event: string, fields: LogFields = {}) => {
    const request = currentRequest.getStore();
    const all = request === undefined ? fields : { request, ...fields };
    const json = () => `${JSON.stringify({ ...all, time: now().toISOString(), level, event })}\n`;
    sink.write(sink.isTTY ? plainLine(level, event, all) : json());
  };
  return {
    info: (event, fields) => write('info', event, fields),
    error: (event, fields) => write('error', event, fields),
  };
}

function plainLine(level: string, event: string, fields: LogFields): string {
  const details = Object.entries(fields)
    .filter(([, value]) => value !== undefined && value !== null)
    .map(([name, value]) => `${name.replaceAll('_', ' ')}: ${value}`)
    .join(', ');
  const sentence = event.replaceAll('_', ' ');
  return `${level === 'error' ? 'Error: ' : ''}${sentence}${details && ` (${details})`}\n`;
}

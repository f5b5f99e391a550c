import { connect, type Socket } from 'node:net';

/** A request as it is sent over the wire, headers included. */
export type WireRequest = string;

export type Load = {
  readonly host: string;
  readonly port: number;
  /** Each connection repeats the requests dealt to it in turn: of eight requests, each of eight connections sends one. */
  readonly requests: readonly WireRequest[];
  readonly connections: number;
  readonly milliseconds: number;
};

export type LoadResult = {
  readonly perSecond: number;
  /** Milliseconds from sending to the last byte of the answer, sorted. */
  readonly latencies: readonly number[];
  /** The number of answers with each status. */
  readonly statuses: Readonly<Record<string, number>>;
};

/**
 * Keeps so many connections busy for a time, each sending one request after the other (a closed loop). It writes to sockets, because
 * an HTTP client costs more than the measured servers, and would measure itself on a machine with few cores.
 */
export async function applyLoad(load: Load): Promise<LoadResult> {
  const latencies: number[] = [];
  const statuses: Record<string, number> = {};
  const begin = performance.now();
  const end = begin + load.milliseconds;
  const record = (milliseconds: number, status: string) => {
    latencies.push(milliseconds);
    statuses[status] = (statuses[status] ?? 0) + 1;
  };
  const lines = Array.from({ length: load.connections }, (_, index) => keepBusy(load, index, end, record));
  await Promise.all(lines);
  const seconds = (performance.now() - begin) / 1000;
  latencies.sort((one, other) => one - other);
  return { perSecond: latencies.length / seconds, latencies, statuses };
}

function keepBusy(
  { host, port, requests, connections }: Load,
  index: number,
  end: number,
  record: (milliseconds: number, status: string) => void,
): Promise<void> {
  return new Promise((done, fail) => {
    const socket: Socket = connect({ host, port, noDelay: true });
    const parser = createParser();
    let next = index;
    let sent = 0;
    const send = () => {
      sent = performance.now();
      socket.write(requests[next % requests.length] ?? '');
      next += connections;
    };
    socket.once('connect', send);
    socket.once('error', fail);
    socket.once('close', () => fail(new Error('The server closed a connection under load.')));
    socket.on('data', (part: Buffer) => {
      const status = parser.read(part);
      if (status === null) return;
      const now = performance.now();
      record(now - sent, status);
      if (now < end) return send();
      socket.removeAllListeners('close');
      socket.destroy();
      done();
    });
  });
}

/** Detects the end of an answer: by its length, by its last chunk, or because it has no body. */
function createParser() {
  let status: string | null = null;
  let head = '';
  /** Bytes of the body still to come; null for a chunked body. */
  let missing: number | null = 0;
  let tail = '';

  function begin(part: Buffer): string | null {
    head += part.toString('latin1');
    const headEnd = head.indexOf('\r\n\r\n');
    if (headEnd < 0) return null;
    const headers = head.slice(0, headEnd).toLowerCase();
    const body = head.slice(headEnd + 4);
    head = '';
    status = headers.slice(9, 12);
    if (status === '204' || status === '304') return finish();
    const length = /\r\ncontent-length: *(\d+)/.exec(headers)?.[1];
    if (length === undefined && !/\r\ntransfer-encoding: *chunked/.test(headers)) {
      throw new Error('An answer tells neither its length nor comes in chunks.');
    }
    missing = length === undefined ? null : Number(length);
    // The end of the headers, which the last chunk of an empty body follows.
    tail = '\r\n';
    return goOn(body.length, body);
  }

  function goOn(length: number, text: string): string | null {
    if (missing !== null) {
      missing -= length;
      return missing <= 0 ? finish() : null;
    }
    tail = (tail + text).slice(-7);
    return tail.endsWith('\r\n0\r\n\r\n') ? finish() : null;
  }

  function finish(): string | null {
    const finished = status;
    status = null;
    return finished;
  }

  return {
    /** Returns the status of the answer that this part completes, otherwise null. */
    read(part: Buffer): string | null {
      if (status === null) return begin(part);
      return goOn(part.length, missing === null ? part.toString('latin1', Math.max(0, part.length - 7)) : '');
    },
  };
}

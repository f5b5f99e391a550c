import { EventEmitter } from 'node:events';
import { createConnection, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { DatabaseTls } from './database-url.ts';

/** The database cannot be reached as it must be: no connection, no TLS, a wrong certificate, no writes. The code says which. */
export class DatabaseUnreachable extends Error {
  override readonly name = 'DatabaseUnreachable';
  readonly code: string;

  constructor(code: string, message = code) {
    super(message);
    this.code = code;
  }
}

type SocketOptions = {
  readonly host: string;
  readonly port: number;
  readonly tls: DatabaseTls | null;
  /** Milliseconds of silence after a statement was sent until the connection is given up; null for no limit. */
  readonly silenceLimit: number | null;
  /** Called when a connection that was in use breaks, or may no longer write. */
  readonly onLost: () => void;
};

/** Milliseconds that a connection may take to close. */
const closeLimit = 1000;
const sslRequest = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47]);
const cancelRequestCode = 80_877_102;

/**
 * A connection to PostgreSQL as the driver's socket. It adds what the driver lacks: TLS whose certificate is checked for the host
 * in the address, and an end to connections whose database is silent, may not write, or confirms what its standby lacks.
 */
export class DatabaseSocket extends EventEmitter {
  readonly host: string;
  readonly port: number;
  readonly #options: SocketOptions;
  readonly #readMessages = createMessageReader((type, body) => this.#note(type, body));
  readonly #silence: NodeJS.Timeout | null;
  #stream: Socket;
  /** What the driver wrote before the connection was open. */
  #waiting: Buffer[] | null = [];
  #isSignedIn = false;
  #isAsked = false;
  /** Whether the first message asks to cancel another connection's statement; null before it. */
  #isCancelRequest: boolean | null = null;
  #isEnding = false;
  #isClosed = false;

  constructor(options: SocketOptions) {
    super();
    this.#options = options;
    this.host = options.host;
    this.port = options.port;
    this.#silence = options.silenceLimit === null ? null : setTimeout(() => this.#endSilence(), options.silenceLimit);
    this.#silence?.unref();
    this.#stream = this.#watch(createConnection({ host: options.host, port: options.port }));
    this.#stream.once('connect', () => this.#secure());
  }

  get readyState(): 'open' | 'closed' {
    return this.#isClosed ? 'closed' : 'open';
  }

  write(chunk: Buffer, done?: () => void): boolean {
    this.#isCancelRequest ??= chunk.length === 16 && chunk.readUInt32BE(4) === cancelRequestCode;
    if (this.#isClosed) return true;
    this.#isAsked = true;
    this.#silence?.refresh();
    if (!this.#waiting) return this.#stream.write(chunk, done);
    this.#waiting.push(chunk);
    return true;
  }

  end(chunk: Buffer): void {
    this.#isEnding = true;
    if (!this.#waiting) this.#stream.end(chunk);
    setTimeout(() => this.destroy(), this.#waiting ? 0 : closeLimit).unref();
  }

  destroy(): void {
    this.#fail(new DatabaseUnreachable('ECONNRESET'));
  }

  pause(): void {
    this.#stream.pause();
  }

  resume(): void {
    this.#stream.resume();
  }

  setKeepAlive(isOn: boolean, delay: number): void {
    this.#stream.setKeepAlive(isOn, delay);
  }

  #watch<Stream extends Socket>(stream: Stream): Stream {
    stream.on('error', (error: NodeJS.ErrnoException) =>
      this.#fail(new DatabaseUnreachable(error.code ?? 'ECONNRESET', error.message)),
    );
    stream.on('close', () => this.#fail(new DatabaseUnreachable('ECONNRESET')));
    return stream;
  }

  #secure(): void {
    const { tls } = this.#options;
    if (!tls) {
      this.#start();
      return;
    }
    const begin = () => {
      this.#stream = this.#watch(connectTls({ ...tls.options, socket: this.#stream }));
      this.#stream.once('secureConnect', () => this.#start());
    };
    if (tls.isDirect) {
      begin();
      return;
    }
    this.#stream.write(sslRequest);
    this.#stream.once('data', (answer) => {
      // Exactly one byte: somebody in between would have sent any more, before the encryption.
      if (answer.toString('latin1') === 'S') begin();
      else if (answer.toString('latin1') === 'N' && tls.isOptional) this.#start();
      else this.#fail(new DatabaseUnreachable('TLS_NOT_OFFERED'));
    });
  }

  #start(): void {
    if (this.#isClosed) return;
    for (const chunk of this.#waiting ?? []) this.#stream.write(chunk);
    this.#waiting = null;
    this.#stream.on('drain', () => this.emit('drain'));
    this.#stream.on('data', (chunk: Buffer) => {
      this.#silence?.refresh();
      this.#readMessages(chunk);
      if (!this.#isClosed) this.emit('data', chunk);
    });
  }

  #note(type: string, body: Buffer): void {
    if (this.#isClosed) return;
    if (type === 'Z') {
      this.#isSignedIn = true;
      this.#isAsked = false;
      return;
    }
    const text = body.toString('latin1');
    if (type === 'S' && /^(in_hot_standby|default_transaction_read_only)\0on\0/.test(text)) {
      this.#refuseWrites();
    } else if (type === 'E' && /\0C25006\0/.test(text)) {
      this.#refuseWrites();
    } else if (type === 'N' && /\0RSyncRepWaitForLSN\0/.test(text)) {
      // Committed here, but not on the standby, which may become the primary: nobody must consider it confirmed.
      this.#fail(new DatabaseUnreachable('NOT_REPLICATED'));
    }
  }

  /** Refuses a connection that is not in use yet. One in use still answers its statement, and its pool is replaced. */
  #refuseWrites(): void {
    if (this.#isSignedIn) this.#options.onLost();
    else this.#fail(new DatabaseUnreachable('25006', 'the database may not be written'));
  }

  #endSilence(): void {
    if (this.#isAsked) this.#fail(new DatabaseUnreachable('ETIMEDOUT'));
  }

  /**
   * Notifies the driver in a later turn of the event loop. Before the sign-in the driver needs an error, or it would connect again
   * at once and forever. After it, the driver must not get one, or it would lose the statements it receives until the socket has
   * closed. An error of a cancel request would be an unhandled rejection.
   */
  #fail(error: DatabaseUnreachable): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    if (this.#silence) clearTimeout(this.#silence);
    this.#stream.destroy();
    if (this.#isSignedIn && !this.#isEnding) this.#options.onLost();
    setImmediate(() => {
      const isError = !this.#isSignedIn && !this.#isCancelRequest;
      if (isError && this.listenerCount('error') > 0) this.emit('error', error);
      this.emit('close', isError);
    });
  }
}

/** ReadyForQuery, ErrorResponse, NoticeResponse and ParameterStatus. All others are skipped without being buffered. */
const readTypes = new Set([...'ZENS'].map((type) => type.charCodeAt(0)));
const headerLength = 5;
const nothing = Buffer.alloc(0);

/** Splits what PostgreSQL sends into messages. */
export function createMessageReader(onMessage: (type: string, body: Buffer) => void): (chunk: Buffer) => void {
  let begun: Buffer = nothing;
  let skipped = 0;

  return (chunk) => {
    const bytes = begun.length === 0 ? chunk : Buffer.concat([begun, chunk]);
    let at = 0;
    for (;;) {
      const skips = Math.min(skipped, bytes.length - at);
      skipped -= skips;
      at += skips;
      if (bytes.length - at < headerLength) break;
      const type = bytes[at] ?? 0;
      const length = bytes.readUInt32BE(at + 1) + 1;
      if (readTypes.has(type)) {
        if (bytes.length - at < length) break;
        onMessage(String.fromCharCode(type), bytes.subarray(at + headerLength, at + length));
      }
      skipped = length;
    }
    begun = at === bytes.length ? nothing : bytes.subarray(at);
  };
}

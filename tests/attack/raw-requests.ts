import { request as httpRequest, type IncomingHttpHeaders, type RequestOptions } from 'node:http';
import { connect } from 'node:net';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';

export type Answer = {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
};

export type Question = {
  readonly method: string;
  /** As it goes over the wire: nothing normalises it. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string | string[]>>;
  readonly body?: string | Uint8Array | null;
};

/** Sends exactly what is written, where `fetch` would correct it. */
export function ask(origin: string, { method, path, headers = {}, body }: Question, more: RequestOptions = {}) {
  return new Promise<Answer>((resolve, reject) => {
    const { hostname, port } = new URL(origin);
    const length = body == null || 'transfer-encoding' in lowered(headers) ? {} : { 'content-length': sizeOf(body) };
    const request = httpRequest({ hostname, port, method, path, headers: { ...length, ...headers }, ...more });
    request.on('response', (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        answered = true;
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) });
      });
      response.on('error', reject);
    });
    // The server may close the connection after the answer if a client sends too much.
    let answered = false;
    request.on('error', (error) => answered || reject(error));
    request.end(body ?? undefined);
  });
}

/** Writes raw bytes, and reads until the server closes the connection or has answered that many times. */
export function talk(
  origin: string,
  bytes: string | Buffer,
  { answers = 1, endsAfter = false }: { answers?: number; endsAfter?: boolean } = {},
): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(origin).port), '127.0.0.1', () => {
      socket.write(bytes);
      if (endsAfter) socket.end();
    });
    let received = '';
    socket.setEncoding('latin1').on('data', (chunk) => {
      received += chunk;
      if (received.split('HTTP/1.1 ').length > answers) socket.end();
    });
    socket.setTimeout(60_000, () => socket.destroy(new Error(`no answer to ${String(bytes).slice(0, 100)}`)));
    socket.on('close', () => resolve(received));
    socket.on('error', (error: NodeJS.ErrnoException) =>
      error.code === 'ECONNRESET' ? resolve(received) : reject(error),
    );
  });
}

function lowered(headers: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}

function sizeOf(body: string | Uint8Array): number {
  return typeof body === 'string' ? Buffer.byteLength(body) : body.byteLength;
}

/** Texts that only the inside of the server can produce, unless the request contains them. */
const insides = [
  /\bat (async )?[\w.<>]+ \(/,
  /\bat (file|node):/,
  /node_modules|\/(server|embedded-supabase)\/|\.ts:\d+/,
  /json_populate_recordset|json_array_elements_text|json_agg\(|run_as|set_config|request\.jwt/,
  /PL\/pgSQL|pg_catalog|syntax error at/,
  /\$2[aby]\$\d\d\$/,
  /"d":"/,
  /postgres(ql)?:\/\//,
];

/** An account reads back the address that it has asked to change to, which may be another owner's: this shows only what was typed there. */
const askedAddress = /"new_email":"[^"]*"/g;

const shapes: readonly [path: RegExp, isError: (body: Record<string, unknown>) => boolean][] = [
  [/^\/auth\/v1\//, ({ code, error_code, msg, message }) => isCoded(error_code ?? code, msg ?? message)],
  [/^\/rest\/v1\//, (body) => isCoded(body.code, body.message) && 'details' in body && 'hint' in body],
  [/^\/storage\/v1\//, (body) => isCoded(body.code, body.message) && isCoded(body.statusCode, body.error)],
];

function isCoded(code: unknown, message: unknown): boolean {
  return typeof code === 'string' && typeof message === 'string' && message !== '';
}

/** Where an invitation may redirect: to the page of a guest or of the link beside it, and nowhere else. */
const ownPage = /^\.\/[\w-]{43}((\?taken=[^#]*)?#answered|\?lost-link#lost-link)?$/;

/** The only cookie: that of an answer, for the page where it was given, unreadable for scripts. */
const ownCookie =
  /^own-answer=[\w-]{43}; Path=\/(i|functions\/v1\/invitation)\/[\w-]{43}; Max-Age=\d+; HttpOnly; SameSite=Lax$/;

/**
 * Returns what is wrong with an answer, if anything: a status other than a well-formed 2xx, 3xx or 4xx, a missing safety header, a body of
 * another type than it says, internals of the server, or another owner's marks.
 * @param marks texts that it must not contain
 */
export function problemOf(question: Question, answer: Answer, marks: readonly string[] = []): string | null {
  const { method, path } = question;
  const { status, headers } = answer;
  const text = unpacked(answer).toString();
  const isUsual = (status >= 200 && status < 300) || status === 304 || (status >= 400 && status < 500);
  if (!isUsual && !(status === 303 && ownPage.test(String(headers.location)))) return `status ${status}`;
  const textOfOthers = text.replace(askedAddress, '');
  const told = [
    ...insides.map((inside) => inside.exec(text)?.[0]),
    ...marks.filter((mark) => textOfOthers.includes(mark)),
  ];
  const asked = wordsOf(question);
  const leak = told.find((found) => found !== undefined && !asked.includes(found));
  if (leak !== undefined) return `it tells ${JSON.stringify(leak)}`;
  for (const name of ['server', 'x-powered-by']) {
    if (name in headers) return `header ${name}`;
  }
  if ('set-cookie' in headers && !(status === 303 && ownCookie.test(String(headers['set-cookie'])))) return 'a cookie';
  // Requests that never reached a service are answered before it is known which: by the HTTP parser, or for an invalid host.
  if (answer.body.length === 0 || (status === 400 && text === 'Bad request\n')) return null;
  if (headers['x-content-type-options'] !== 'nosniff') return 'no nosniff';
  if (!String(headers['content-security-policy']).includes("default-src 'none'")) return 'no policy';
  if (method === 'HEAD' || status === 204 || status === 304) return 'a body where none may be';
  return problemOfBody(path, status, String(headers['content-type'] ?? ''), text);
}

function unpacked({ headers, body }: Answer): Buffer {
  const unpack = { br: brotliDecompressSync, gzip: gunzipSync }[String(headers['content-encoding'])];
  return unpack && body.length > 0 ? unpack(body) : body;
}

/** Returns the whole request, as it was sent and as it is read. */
function wordsOf({ path, headers, body }: Question): string {
  const sent = [
    path,
    JSON.stringify(headers ?? {}),
    typeof body === 'string' ? body : Buffer.from(body ?? []).toString(),
  ];
  try {
    return [...sent, decodeURIComponent(path.replaceAll('+', ' '))].join('\n');
  } catch {
    return sent.join('\n');
  }
}

function problemOfBody(path: string, status: number, type: string, text: string): string | null {
  if (type === '') return 'no content type';
  if (!/json/.test(type)) {
    const isApi = shapes.some(([pattern]) => pattern.test(path));
    return isApi && status >= 400 ? `an error of type ${type}` : null;
  }
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return 'no JSON';
  }
  const shape = shapes.find(([pattern]) => pattern.test(path))?.[1];
  if (status < 400 || !shape) return null;
  const isError = typeof body === 'object' && body !== null && shape({ ...body });
  return isError ? null : `not the error's own shape: ${text.slice(0, 200)}`;
}

/** Sends a request. Fails when the answer holds anything that no answer may contain. */
export async function askSafely(url: string, question: Question, marks: readonly string[]): Promise<Answer> {
  const answer = await ask(url, question);
  const problem = problemOf(question, answer, marks);
  if (problem) throw new Error(`${problem}: ${JSON.stringify(question).slice(0, 1000)}`);
  return answer;
}

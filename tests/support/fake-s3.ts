import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { S3Config } from '../../embedded-supabase/photos/s3-store.ts';
import { listen } from './listen.ts';

export type FakeS3 = {
  readonly config: S3Config;
  /** The stored objects, by key. */
  readonly objects: Map<string, { bytes: Buffer; type: string; at: Date }>;
  /** Method, path and Range of every request so far. */
  readonly requests: string[];
  /** Answers every request with this status, once it has answered `spared` more; null restores normal answers. */
  failWith(status: number | null, spared?: number): void;
  stop(): Promise<void>;
};

/** Serves from memory the part of S3's API that the photo store uses. Refuses a request without a signature. */
export async function startFakeS3(): Promise<FakeS3> {
  const objects: FakeS3['objects'] = new Map();
  const requests: string[] = [];
  let failure: number | null = null;
  let lastSpared = 0;
  const bucket = 'photos-of-dogs';

  const server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url} ${request.headers.range ?? ''}`.trim());
    if (failure !== null && requests.length > lastSpared) return refuse(response, failure, 'InternalError');
    if (!isSigned(request)) return refuse(response, 403, 'SignatureDoesNotMatch');
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://s3');
    if (!`${pathname}/`.startsWith(`/${bucket}/`)) return refuse(response, 404, 'NoSuchBucket');
    const key = decodeURIComponent(pathname.slice(bucket.length + 2));
    if (key === '') return list(response, searchParams);
    return void handleObject(request, response, key);
  });

  async function handleObject(request: IncomingMessage, response: ServerResponse, key: string) {
    const object = objects.get(key);
    if (request.method === 'PUT') {
      const bytes = await readBody(request);
      objects.set(key, { bytes, type: request.headers['content-type'] ?? '', at: new Date() });
      response.writeHead(200, { ETag: '"1"' }).end();
    } else if (request.method === 'DELETE') {
      objects.delete(key);
      response.writeHead(204).end();
    } else if (!object) {
      refuse(response, 404, 'NoSuchKey');
    } else {
      const range = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '');
      const bytes = range ? object.bytes.subarray(Number(range[1]), Number(range[2]) + 1) : object.bytes;
      response.writeHead(range ? 206 : 200, { 'Content-Type': object.type, 'Content-Length': bytes.length }).end(bytes);
    }
  }

  function list(response: ServerResponse, query: URLSearchParams) {
    const found = [...objects].filter(([key]) => key.startsWith(query.get('prefix') ?? ''));
    const start = Number(query.get('continuation-token') ?? 0);
    // Pages hold two, so a test of a list covers paging.
    const page = found.slice(start, start + 2);
    const next = start + 2 < found.length ? `<NextContinuationToken>${start + 2}</NextContinuationToken>` : '';
    const contents = page.map(
      ([key, { bytes, at }]) =>
        `<Contents><Key>${key}</Key><LastModified>${at.toISOString()}</LastModified><Size>${bytes.length}</Size></Contents>`,
    );
    const isTruncated = `<IsTruncated>${next !== ''}</IsTruncated>`;
    response.writeHead(200, { 'Content-Type': 'application/xml' });
    response.end(`<ListBucketResult>${isTruncated}${next}${contents.join('')}</ListBucketResult>`);
  }

  const { url, stop } = await listen(server);
  return {
    config: {
      endpoint: url,
      region: 'eu-test-1',
      bucket,
      accessKeyId: 'KEY-ID',
      secretAccessKey: 'very-secret',
      folder: 'dog-photos/',
    },
    objects,
    requests,
    failWith: (status, spared = 0) => {
      failure = status;
      lastSpared = requests.length + spared;
    },
    stop,
  };
}

/** Checks that a well-formed version 4 signature by the right key is present, but not its value. */
function isSigned({ headers }: IncomingMessage): boolean {
  const pattern =
    /^AWS4-HMAC-SHA256 Credential=KEY-ID\/\d{8}\/eu-test-1\/s3\/aws4_request, SignedHeaders=host;\S*x-amz-date\S*, Signature=[0-9a-f]{64}$/;
  return pattern.test(headers.authorization ?? '') && headers['x-amz-date'] !== undefined;
}

function refuse(response: ServerResponse, status: number, code: string): void {
  response.writeHead(status, { 'Content-Type': 'application/xml' });
  response.end(`<Error><Code>${code}</Code><Message>no</Message></Error>`);
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks);
}

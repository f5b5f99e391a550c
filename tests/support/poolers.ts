import { spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chmod, chown, mkdir, rm, writeFile } from 'node:fs/promises';
import { connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { freePort } from '../../embedded-supabase/database/cluster.ts';
import { listen } from './listen.ts';
import { makeDataDir } from './start-server.ts';

export type Pooler = {
  readonly port: number;
  /** How many transactions ran on another database connection than their client's last one, where that is known. */
  readonly swaps: () => number | null;
  stop(): Promise<void>;
};

const nobody = { uid: 65_534, gid: 65_534 };
/** Database connections per user: fewer than a server opens, so they are shared. */
const poolSize = 3;

/** The path of PgBouncer where it is installed, for example from Debian's package. */
export function findPgBouncer(): string | null {
  const found = spawnSync('sh', ['-c', 'PATH="$PATH:/usr/sbin" command -v pgbouncer'], { encoding: 'utf8' });
  return found.stdout.trim() || null;
}

/**
 * Starts PgBouncer in transaction mode, set up as docs/deploy.md says.
 * @param password of the role `pgbouncer`, which looks up those who sign in
 */
export async function startPgBouncer(program: string, databasePort: number, password: string): Promise<Pooler> {
  const folder = await makeDataDir();
  const port = await freePort();
  const files = {
    'userlist.txt': `"pgbouncer" "${password}"\n`,
    'pgbouncer.ini': `
      [databases]
      * = host=127.0.0.1 port=${databasePort} auth_user=pgbouncer
      [pgbouncer]
      listen_addr = 127.0.0.1
      listen_port = ${port}
      unix_socket_dir =
      pool_mode = transaction
      default_pool_size = ${poolSize}
      max_client_conn = 200
      auth_type = scram-sha-256
      auth_file = ${join(folder, 'userlist.txt')}
      auth_query = select usename, passwd from pgbouncer.find_login($1)
    `,
  };
  // PgBouncer refuses to run as root.
  const account = process.getuid?.() === 0 ? nobody : null;
  await mkdir(folder, { recursive: true });
  await chmod(folder, 0o755);
  for (const [name, text] of Object.entries(files)) {
    await writeFile(join(folder, name), text, { mode: 0o600 });
    if (account) await chown(join(folder, name), account.uid, account.gid);
  }
  const child = spawn(program, [join(folder, 'pgbouncer.ini')], {
    ...account,
    cwd: '/',
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let output = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  while (!/process up/.test(output)) {
    if (child.exitCode !== null) throw new Error(`PgBouncer did not start:\n${output}`);
    await Promise.race([once(child.stderr, 'data'), once(child, 'close')]);
  }
  return {
    port,
    swaps: () => null,
    stop: async () => {
      if (child.exitCode === null) {
        child.kill('SIGKILL');
        await once(child, 'close');
      }
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/**
 * Does what PgBouncer does in transaction mode, in its simplest form. It asks for no password, so the database must not ask for one either.
 */
export async function startPoolerStandIn(databasePort: number): Promise<Pooler> {
  const users = new Map<string, ReturnType<typeof createServerConnections>>();
  const sockets = new Set<Socket>();
  let swaps = 0;

  const server = createServer((client) => {
    sockets.add(client);
    let connections: ReturnType<typeof createServerConnections> | null = null;
    let upstream: Upstream | null = null;
    let last: Upstream | null = null;
    let begun = Buffer.alloc(0);
    let work = Promise.resolve();

    async function forward(chunk: Buffer): Promise<void> {
      if (chunk[0] === 'X'.charCodeAt(0) && !upstream) return void client.end();
      if (!connections) return;
      if (!upstream) {
        upstream = await connections.take();
        if (last && last !== upstream) swaps += 1;
        last = upstream;
        upstream.onData = (answer) => client.write(answer);
        upstream.onIdle = () => {
          if (upstream) connections?.giveBack(upstream);
          upstream = null;
        };
      }
      upstream.socket.write(chunk);
    }

    client.on('error', () => undefined);
    client.on('close', () => upstream?.socket.destroy());
    client.on('data', (chunk) => {
      if (connections) {
        work = work.then(() => forward(chunk));
        return;
      }
      begun = Buffer.concat([begun, chunk]);
      if (begun.length < 8 || begun.length < begun.readUInt32BE(0)) return;
      // A request to cancel. Ignored, because nothing runs for long here.
      if (begun.readUInt16BE(4) !== 3) return void client.end();
      const startup = begun;
      const words = startup.subarray(8).toString('latin1').split('\0');
      const user = words[words.indexOf('user') + 1] ?? '';
      connections = users.get(user) ?? createServerConnections(databasePort, startup, sockets);
      users.set(user, connections);
      const key = Buffer.concat([Buffer.from('K\0\0\0\x0c', 'latin1'), randomBytes(8)]);
      client.write(
        Buffer.concat([Buffer.from('R\0\0\0\x08\0\0\0\0', 'latin1'), key, Buffer.from('Z\0\0\0\x05I', 'latin1')]),
      );
    });
  });
  const { port } = await listen(server);
  return {
    port,
    swaps: () => swaps,
    stop: async () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

type Upstream = { socket: Socket; onData: (chunk: Buffer) => void; onIdle: () => void };

/** The connections of one user, each lent for a transaction; the one idle longest goes first. */
function createServerConnections(port: number, startup: Buffer, sockets: Set<Socket>) {
  const free: Upstream[] = [];
  const waiting: ((upstream: Upstream) => void)[] = [];
  let count = 0;

  function giveBack(upstream: Upstream): void {
    const next = waiting.shift();
    if (next) next(upstream);
    else free.push(upstream);
  }

  function open(): void {
    count += 1;
    const socket = connect(port, '127.0.0.1');
    sockets.add(socket);
    const ignore = () => undefined;
    const upstream: Upstream = { socket, onData: ignore, onIdle: () => giveBack(upstream) };
    const read = watchForIdle(() => upstream.onIdle());
    socket.on('error', ignore);
    socket.on('connect', () => socket.write(startup));
    socket.on('data', (chunk) => {
      upstream.onData(chunk);
      read(chunk);
    });
  }

  return {
    giveBack,
    take(): Promise<Upstream> {
      if (count < poolSize) open();
      const upstream = count < poolSize ? undefined : free.shift();
      return upstream ? Promise.resolve(upstream) : new Promise((done) => waiting.push(done));
    },
  };
}

const nothing = Buffer.alloc(0);
/** The bytes of ReadyForQuery, of which the last says whether a transaction goes on. All other messages are skipped. */
const readyLength = 6;

/** Reads what PostgreSQL sends, in pieces of any length, for the messages that say that no transaction goes on. */
function watchForIdle(onIdle: () => void): (chunk: Buffer) => void {
  let begun: Buffer = nothing;
  let skipped = 0;

  return (chunk) => {
    const bytes = begun.length === 0 ? chunk : Buffer.concat([begun, chunk]);
    let at = 0;
    for (;;) {
      const skips = Math.min(skipped, bytes.length - at);
      skipped -= skips;
      at += skips;
      if (bytes.length - at < readyLength) break;
      if (bytes.toString('latin1', at, at + 1) === 'Z' && bytes[at + 5] === 'I'.charCodeAt(0)) onIdle();
      skipped = bytes.readUInt32BE(at + 1) + 1;
    }
    begun = at === bytes.length ? nothing : bytes.subarray(at);
  };
}

import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, request as send } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from '../../embedded-supabase/database/cluster.ts';
import { listen } from './listen.ts';
import { untilClosed } from './waiting.ts';

/** A proxy in front of a server, which tells it where each visitor comes from. */
export type HttpProxy = { readonly name: string; readonly port: number; stop(): Promise<void> };

type Program = 'caddy' | 'nginx';

const root = new URL('../../', import.meta.url);
/** A directory for the many connections of a test: nginx opens two for each request. */
const workerConnections = 16_384;

function findProgram(name: Program): string | null {
  const found = spawnSync('sh', ['-c', `PATH="$PATH:/usr/sbin" command -v ${name}`], { encoding: 'utf8' });
  return found.stdout.trim() || null;
}

/** Names the proxies that can be started here: one of the tests' own, and those of the guide that are installed, as by Debian's packages. */
export const proxyNames = ['a small proxy', ...(['caddy', 'nginx'] as const).filter(findProgram)] as const;

/** Starts a proxy in front of a port of this machine, set up as Caddyfile and docs/deploy.md say but for TLS. */
export async function startProxy(name: (typeof proxyNames)[number], target: number): Promise<HttpProxy> {
  if (name === 'a small proxy') return startSmallProxy(target);
  const program = findProgram(name);
  if (program === null) throw new Error(`${name} is not installed`);
  const folder = await mkdtemp(join(tmpdir(), 'wagday-proxy-'));
  const port = await freePort();
  const file = join(folder, 'config');
  await writeFile(file, name === 'caddy' ? await caddyfile(port, target) : await nginxConfig(folder, port, target));
  const options = name === 'caddy' ? ['run', '--config', file, '--adapter', 'caddyfile'] : ['-p', folder, '-c', file];
  const child = spawn(program, options, { stdio: 'ignore', env: { ...process.env, HOME: folder } });
  const exited = once(child, 'exit');
  while (!(await isListening(port))) {
    if (child.exitCode !== null) throw new Error(`${name} has ended with code ${child.exitCode}`);
    await wait(20);
  }
  return {
    name,
    port,
    async stop() {
      child.kill();
      await exited;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function isListening(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  const closed = untilClosed(socket);
  const isOpen = await Promise.race([once(socket, 'connect').then(() => true), closed.then(() => false)]).catch(
    () => false,
  );
  socket.destroy();
  return isOpen;
}

async function caddyfile(port: number, target: number): Promise<string> {
  const text = await readFile(new URL('Caddyfile', root), 'utf8');
  const site = text.replace('{$DOMAIN}', `http://:${port}`).replace('wagday:8080', `127.0.0.1:${target}`);
  return `{\n\tadmin off\n}\n${site}`;
}

async function nginxConfig(folder: string, port: number, target: number): Promise<string> {
  const guide = await readFile(new URL('docs/deploy.md', root), 'utf8');
  const location = /^ {4}location \/ \{\n[^}]*proxy_pass http:\/\/127\.0\.0\.1:8080;[^}]*\}/m.exec(guide)?.[0] ?? '';
  const folders = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${join(folder, name)};`,
  );
  return `
    daemon off;
    pid ${join(folder, 'pid')};
    error_log /dev/null;
    worker_rlimit_nofile ${2 * workerConnections};
    events { worker_connections ${workerConnections}; }
    http {
      access_log off;
      ${folders.join('\n')}
      server {
        listen 127.0.0.1:${port};
        ${location.replace(':8080', `:${target}`)}
      }
    }`;
}

/** Passes requests on as they arrive, and appends where they came from. */
async function startSmallProxy(target: number): Promise<HttpProxy> {
  const server = createServer((request, response) => {
    const { method, url, headers, socket } = request;
    const forwarded = [headers['x-forwarded-for'], socket.remoteAddress].filter(Boolean).join(', ');
    const onward = send(
      {
        port: target,
        host: '127.0.0.1',
        method,
        path: url,
        agent: false,
        headers: { ...headers, 'x-forwarded-for': forwarded },
      },
      (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
        answer.on('error', () => response.destroy());
      },
    );
    onward.on('error', () => {
      if (response.headersSent) response.destroy();
      else response.writeHead(502).end();
    });
    request.on('error', () => onward.destroy());
    response.on('close', () => onward.destroy());
    request.pipe(onward);
  });
  return { name: 'a small proxy', ...(await listen(server)) };
}

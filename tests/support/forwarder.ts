import { connect, createServer, type Socket } from 'node:net';
import { listen } from './listen.ts';

/** Listens at one address and forwards to any port of this machine, as HAProxy does in front of a primary and its standby. */
export async function startForwarder(port: number) {
  let target: number | null = port;
  let isFrozen = false;
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    if (target === null) return client.resetAndDestroy();
    const upstream = connect(target, '127.0.0.1');
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(from);
      from.on('error', () => undefined);
      from.on('close', () => {
        sockets.delete(from);
        to.destroy();
      });
      from.on('data', (chunk) => {
        if (!isFrozen) to.write(chunk);
      });
    }
  });
  const listening = await listen(server);
  return {
    port: listening.port,
    /** Forwards new connections to another port and closes the existing ones; null refuses connections. */
    point(to: number | null): void {
      target = to;
      for (const socket of sockets) socket.destroy();
    },
    /** Starts or stops swallowing every byte, like a database that hangs. */
    freeze(frozen: boolean): void {
      isFrozen = frozen;
    },
    connections: () => sockets.size / 2,
    stop(): void {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

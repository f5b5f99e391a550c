import type { Socket } from 'node:net';
import { peerOf } from './connection.ts';
import { clientKeyOf, networksOf } from './networks.ts';
import type { TrustedProxies } from './trusted-proxies.ts';

export type ConnectionLimits = {
  /** Connections at once, of all clients together. */
  readonly maxConnections: number;
  /** Of one client. The networks it lies in have twice as many each: a /56 two, a /48 four times these. */
  readonly maxConnectionsPerClient: number;
  /** Proxies whose connections are those of many clients: only the first limit counts for them. */
  readonly trustedProxies: TrustedProxies;
};

type Connection = { readonly groups: readonly string[]; requests: number };

/** Counts the connections of a server, so that no client can take them all by opening them and sending nothing. */
export function limitConnections(limits: ConnectionLimits) {
  const connections = new Map<Socket, Connection>();
  /** The sockets of each group, the one that has been idle longest first. */
  const groups = new Map<string, Set<Socket>>();

  /** The groups that a socket counts for, the narrowest first. */
  function groupsOf(socket: Socket): { readonly name: string; readonly limit: number }[] {
    const peer = peerOf(socket);
    const networks = limits.trustedProxies(peer) ? [] : networksOf(clientKeyOf(peer));
    return [
      ...networks.toReversed().map((name, width) => ({ name, limit: limits.maxConnectionsPerClient * 2 ** width })),
      { name: 'everybody', limit: limits.maxConnections },
    ];
  }

  /** Leaves proxies out: they are few, and each serves many. */
  function findIdle(members: ReadonlySet<Socket>): Socket | undefined {
    for (const socket of members) {
      const connection = connections.get(socket);
      if (connection && connection.requests === 0 && connection.groups.length > 1) return socket;
    }
    return undefined;
  }

  function remove(socket: Socket): void {
    for (const name of connections.get(socket)?.groups ?? []) {
      const members = groups.get(name);
      members?.delete(socket);
      if (members?.size === 0) groups.delete(name);
    }
    connections.delete(socket);
  }

  return {
    /** Lets a connection in, closing an idle one where a limit is reached; closes it when none is idle. */
    admit(socket: Socket): void {
      const wanted = groupsOf(socket);
      // The narrowest first: a client with many connections loses one of its own before another client does.
      for (const { name, limit } of wanted) {
        const members = groups.get(name);
        if (!members || members.size < limit) continue;
        const idle = findIdle(members);
        if (!idle) {
          socket.destroy();
          return;
        }
        remove(idle);
        idle.destroy();
      }
      connections.set(socket, { groups: wanted.map(({ name }) => name), requests: 0 });
      for (const { name } of wanted) groups.set(name, (groups.get(name) ?? new Set()).add(socket));
      socket.once('close', () => remove(socket));
    },

    /** From `begin` to `end` a connection is at work, and is not closed for another. */
    begin(socket: Socket): void {
      const connection = connections.get(socket);
      if (connection) connection.requests += 1;
    },

    end(socket: Socket): void {
      const connection = connections.get(socket);
      if (!connection) return;
      connection.requests -= 1;
      for (const name of connection.groups) {
        const members = groups.get(name);
        if (members?.delete(socket)) members.add(socket);
      }
    },
  };
}

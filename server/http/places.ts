import type { Socket } from 'node:net';
import { peerOf } from './connection.ts';
import { householdOf, networksOf } from './networks.ts';
import type { TrustedProxies } from './trusted-proxies.ts';

export type PlaceSettings = {
  /** Connections at once, of all clients together. */
  readonly maxConnections: number;
  /** Of one client. The networks it lies in have twice as many each: a /56 two, a /48 four times these. */
  readonly maxConnectionsPerClient: number;
  /** Proxies whose connections are those of many clients: only the first limit counts for them. */
  readonly trustedProxies: TrustedProxies;
};

export type Places = {
  /** Lets a connection in, in place of one that waits idly for a request if need be; otherwise closes it. */
  admit(socket: Socket): void;
  /** From `begin` to `end` a connection is at work, and is not closed for another. */
  begin(socket: Socket): void;
  end(socket: Socket): void;
};

type Group = { readonly name: string; readonly limit: number };
type Guest = { readonly groups: readonly string[]; requests: number };

/** The places of a server for connections, so that no client can take them all by opening them and saying nothing. */
export function createPlaces(settings: PlaceSettings): Places {
  const guests = new Map<Socket, Guest>();
  /** Of each group, who has been idle longest first. */
  const groups = new Map<string, Set<Socket>>();

  function groupsOf(socket: Socket): Group[] {
    const everybody = { name: 'everybody', limit: settings.maxConnections };
    const peer = peerOf(socket);
    if (settings.trustedProxies(peer)) return [everybody];
    const networks = networksOf(householdOf(peer));
    return [
      everybody,
      ...networks.map((name, index) => ({
        name,
        limit: settings.maxConnectionsPerClient * 2 ** (networks.length - 1 - index),
      })),
    ];
  }

  /** Proxies keep theirs: they are few, and each serves many. */
  function findIdle(members: ReadonlySet<Socket>): Socket | undefined {
    for (const socket of members) {
      const guest = guests.get(socket);
      if (guest && guest.requests === 0 && guest.groups.length > 1) return socket;
    }
    return undefined;
  }

  function remove(socket: Socket): void {
    for (const name of guests.get(socket)?.groups ?? []) {
      const members = groups.get(name);
      members?.delete(socket);
      if (members?.size === 0) groups.delete(name);
    }
    guests.delete(socket);
  }

  return {
    admit(socket) {
      const wanted = groupsOf(socket);
      // The narrowest first: a client that has many gives up one of its own before one of another's.
      for (const { name, limit } of wanted.toReversed()) {
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
      guests.set(socket, { groups: wanted.map(({ name }) => name), requests: 0 });
      for (const { name } of wanted) groups.set(name, (groups.get(name) ?? new Set()).add(socket));
      socket.once('close', () => remove(socket));
    },

    begin(socket) {
      const guest = guests.get(socket);
      if (guest) guest.requests += 1;
    },

    end(socket) {
      const guest = guests.get(socket);
      if (!guest) return;
      guest.requests -= 1;
      for (const name of guest.groups) {
        const members = groups.get(name);
        if (members?.delete(socket)) members.add(socket);
      }
    },
  };
}

import { EventEmitter } from 'node:events';
import type { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { limitConnections } from './guarded-server.ts';

function connection(remoteAddress: string) {
  const socket = Object.assign(new EventEmitter(), {
    remoteAddress,
    destroyed: false,
    destroy() {
      socket.destroyed = true;
      socket.emit('close');
    },
  });
  return socket as unknown as Socket;
}

test('an IPv6 prefix with many households counts as what it is: one customer', () => {
  const connections = limitConnections({
    maxConnections: 1000,
    maxConnectionsPerClient: 10,
    trustedProxies: () => false,
  });
  const from = (address: string) => {
    const socket = connection(address);
    connections.admit(socket);
    return socket;
  };
  const stillOpen = (sockets: readonly Socket[]) => sockets.filter(({ destroyed }) => !destroyed).length;
  const all = Array.from({ length: 1000 }, (_, index) => from(`2001:db8:1:${index.toString(16)}::1`));
  expect(stillOpen(all)).toBe(40);
  const oneHousehold = Array.from({ length: 30 }, (_, index) => from(`2001:db8:2:3::${index.toString(16)}`));
  expect(stillOpen(oneHousehold)).toBe(10);
  expect(stillOpen([from('2001:db8:4::1'), from('192.0.2.1'), from('::ffff:192.0.2.1')])).toBe(3);
});

test('a place is free again once its connection has ended, and the longest idle one is given up first', () => {
  const connections = limitConnections({
    maxConnections: 100,
    maxConnectionsPerClient: 2,
    trustedProxies: () => false,
  });
  const [first, second, third, fourth] = Array.from({ length: 4 }, () => connection('192.0.2.1'));
  connections.admit(first!);
  first!.destroy();
  connections.admit(second!);
  connections.admit(third!);
  expect([second!.destroyed, third!.destroyed]).toEqual([false, false]);
  connections.begin(second!);
  connections.end(second!);
  connections.admit(fourth!);
  expect([second!.destroyed, third!.destroyed]).toEqual([false, true]);
});

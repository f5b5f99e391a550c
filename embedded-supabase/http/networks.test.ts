import { expect, test } from 'vitest';
import { clientKeyOf, groupByNetwork, networksOf } from './networks.ts';

test.each([
  ['198.51.100.7', ['198.51.100.7']],
  ['', ['']],
  ['2001:db8:1:2a3b::6', ['2001:db8:1/48', '2001:db8:1:2a/56', '2001:db8:1:2a3b']],
  ['2001:DB8:0001:2AFF:1:2:3:4', ['2001:db8:1/48', '2001:db8:1:2a/56', '2001:db8:1:2aff']],
  ['2001:db8:1:2b00::', ['2001:db8:1/48', '2001:db8:1:2b/56', '2001:db8:1:2b00']],
  ['2001:db8::1', ['2001:db8:0/48', '2001:db8:0:0/56', '2001:db8:0:0']],
  ['fe80::1%eth0', ['fe80:0:0/48', 'fe80:0:0:0/56', 'fe80:0:0:0']],
])('%s lies in the networks %j', (address, networks) => {
  expect(networksOf(clientKeyOf(address))).toEqual(networks);
});

test('the oldest that is wanted is found in the fullest network, and there in its fullest part', () => {
  const group = groupByNetwork<string>();
  const add = (member: string, address: string) => group.add(member, networksOf(clientKeyOf(address)));
  for (const household of [1, 2, 3]) add(`apart ${household}`, `2001:db8:a:${household}00::1`);
  for (const device of [1, 2]) add(`together ${device}`, `2001:db8:b:100::${device}`);
  add('proxy', '');
  group.add('proxy', []);
  expect(group.oldestOfFullest()).toBe('apart 1');
  expect(group.oldestOfFullest((member) => member !== 'apart 1')).toBe('apart 2');
  expect(group.oldestOfFullest((member) => member.startsWith('together'))).toBe('together 1');
  // One that is added again is behind the others.
  add('apart 1', '2001:db8:a:200::2');
  expect(group.oldestOfFullest()).toBe('apart 2');
  expect(group.oldestOfFullest((member) => member === 'proxy')).toBeUndefined();
  expect([group.total(), group.size('2001:db8:a/48'), group.size('2001:db8:a:1/56')]).toEqual([6, 3, 0]);
});

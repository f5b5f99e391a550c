import { expect, test } from 'vitest';
import { clientKeyOf, networksOf } from './networks.ts';

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

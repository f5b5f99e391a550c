import { isIP } from 'node:net';

/**
 * The client that a rate limit counts: an IPv4 address, or the first half of an IPv6 address, because a household has a whole
 * such network. It is written in one way, however the proxy writes it.
 */
export function clientKeyOf(address: string): string {
  if (isIP(address) !== 6) return address;
  const [head = '', tail] = (address.split('%')[0] ?? '').split('::');
  const before = head.split(':').filter(Boolean);
  const after = (tail ?? '').split(':').filter(Boolean);
  const gap = Array<string>(Math.max(0, 8 - before.length - after.length)).fill('0');
  const groups = [...before, ...gap, ...after].slice(0, 4);
  return groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':');
}

/**
 * The networks that a client of IPv6 lies in: the /48 and the /56 that providers give to one customer, and the household
 * itself, the /64. An IPv4 address stands alone.
 * @param client as `clientKeyOf` writes it
 * @returns the widest first, the client itself last
 */
export function networksOf(client: string): readonly string[] {
  const [, site, subnet = ''] = /^([\da-f]+:[\da-f]+:[\da-f]+):([\da-f]+)$/.exec(client) ?? [];
  if (site === undefined) return [client];
  const quarter = (Number.parseInt(subnet, 16) >> 8).toString(16);
  return [`${site}/48`, `${site}:${quarter}/56`, client];
}

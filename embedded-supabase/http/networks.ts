import { BlockList, isIP } from 'node:net';
import { expandIPv6 } from 'hono/utils/ipaddr';

/**
 * Returns the client that a rate limit counts, in one spelling, however the proxy writes it: an IPv4 address, or the first half
 * of an IPv6 address, because a household has a whole /64.
 */
export function clientKeyOf(address: string): string {
  if (isIP(address) !== 6) return address;
  const groups = expandIPv6(address.replace(/%.*/, '')).split(':').slice(0, 4);
  return groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':');
}

/**
 * Returns the networks that contain an IPv6 client: the /48 and the /56 that providers give to one customer, and the household's
 * /64. For an IPv4 client it returns only the client.
 * @param client as `clientKeyOf` writes it
 * @returns the widest first, the client itself last
 */
export function networksOf(client: string): readonly string[] {
  const [, site, subnet = ''] = /^([\da-f]+:[\da-f]+:[\da-f]+):([\da-f]+)$/.exec(client) ?? [];
  if (site === undefined) return [client];
  const quarter = (Number.parseInt(subnet, 16) >> 8).toString(16);
  return [`${site}/48`, `${site}:${quarter}/56`, client];
}

/** Groups members, such as connections, by the networks of their clients, and keeps their order. */
export function groupByNetwork<Member>() {
  const members = new Map<string, Set<Member>>();
  const networksOfMember = new Map<Member, readonly string[]>();
  const widest = new Set<string>();
  const size = (network: string) => members.get(network)?.size ?? 0;

  return {
    size,
    total: () => networksOfMember.size,
    oldest: (network: string): Member | undefined => members.get(network)?.values().next().value,

    /** @param networks the widest first; none for a member of the total only */
    add(member: Member, networks: readonly string[]): void {
      networksOfMember.set(member, networks);
      for (const name of networks) members.set(name, (members.get(name) ?? new Set()).add(member));
      if (networks[0] !== undefined) widest.add(networks[0]);
    },

    remove(member: Member): void {
      for (const name of networksOfMember.get(member) ?? []) {
        members.get(name)?.delete(member);
        if (size(name) > 0) continue;
        members.delete(name);
        widest.delete(name);
      }
      networksOfMember.delete(member);
    },

    /** Returns the oldest member in the network of the greatest size, and there in the part of the greatest size. */
    oldestOfFullest(sizeOf = size): Member | undefined {
      let names: ReadonlySet<string> = widest;
      for (let width = 1; ; width += 1) {
        let [fullest, most] = ['', -1];
        for (const name of names) if (sizeOf(name) > most) [fullest, most] = [name, sizeOf(name)];
        const [oldest] = members.get(fullest) ?? [];
        if (oldest === undefined || networksOfMember.get(oldest)?.[width] === undefined) return oldest;
        names = new Set([...(members.get(fullest) ?? [])].map((member) => networksOfMember.get(member)?.[width] ?? ''));
      }
    },
  };
}

/** Whether the proxy at this address is trusted to name its client. */
export type TrustedProxies = (address: string) => boolean;

export const trustNobody: TrustedProxies = () => false;

/**
 * Parses a list of addresses and networks, such as `127.0.0.1, 10.0.0.0/8, fd00::/8`; `loopback` means this machine. Refuses a
 * network of all addresses, such as `0.0.0.0/0`.
 * @returns null when an entry is not valid
 */
export function parseTrustedProxies(text: string): TrustedProxies | null {
  const list = new BlockList();
  for (const entry of text.split(',').map((part) => part.trim())) {
    const networks = entry.toLowerCase() === 'loopback' ? ['127.0.0.0/8', '::1'] : [entry];
    if (!networks.every((network) => add(list, network))) return null;
  }
  return (address) => {
    const version = isIP(address);
    return version !== 0 && list.check(address, version === 6 ? 'ipv6' : 'ipv4');
  };
}

function add(list: BlockList, network: string): boolean {
  const [, address = '', prefix] = /^([^/%]+)(?:\/(\d{1,3}))?$/.exec(network) ?? [];
  const version = isIP(address);
  const maxLength = version === 6 ? 128 : 32;
  const length = Number(prefix ?? maxLength);
  if (version === 0 || length < 1 || length > maxLength) return false;
  list.addSubnet(address, length, version === 6 ? 'ipv6' : 'ipv4');
  return true;
}

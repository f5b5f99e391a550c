import { BlockList, isIP } from 'node:net';
import { expandIPv6 } from 'hono/utils/ipaddr';
import { add as count } from './turns.ts';

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
  /** The networks of each member, the widest first. */
  const members = new Map<Member, readonly string[]>();
  const sizes = new Map<string, number>();
  const size = (network: string) => sizes.get(network) ?? 0;

  function remove(member: Member): void {
    for (const name of members.get(member) ?? []) count(sizes, name, -1);
    members.delete(member);
  }

  return {
    size,
    total: () => members.size,

    /** Adds a member, or puts it behind the others. @param networks none for a member of the total only */
    add(member: Member, networks: readonly string[]): void {
      remove(member);
      members.set(member, networks);
      for (const name of networks) count(sizes, name, 1);
    },

    remove,

    oldest(network: string, isWanted: (member: Member) => boolean): Member | undefined {
      for (const [member, networks] of members) if (networks.includes(network) && isWanted(member)) return member;
      return undefined;
    },

    /** Returns the oldest such member in the network of the greatest size, and there in the part of the greatest size. */
    oldestOfFullest(isWanted: (member: Member) => boolean = () => true): Member | undefined {
      let oldest: Member | undefined;
      let fullest: string | undefined;
      for (let width = 0; ; width += 1) {
        const outer = fullest;
        let most = 0;
        for (const [member, networks] of members) {
          const name = networks[width] ?? '';
          if (size(name) <= most || networks[width - 1] !== outer || !isWanted(member)) continue;
          [oldest, fullest, most] = [member, name, size(name)];
        }
        if (most === 0) return oldest;
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

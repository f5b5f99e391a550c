import { BlockList, isIP } from 'node:net';

/** Whether the proxy at this address is trusted to name its client. */
export type TrustedProxies = (address: string) => boolean;

export const trustNobody: TrustedProxies = () => false;

/**
 * Reads a list of addresses and networks, such as `127.0.0.1, 10.0.0.0/8, fd00::/8`; `loopback` stands for this machine
 * itself. A network of all addresses, such as `0.0.0.0/0`, is refused.
 * @returns null when an entry cannot be read
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
  if (version === 0) return false;
  const family = version === 6 ? 'ipv6' : 'ipv4';
  if (prefix === undefined) {
    list.addAddress(address, family);
    return true;
  }
  if (Number(prefix) < 1 || Number(prefix) > (version === 6 ? 128 : 32)) return false;
  list.addSubnet(address, Number(prefix), family);
  return true;
}

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
  const maxLength = version === 6 ? 128 : 32;
  const length = Number(prefix ?? maxLength);
  if (version === 0 || length < 1 || length > maxLength) return false;
  list.addSubnet(address, length, version === 6 ? 'ipv6' : 'ipv4');
  return true;
}

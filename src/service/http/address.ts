import { isIP } from 'node:net';

/** Returns a valid IP address or null, for columns of type inet. */
export const toInet = (address: string | null): string | null => (address && isIP(address) ? address : null);

const hextets = 8;

/** Writes out the first four groups of an IPv6 address. */
function ipv6Network(address: string): string {
  const [head = '', tail] = (address.split('%')[0] ?? '').split('::');
  const left = head ? head.split(':') : [];
  const right = tail ? tail.split(':') : [];
  const gap =
    tail === undefined ? [] : Array<string>(Math.max(0, hextets - left.length - right.length)).fill('0');
  return [...left, ...gap, ...right]
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':');
}

/**
 * Identifies a client for rate limits, by IPv4 address or 64-bit IPv6 network, because a household can use every
 * address of its network.
 */
export function limitKey(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped) return mapped;
  return isIP(address) === 6 ? `${ipv6Network(address)}::/64` : address;
}

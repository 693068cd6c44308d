/** IPv4 ranges outside the public internet, as [network, bits] (IANA special-purpose registry). */
const reservedV4: readonly (readonly [string, number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
];

const toNumber = (address: string) => address.split('.').reduce((sum, part) => sum * 256 + Number(part), 0);

function isPublicV4(address: string): boolean {
  const value = toNumber(address);
  return reservedV4.every(([network, bits]) => {
    const size = 2 ** (32 - bits);
    return Math.floor(value / size) !== Math.floor(toNumber(network) / size);
  });
}

/**
 * Accepts only global unicast addresses (2000::/3), which excludes mapped, NAT64 and local addresses. Ranges for
 * documentation, benchmarks and tunnels, which embed IPv4, are excluded too.
 */
function isPublicV6(address: string): boolean {
  const [first = '', second = ''] = address.split(':');
  const [high, low] = [Number.parseInt(first, 16) || 0, Number.parseInt(second, 16) || 0];
  if (high < 0x2000 || high > 0x3fff) return false;
  if (high === 0x2002) return false;
  if (high === 0x3fff && low < 0x1000) return false;
  return !(high === 0x2001 && (low < 0x200 || low === 0xdb8));
}

/**
 * Returns whether an IP address is on the public internet: not this machine, a private network or a reserved range.
 * False for other text. Expects the notation of a resolver or a parsed URL.
 */
export const isPublicAddress = (address: string): boolean =>
  address.includes(':') ? isPublicV6(address) : /^\d+(?:\.\d+){3}$/.test(address) && isPublicV4(address);

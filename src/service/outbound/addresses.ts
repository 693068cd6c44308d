import { BlockList, isIPv4 } from 'node:net';

// Two lists: one list would take every IPv4 address for its mapped form and match the IPv6 rule below.
const blockedV4 = new BlockList();
const blockedV6 = new BlockList();
for (const [network, bits] of [
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
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const)
  blockedV4.addSubnet(network, bits, 'ipv4');
for (const [network, bits] of [
  ['::', 96], // unspecified, loopback, IPv4-compatible
  ['::ffff:0:0', 96], // IPv4-mapped: the resolver hands out plain IPv4, so the mapped form is only ever an evasion
  ['64:ff9b::', 96], // NAT64 and 6to4 embed IPv4 addresses
  ['64:ff9b:1::', 48],
  ['100::', 64],
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['fc00::', 7],
  ['fe80::', 10],
  ['ff00::', 8],
] as const)
  blockedV6.addSubnet(network, bits, 'ipv6');

/** Whether an address lies on the public internet: not on this machine, a private network, or a range set apart. */
export const isPublicAddress = (address: string): boolean =>
  !(isIPv4(address) ? blockedV4.check(address, 'ipv4') : blockedV6.check(address, 'ipv6'));

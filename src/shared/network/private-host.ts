import { isPublicAddress } from './public-address.ts';

/** Names that always mean this machine or a private network (RFC 6761, 6762, 8375). */
const privateSuffixes = ['localhost', 'local', 'internal', 'home.arpa', 'lan'];

/**
 * Returns whether the host of a parsed URL is this machine or on a private network, without resolving it. A public name
 * that resolves to a private IP address is refused when it is called.
 */
export function isPrivateHost(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  if (host.includes(':') || /^\d+(?:\.\d+){3}$/.test(host)) return !isPublicAddress(host);
  return !host.includes('.') || privateSuffixes.some((suffix) => host.endsWith(`.${suffix}`));
}

import { isPublicAddress } from './public-address.ts';

/** Names that lead to this machine or a network of one's own wherever they are asked (RFC 6761, 6762, 8375). */
const ownSuffixes = ['localhost', 'local', 'internal', 'home.arpa', 'lan'];

/**
 * Whether the host of a parsed URL names this machine or a private network by its look alone. A public name that
 * resolves to a private address is caught when it is called, not here.
 */
export function isPrivateHost(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  if (host.includes(':') || /^\d+(?:\.\d+){3}$/.test(host)) return !isPublicAddress(host);
  return !host.includes('.') || ownSuffixes.some((suffix) => host.endsWith(`.${suffix}`));
}

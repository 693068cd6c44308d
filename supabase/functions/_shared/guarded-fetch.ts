import { isMetadataHost } from '../../../src/shared/network/metadata-address.ts';
import { isPublicAddress } from '../../../src/shared/network/public-address.ts';

/** Thrown if the guard refused an outgoing request. */
export class OutboundRefused extends Error {
  override readonly name = 'OutboundRefused';
}

interface GuardOptions {
  readonly fetch: typeof fetch;
  /** Resolves to all IP addresses of a host name, IPv4 and IPv6. */
  readonly resolve: (hostname: string) => Promise<readonly string[]>;
  /** Allows vendors on this machine or a private network, even without TLS. */
  readonly allowPrivate?: boolean;
}

async function check(url: URL, { resolve, allowPrivate = false }: GuardOptions): Promise<void> {
  if (url.protocol !== 'https:' && !(allowPrivate && url.protocol === 'http:'))
    throw new OutboundRefused('Only https requests may leave the service');
  if (url.username !== '' || url.password !== '')
    throw new OutboundRefused('A URL must not contain credentials');
  const { hostname } = url;
  // Vendors have host names. An IP address would bypass the check of resolved names.
  if (!allowPrivate && (hostname.startsWith('[') || /^[\d.]+$/.test(hostname) || !hostname.includes('.')))
    throw new OutboundRefused('Only public host names may be called');
  // IP addresses and `localhost` can't be resolved.
  const addresses = await (allowPrivate ? resolve(hostname).catch(() => []) : resolve(hostname));
  if ([hostname, ...addresses].some(isMetadataHost))
    throw new OutboundRefused('Metadata services are never called');
  if (!allowPrivate && (addresses.length === 0 || !addresses.every(isPublicAddress)))
    throw new OutboundRefused('Only public IP addresses may be called');
}

/**
 * Returns a `fetch` for requests to vendors: https to public IP addresses (any address if the operator allows it), no
 * redirects. This runtime can't pin the checked IP address, so a name that resolves to another address milliseconds
 * later gets through (docs/deployment.md).
 */
export function guardedFetch(options: GuardOptions): typeof fetch {
  return async (input, init) => {
    const request = new Request(input, { ...init, redirect: 'error' });
    await check(new URL(request.url), options);
    return options.fetch(request);
  };
}

import { isPublicAddress } from '../../../src/shared/network/public-address.ts';

/** An outbound call that the guard turned down. */
export class OutboundRefused extends Error {
  override readonly name = 'OutboundRefused';
}

export interface GuardOptions {
  readonly fetch: typeof fetch;
  /** All addresses of a name, of both families. */
  readonly resolve: (hostname: string) => Promise<readonly string[]>;
  /** Lets vendors live on this machine or a private network, also without TLS. */
  readonly allowPrivate?: boolean;
}

async function check(url: URL, { resolve, allowPrivate = false }: GuardOptions): Promise<void> {
  if (url.protocol !== 'https:' && !(allowPrivate && url.protocol === 'http:'))
    throw new OutboundRefused('Only https leaves the service');
  if (url.username !== '' || url.password !== '')
    throw new OutboundRefused('An address holds no credentials');
  if (allowPrivate) return;
  // Vendors have names. An address in figures is a way around the check of names.
  const { hostname } = url;
  if (hostname.startsWith('[') || /^[\d.]+$/.test(hostname) || !hostname.includes('.')) {
    throw new OutboundRefused('Only names of the public internet are called');
  }
  const addresses = await resolve(hostname);
  if (addresses.length === 0 || !addresses.every(isPublicAddress)) {
    throw new OutboundRefused('Only addresses of the public internet are called');
  }
}

/**
 * `fetch` for calls to providers: https to public addresses (any address where the operator allows it), no redirects. This runtime cannot pin the checked address,
 * so a name that changes its answer within milliseconds is not caught here (docs/deployment.md).
 */
export function guardedFetch(options: GuardOptions): typeof fetch {
  return async (input, init) => {
    const request = new Request(input, { ...init, redirect: 'error' });
    await check(new URL(request.url), options);
    return options.fetch(request);
  };
}

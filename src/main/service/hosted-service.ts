import type { Connection, Service } from './service.ts';

const loopback = new Set(['127.0.0.1', '[::1]', 'localhost']);

/** Plain http is for this computer alone: anywhere else it would carry tokens and chats in the open. */
export function isSafeServiceUrl(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { protocol, hostname } = new URL(url);
  return protocol === 'https:' || (protocol === 'http:' && loopback.has(hostname));
}

/**
 * A service that runs elsewhere and has its own people: there is no owner, and nothing to start or stop.
 *
 * @throws Error when the address would be reached without encryption
 */
export function createHostedService({ url, publishableKey }: Connection): Service {
  if (!isSafeServiceUrl(url)) throw new Error(`The service address ${url} must start with https://.`);
  const { origin } = new URL(url);
  return {
    identity: origin,
    origin,
    connect: async () => ({ url: url.replace(/\/+$/, ''), publishableKey }),
    state: () => ({ kind: 'ready' }),
    onState: () => () => undefined,
    openOwnerSession: async () => null,
    stop: async () => undefined,
  };
}

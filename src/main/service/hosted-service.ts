import { isEncryptedOrLocal } from '../providers/outbound.ts';
import type { Connection, Service } from './service.ts';

/**
 * A hosted service has accounts: there is no owner, and nothing to start or stop.
 * @throws Error if the URL is not encrypted
 */
export function createHostedService({ url, publishableKey }: Connection): Service {
  if (!isEncryptedOrLocal(new URL(url))) throw new Error(`The service URL ${url} must start with https://.`);
  const { origin } = new URL(url);
  return {
    identity: origin,
    origin: () => origin,
    onMoved: () => undefined,
    accessHeaders: () => ({}),
    connect: async () => ({ url: url.replace(/\/+$/, ''), publishableKey }),
    state: () => ({ kind: 'ready' }),
    onState: () => () => undefined,
    openOwnerSession: async () => null,
    stop: async () => undefined,
  };
}

import { isEncryptedOrLocal } from '../providers/outbound.ts';
import type { Connection, Service } from './service.ts';

/**
 * Creates a hosted service. It has accounts, so there is no owner, and the app neither starts nor stops it.
 * @throws Error if the URL is not encrypted
 */
export function createHostedService({ url, publishableKey }: Connection): Service {
  if (!isEncryptedOrLocal(new URL(url))) throw new Error(`The service URL ${url} must start with https://.`);
  const { origin } = new URL(url);
  return {
    identity: origin,
    endsWithApp: false,
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

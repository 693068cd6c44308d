import { networkFailure } from './network-failure.ts';

const loopbackHosts = new Set(['127.0.0.1', '[::1]', 'localhost']);

export const isLoopback = ({ hostname }: URL): boolean => loopbackHosts.has(hostname);

/** Plain http is allowed only to this computer: on the network, others could read keys, tokens and chats. */
export const isEncryptedOrLocal = (url: URL): boolean =>
  url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url));

/**
 * Returns a fetch for requests that contain a secret. It allows only https, or http to this computer. It follows no
 * redirects, because they would send the key to another origin. Refused requests reject like network errors; problems
 * with certificates and proxies reject with a CompletionError.
 */
export function guardFetch(fetch: typeof globalThis.fetch): typeof globalThis.fetch {
  return async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input);
    if (!isEncryptedOrLocal(url)) throw new TypeError('Only https URLs are allowed.');
    if (url.username !== '' || url.password !== '')
      throw new TypeError('URLs with a user name are not allowed.');
    try {
      return await fetch(input, { ...init, redirect: 'error', credentials: 'omit' });
    } catch (error) {
      throw networkFailure(error, url.host) ?? error;
    }
  };
}

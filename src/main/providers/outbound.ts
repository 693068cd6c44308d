import { networkFailure } from './network-failure.ts';

const loopback = new Set(['127.0.0.1', '[::1]', 'localhost']);

/** Whether a URL points to this computer. */
export const isLoopback = ({ hostname }: URL): boolean => loopback.has(hostname);

/** Plain http is allowed only to this computer: otherwise others could read keys, tokens and chats on the network. */
export const isEncryptedOrLocal = (url: URL): boolean =>
  url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url));

/**
 * A fetch for requests with a secret: only https, or http to this computer, and no redirects, because a redirect would
 * send the key to another origin. Refused requests reject like network errors; certificate and proxy problems reject
 * with a CompletionError.
 */
export function guardFetch(fetch: typeof globalThis.fetch): typeof globalThis.fetch {
  return async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input);
    if (!isEncryptedOrLocal(url)) throw new TypeError('Only https URLs are called.');
    if (url.username !== '' || url.password !== '')
      throw new TypeError('URLs with a user name are not called.');
    try {
      return await fetch(input, { ...init, redirect: 'error', credentials: 'omit' });
    } catch (error) {
      throw networkFailure(error, url.host) ?? error;
    }
  };
}

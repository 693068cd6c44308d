import { networkFailure } from './network-failure.ts';

const loopback = new Set(['127.0.0.1', '[::1]', 'localhost']);

/** Whether an address is this computer itself. */
export const isLoopback = ({ hostname }: URL): boolean => loopback.has(hostname);

/** Plain http is for this computer alone: anywhere else it would carry keys, tokens and chats in the open. */
export const isEncryptedOrLocal = (url: URL): boolean =>
  url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url));

/**
 * The way out for calls that carry a secret: https, or plain http to this computer, and no redirects, because a redirect
 * would take the key to an origin that nobody agreed to. Refused calls reject as network failures do; a certificate or a
 * proxy that stands in the way is said by a CompletionError.
 */
export function guardFetch(fetch: typeof globalThis.fetch): typeof globalThis.fetch {
  return async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input);
    if (!isEncryptedOrLocal(url)) throw new TypeError('Only https addresses are called.');
    if (url.username !== '' || url.password !== '')
      throw new TypeError('Addresses with a user name are not called.');
    try {
      return await fetch(input, { ...init, redirect: 'error', credentials: 'omit' });
    } catch (error) {
      throw networkFailure(error, url.host) ?? error;
    }
  };
}

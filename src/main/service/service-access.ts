import type { Session } from 'electron';
import type { Service } from './service.ts';

type Access = Pick<Service, 'origin' | 'accessHeaders'>;

/** Only a service on this computer asks for more than a key, and only there could somebody else take its place. */
const watched = { urls: ['http://127.0.0.1/*', 'ws://127.0.0.1/*'] };

/**
 * Lets the windows of a session reach the service, websockets too. The network layer adds what opens it: the page
 * itself never has it, so no script can read it or send it elsewhere.
 */
export function openToWindows({ webRequest }: Pick<Session, 'webRequest'>, service: Access): void {
  webRequest.onBeforeSendHeaders(watched, ({ url, requestHeaders }, answer) => {
    if (new URL(url).origin.replace(/^ws/, 'http') !== service.origin()) return answer({});
    const headers = service.accessHeaders();
    answer(headers ? { requestHeaders: { ...requestHeaders, ...headers } } : { cancel: true });
  });
}

/** The same for calls of main's own; all other addresses are called as before. */
export function openToMain(fetch: typeof globalThis.fetch, service: Access): typeof globalThis.fetch {
  return async (input, init) => {
    const { origin } = new URL(input instanceof Request ? input.url : input);
    if (origin !== service.origin()) return fetch(input, init);
    const access = service.accessHeaders();
    if (!access) throw new TypeError('The service is not running.');
    const headers = new Headers(init?.headers ?? (input instanceof Request ? input.headers : undefined));
    for (const [name, value] of Object.entries(access)) headers.set(name, value);
    return fetch(input, { ...init, headers });
  };
}

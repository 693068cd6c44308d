import type { Session } from 'electron';
import type { Service } from './service.ts';

type Access = Pick<Service, 'origin' | 'accessHeaders'>;

/** Only the embedded service needs the secret. It listens on 127.0.0.1. */
const serviceRequests = { urls: ['http://127.0.0.1/*', 'ws://127.0.0.1/*'] };

/**
 * Lets the windows of a session reach the service, including websockets. The network layer adds the secret: the page
 * never has it, so no script can read it or send it elsewhere.
 */
export function allowWindowRequests({ webRequest }: Pick<Session, 'webRequest'>, service: Access): void {
  webRequest.onBeforeSendHeaders(serviceRequests, ({ url, requestHeaders }, respond) => {
    if (new URL(url).origin.replace(/^ws/, 'http') !== service.origin()) return respond({});
    const headers = service.accessHeaders();
    respond(headers ? { requestHeaders: { ...requestHeaders, ...headers } } : { cancel: true });
  });
}

/** Adds the access headers to the main process's own requests to the service. Other requests are unchanged. */
export function addAccessHeaders(fetch: typeof globalThis.fetch, service: Access): typeof globalThis.fetch {
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

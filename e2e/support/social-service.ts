import { createHash, randomUUID } from 'node:crypto';
import { createServer, request as ask, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import type { TestService } from './service.ts';
import type { Credentials } from './sign-in.ts';

/** A service with GitHub sign-in: our own service behind a fake provider. */
export interface SocialService {
  readonly url: string;
  /**
   * Signs the user in at the provider, like the system's browser. Resolves to the URL that returns to the app.
   */
  readonly signInAt: (address: string) => Promise<string>;
  readonly close: () => Promise<void>;
}

/** Starts a proxy that signs everyone in as this user. */
export async function startSocialService(service: TestService, person: Credentials): Promise<SocialService> {
  /** The app's code challenge. Only the app with the matching verifier may use the code. */
  const challenges = new Map<string, string | null>();

  const pass = (request: IncomingMessage, response: ServerResponse, path = request.url) => {
    const { host } = new URL(service.url);
    const options = { method: request.method, headers: { ...request.headers, host } };
    return ask(new URL(path ?? '/', service.url), options, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
  };

  const listProviders = async (request: IncomingMessage, response: ServerResponse) => {
    const answer = await fetch(service.url + request.url, {
      headers: { apikey: service.publishableKey, origin: request.headers.origin ?? '' },
    });
    const settings = (await answer.json()) as { readonly external: object };
    const headers = [...answer.headers].filter(([name]) => name.startsWith('access-control-'));
    response.writeHead(200, [...headers, ['content-type', 'application/json']].flat());
    response.end(JSON.stringify({ ...settings, external: { ...settings.external, github: true } }));
  };

  const authorize = ({ searchParams }: URL, response: ServerResponse) => {
    const code = randomUUID();
    challenges.set(code, searchParams.get('code_challenge'));
    const back = new URL(searchParams.get('redirect_to') ?? '');
    back.searchParams.set('code', code);
    response.writeHead(302, { location: back.href }).end();
  };

  const exchange = async (request: IncomingMessage, response: ServerResponse) => {
    const { auth_code, code_verifier } = (await json(request)) as Record<string, string>;
    const proof = createHash('sha256')
      .update(code_verifier ?? '')
      .digest('base64url');
    const isTheirs = challenges.get(auth_code ?? '') === proof;
    challenges.delete(auth_code ?? '');
    const body = JSON.stringify(isTheirs ? person : { email: person.email, password: '' });
    const forwarded = pass(request, response, '/auth/v1/token?grant_type=password');
    forwarded.setHeader('content-length', Buffer.byteLength(body));
    forwarded.end(body);
  };

  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', service.url);
    const isExchange = url.pathname === '/auth/v1/token' && url.searchParams.get('grant_type') === 'pkce';
    if (request.method === 'GET' && url.pathname === '/auth/v1/settings')
      void listProviders(request, response);
    else if (url.pathname === '/auth/v1/authorize') authorize(url, response);
    else if (request.method === 'POST' && isExchange) void exchange(request, response);
    else request.pipe(pass(request, response));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    signInAt: async (address) => (await fetch(address, { redirect: 'manual' })).headers.get('location') ?? '',
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

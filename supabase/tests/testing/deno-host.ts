import { createServer, request as send, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startFunction, type DenoFunction } from './deno.ts';

interface Keys {
  readonly publishableKey: string;
  readonly secretKey: string;
  readonly encryptionKeys: string;
}

/** The embedded service that handles the functions' requests to `/rest/v1` and `/auth/v1`. */
export interface Backend extends Keys {
  readonly url: string;
}

/**
 * Returns the environment variables that each function gets from the hosted platform and the operator. `url` is the
 * service's.
 */
export const denoVariables = (
  url: string,
  keys: Keys,
  { allowsPrivate }: { readonly allowsPrivate: boolean },
) => ({
  SUPABASE_URL: url,
  SUPABASE_PUBLISHABLE_KEYS: JSON.stringify({ default: keys.publishableKey }),
  SUPABASE_SECRET_KEYS: JSON.stringify({ default: keys.secretKey }),
  CLOVER_ENCRYPTION_KEYS: keys.encryptionKeys,
  CLOVER_ALLOW_PRIVATE_ENDPOINTS: String(allowsPrivate),
});

export interface DenoHost {
  readonly url: string;
  readonly log: () => string;
  readonly close: () => Promise<void>;
}

/** Forwards a request and its response as streams. If one side closes, so does the other. */
function forward(incoming: IncomingMessage, response: ServerResponse, target: string, path: string): void {
  const { host } = new URL(target);
  const forwarded = [incoming.headers['x-forwarded-for'], incoming.socket.remoteAddress]
    .filter(Boolean)
    .join(', ');
  const outgoing = send(
    target + path,
    { method: incoming.method, headers: { ...incoming.headers, host, 'x-forwarded-for': forwarded } },
    (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
      answer.once('error', () => response.destroy());
    },
  );
  outgoing.once('error', () => response.destroy());
  response.once('close', () => outgoing.destroy());
  // The client disconnected while the function was starting, so drop the request.
  if (response.destroyed) outgoing.destroy();
  incoming.pipe(outgoing);
}

/**
 * Starts a replacement for the hosted service's gateway. `/functions/v1/<name>/…` is forwarded to the function in Deno
 * as `/<name>/…`. A function starts at its first request. All other requests are forwarded to the backend.
 */
export async function startDenoHost(backend: Backend): Promise<DenoHost> {
  const started = new Map<string, Promise<DenoFunction>>();
  let url = '';
  const functionAt = (name: string) => {
    const running =
      started.get(name) ?? startFunction(name, denoVariables(url, backend, { allowsPrivate: true }));
    started.set(name, running);
    return running;
  };
  const logs: DenoFunction[] = [];

  const server = createServer((request, response) => {
    const path = request.url ?? '/';
    const [, name] = /^\/functions\/v1\/([\w-]+)/.exec(path) ?? [];
    if (name === undefined) return forward(request, response, backend.url, path);
    functionAt(name).then(
      (running) => {
        if (!logs.includes(running)) logs.push(running);
        forward(request, response, running.url, path.replace('/functions/v1', ''));
      },
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  return {
    url,
    log: () => logs.map((running) => running.log()).join('\n'),
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await Promise.all([...started.values()].map(async (running) => (await running).stop()));
    },
  };
}

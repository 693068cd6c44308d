import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Environment } from './environment.ts';
import { sendWebResponse, toWebRequest } from './http/adapter.ts';
import { limitConnections } from './http/connections.ts';
import { corsHeaders, desktopOrigin } from './http/cors.ts';
import { createVisitorCheck, type Visitor } from './http/hosts.ts';
import { json } from './http/json.ts';
import { createMetrics } from './http/metrics.ts';
import { createBodyReader, type RequestBodyError } from './http/request-body.ts';
import type { KeepAwake } from './keep-awake.ts';
import type { Log } from './log.ts';

/** Handles requests that have passed the server's checks. */
export interface Routes {
  /** Checks whether the sender of a request may know that the service exists. By default, everyone may. */
  readonly admits?: (request: Pick<IncomingMessage, 'headers'>) => boolean;
  readonly handle: (request: Request, visitor: Visitor) => Promise<Response>;
  /** Called when a request arrives. The returned function is called once its response is sent. */
  readonly keepAwake?: KeepAwake;
  readonly handleUpgrade: (
    request: IncomingMessage,
    socket: Duplex,
    head: Buffer,
    address: string | null,
  ) => void;
}

/** Thrown if the server can't listen on this host and port. The message says what to do. */
export class ListenFailed extends Error {
  override readonly name = 'ListenFailed';
}

/**
 * How long (ms) running replies may take to finish once the service stops. After that, a last event reports the
 * interruption. Supervisors wait longer (Kubernetes 30 s, our compose.yaml 60 s).
 */
const replyGrace = 10_000;

/** How long (ms) load balancers have to notice that `/readyz` returns 503. */
const readinessDelay = 2_000;

/** How long (ms) interrupted replies may take to be stored, and connections to be closed. */
const closeGrace = 3_000;

/** How long (ms) a client may take for its headers and for the complete request, and how often that is checked. */
const clientTimeouts = {
  headersTimeout: 15_000,
  requestTimeout: 120_000,
  connectionsCheckingInterval: 5_000,
};

const pause = (ms: number) => new Promise<void>((resolve) => void setTimeout(resolve, ms).unref());

const refusalResponse = ({ status, message }: RequestBodyError): Response =>
  json({ message }, status, status === 503 ? { 'retry-after': '1' } : {});

function listen(server: Server, environment: Environment): Promise<number> {
  const { host, port, ownerMode } = environment;
  let mayMove = ownerMode;
  return new Promise((resolve, reject) => {
    const onError = (error: NodeJS.ErrnoException) => {
      // The desktop app prefers the port of its last start, but accepts any other. Windows sometimes reserves ports.
      if ((error.code === 'EADDRINUSE' || error.code === 'EACCES') && mayMove) {
        mayMove = false;
        server.once('error', onError);
        return void server.listen(0, host);
      }
      const reason =
        error.code === 'EADDRINUSE'
          ? `Port ${port} is taken by another program. Stop that program, or choose another port: PORT=${port + 1} npm start`
          : error.code === 'EACCES'
            ? `This user isn't allowed to listen on port ${port}. Choose a port above 1023: PORT=3000 npm start`
            : error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND'
              ? `This machine doesn't have the IP address ${host}. Set HOST to one of its IP addresses, or remove HOST to serve this machine only.`
              : `The server can't listen on ${host}:${port}: ${error.message}`;
      reject(new ListenFailed(reason, { cause: error }));
    };
    server.once('error', onError);
    server.listen(port, host, () => resolve((server.address() as AddressInfo).port));
  });
}

const errorName = (error: unknown): string => (error instanceof Error ? error.name : 'unknown');

/** Returns the service's URL for a browser on this machine. */
export const localUrl = ({ isLoopback, host }: Environment, port: number): string =>
  `http://${isLoopback || host === '0.0.0.0' || host === '::' ? 'localhost' : host}:${port}`;

/** Counts requests and serves `/metrics`, if the environment has a token for it. */
function withMetrics(handle: Routes['handle'], token: string | null): Routes['handle'] {
  if (token === null) return handle;
  const metrics = createMetrics(token);
  return async (request, visitor) =>
    new URL(request.url).pathname === '/metrics'
      ? metrics.page(request)
      : metrics.count(request, () => handle(request, visitor));
}

/**
 * Starts the HTTP server of an installation. It refuses unknown host names, adds the CORS headers, and passes all other
 * requests to `routes`.
 *
 * @throws ListenFailed
 */
export async function startServer(environment: Environment, routes: Routes, log: Log) {
  const visitorOf = createVisitorCheck(environment);
  const handle = withMetrics(routes.handle, environment.metricsToken);
  const { admits = () => true, keepAwake } = routes;
  const openBody = createBodyReader();
  const cut = new AbortController();
  const running = new Set<Promise<void>>();
  const ownOrigins = (visitor: Visitor) =>
    new Set([visitor.origin, ...(environment.publicUrl ? [environment.publicUrl] : [])]);

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const visitor = visitorOf(request);
    if (!visitor)
      return sendWebResponse(
        response,
        json(
          {
            message:
              'This server is not set up for this host name. Check the address, or set CLOVER_PUBLIC_URL.',
          },
          421,
        ),
      );
    const origin = request.headers.origin ?? null;
    const requested = request.headers['access-control-request-headers'];
    // The mailbox contains one-time codes, so no other origin may ever read it.
    const isShared = !request.url?.startsWith('/_mailbox');
    const cors = isShared
      ? corsHeaders(origin, ownOrigins(visitor), requested ? String(requested) : null)
      : new Headers();
    if (request.method === 'OPTIONS' && request.headers['access-control-request-method']) {
      return sendWebResponse(response, new Response(null, { status: 204, headers: cors }));
    }
    // Checked after the preflight, because browsers send a preflight without the checked headers.
    if (!admits(request)) return sendWebResponse(response, json({ message: 'Not found' }, 404));
    const controller = new AbortController();
    const leave = () => controller.abort();
    response.once('close', leave);
    cut.signal.addEventListener('abort', leave);
    const body = openBody(request, visitor.address);
    let result: Response | null = null;
    try {
      if (!body.refusal())
        result = await handle(toWebRequest(request, visitor.origin, body.stream, controller.signal), visitor);
    } catch (error) {
      if (controller.signal.aborted) return;
      if (!body.refusal()) log('request-failed', { error: errorName(error) });
    } finally {
      cut.signal.removeEventListener('abort', leave);
      body.finish();
    }
    const refusal = body.refusal();
    // The route can't tell why the request's body ended early, so this response replaces the route's.
    result = refusal
      ? refusalResponse(refusal)
      : (result ?? json({ message: 'Something went wrong on our side. Try again.' }, 500));
    for (const [name, value] of cors) {
      if (name === 'vary') response.appendHeader(name, value);
      else response.setHeader(name, value);
    }
    await sendWebResponse(response, result, cut.signal);
  }

  const server = createServer(clientTimeouts, (request, response) => {
    const end = keepAwake?.();
    const answered: Promise<void> = answer(request, response)
      .catch((error: unknown) => {
        log('request-failed', { error: errorName(error) });
        response.destroy();
      })
      .finally(() => {
        end?.();
        running.delete(answered);
      });
    running.add(answered);
  });
  limitConnections(server, environment);
  // The server no longer tracks upgraded connections, but waits for them when it closes.
  const upgraded = new Set<Duplex>();
  server.on('upgrade', (request, socket, head) => {
    // On an upgrade, Node removes its own error listener. Without this one, a reset connection would end the process.
    socket.on('error', () => {});
    upgraded.add(socket);
    socket.once('close', () => upgraded.delete(socket));
    const visitor = visitorOf(request);
    const origin = request.headers.origin ?? null;
    const isOwn =
      admits(request) &&
      visitor !== null &&
      (origin === null || origin === desktopOrigin || ownOrigins(visitor).has(origin));
    if (!isOwn || !request.url?.startsWith('/realtime/v1/'))
      return void socket.end('HTTP/1.1 403 Forbidden\r\nconnection: close\r\n\r\n');
    routes.handleUpgrade(request, socket, head, visitor.address);
  });

  const port = await listen(server, environment);
  return {
    port,
    /**
     * Waits for running requests, such as streaming replies, up to a time limit. New requests still get responses
     * during that time.
     */
    async settle() {
      const noticePause = environment.isLoopback ? undefined : pause(readinessDelay);
      const allEnded = Promise.all(running);
      await Promise.race([allEnded, pause(replyGrace)]);
      cut.abort();
      await Promise.race([allEnded, pause(closeGrace)]);
      await noticePause;
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeIdleConnections();
        setTimeout(() => {
          server.closeAllConnections();
          for (const socket of upgraded) socket.destroy();
        }, closeGrace).unref();
      }),
  };
}

import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Environment } from './environment.ts';
import { sendWebResponse, toWebRequest } from './http/adapter.ts';
import { capConnections } from './http/connections.ts';
import { corsHeaders, desktopOrigin } from './http/cors.ts';
import { createVisitorCheck, type Visitor } from './http/hosts.ts';
import { json } from './http/json.ts';
import { createBodyReader, type BodyRefused } from './http/request-body.ts';
import type { Log } from './log.ts';

/** What answers the requests that got past the server's own checks. */
export interface Routes {
  /** Whether the sender of a request may know that there is a service at all; everybody where it is left out. */
  readonly admits?: (request: Pick<IncomingMessage, 'headers'>) => boolean;
  readonly handle: (request: Request, visitor: Visitor) => Promise<Response>;
  readonly handleUpgrade: (
    request: IncomingMessage,
    socket: Duplex,
    head: Buffer,
    address: string | null,
  ) => void;
}

/** The port is taken, or the host is not ours to listen on. The message says what to do. */
export class ListenFailed extends Error {
  override readonly name = 'ListenFailed';
}

/**
 * How long (ms) replies under way may take to end once the service stops; then they are ended with an event that says
 * so. Most replies are done by then, and supervisors wait longer (Kubernetes 30 s, our compose.yaml 60 s).
 */
const replyGrace = 10_000;

/** How long (ms) whoever sends people here has to notice that `/readyz` has turned 503. */
const noticeTime = 2_000;

/** How long connections may stay open after that. */
const closeGrace = 3_000;

/** How long (ms) a client may take for its headers, and for a whole request; and how often that is checked. */
const slowestClient = { headersTimeout: 15_000, requestTimeout: 120_000, connectionsCheckingInterval: 5_000 };

const pause = (ms: number) => new Promise<void>((resolve) => void setTimeout(resolve, ms).unref());

const refusalReply = ({ status, message }: BodyRefused): Response =>
  json({ message }, status, status === 503 ? { 'retry-after': '1' } : {});

function listen(server: Server, environment: Environment): Promise<number> {
  const { host, port, ownerMode } = environment;
  let mayMove = ownerMode;
  return new Promise((resolve, reject) => {
    const onError = (error: NodeJS.ErrnoException) => {
      // The desktop app prefers the port of its last start, and takes any other.
      if (error.code === 'EADDRINUSE' && mayMove) {
        mayMove = false;
        server.once('error', onError);
        return void server.listen(0, host);
      }
      const reason =
        error.code === 'EADDRINUSE'
          ? `Port ${port} is taken by another program. Stop that program, or choose another port: PORT=${port + 1} npm start`
          : error.code === 'EACCES'
            ? `Port ${port} needs more rights than this user has. Choose a port above 1023: PORT=3000 npm start`
            : error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND'
              ? `This machine has no address ${host}. Set HOST to one of its own, or leave it out for this machine only.`
              : `The server cannot listen on ${host}:${port}: ${error.message}`;
      reject(new ListenFailed(reason, { cause: error }));
    };
    server.once('error', onError);
    server.listen(port, host, () => resolve((server.address() as AddressInfo).port));
  });
}

/**
 * The HTTP server of one installation: refuses names that are not ours, answers CORS, hands the rest to `routes`.
 * Rejects with ListenFailed.
 */
export async function startServer(environment: Environment, routes: Routes, log: Log) {
  const visitorOf = createVisitorCheck(environment);
  const { admits = () => true } = routes;
  const openBody = createBodyReader();
  const cut = new AbortController();
  const underWay = new Set<Promise<void>>();
  const ownOrigins = (visitor: Visitor) =>
    new Set([visitor.origin, ...(environment.publicUrl ? [environment.publicUrl] : [])]);

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const visitor = visitorOf(request);
    if (!visitor)
      return sendWebResponse(response, json({ message: 'This server does not answer to that name.' }, 421));
    const origin = request.headers.origin ?? null;
    const requested = request.headers['access-control-request-headers'];
    // The mailbox holds one-time codes: no other origin may ever read it.
    const isShared = !request.url?.startsWith('/_mailbox');
    const cors = isShared
      ? corsHeaders(origin, ownOrigins(visitor), requested ? String(requested) : null)
      : new Headers();
    if (request.method === 'OPTIONS' && request.headers['access-control-request-method']) {
      return sendWebResponse(response, new Response(null, { status: 204, headers: cors }));
    }
    // After the preflight, with which a browser sends nothing that could open anything.
    if (!admits(request)) return sendWebResponse(response, json({ message: 'Not found' }, 404));
    const controller = new AbortController();
    const leave = () => controller.abort();
    response.once('close', leave);
    cut.signal.addEventListener('abort', leave);
    const body = openBody(request, visitor.address);
    let reply: Response | null = null;
    try {
      if (!body.refusal())
        reply = await routes.handle(
          toWebRequest(request, visitor.origin, body.stream, controller.signal),
          visitor,
        );
    } catch (error) {
      if (controller.signal.aborted) return;
      if (!body.refusal()) log('request-failed', { error: error instanceof Error ? error.name : 'unknown' });
    } finally {
      cut.signal.removeEventListener('abort', leave);
      body.finish();
    }
    const refusal = body.refusal();
    // A route cannot know why its body broke off, so this replaces whatever it answered.
    reply = refusal
      ? refusalReply(refusal)
      : (reply ?? json({ message: 'Something went wrong on our side. Try again.' }, 500));
    for (const [name, value] of cors) {
      if (name === 'vary') response.appendHeader(name, value);
      else response.setHeader(name, value);
    }
    await sendWebResponse(response, reply, cut.signal);
  }

  const server = createServer(slowestClient, (request, response) => {
    const answered: Promise<void> = answer(request, response)
      .catch((error: unknown) => {
        log('request-failed', { error: error instanceof Error ? error.name : 'unknown' });
        response.destroy();
      })
      .finally(() => underWay.delete(answered));
    underWay.add(answered);
  });
  capConnections(server, environment);
  // The server forgets a connection once it is upgraded, and would wait for it forever when it closes.
  const upgraded = new Set<Duplex>();
  server.on('upgrade', (request, socket, head) => {
    // Node takes its own listener away here: without this one, a connection that is reset ends the process.
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
    /** Lets the replies under way end, for a set time, while new requests are still answered. */
    async settle() {
      const noticed = environment.isLoopback ? undefined : pause(noticeTime);
      const ended = Promise.all(underWay);
      await Promise.race([ended, pause(replyGrace)]);
      cut.abort();
      await Promise.race([ended, pause(closeGrace)]);
      await noticed;
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeIdleConnections();
        // Streams and sockets may stay open for long: they get a moment, then they are cut.
        setTimeout(() => {
          server.closeAllConnections();
          for (const socket of upgraded) socket.destroy();
        }, closeGrace).unref();
      }),
  };
}

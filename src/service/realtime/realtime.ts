import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer, type WebSocket } from 'ws';
import { sessionEndChannel } from '../auth/schema.ts';
import type { ApiRole, Claims, Database } from '../database/database.ts';
import { silentLog, type Log } from '../log.ts';
import { installCapture, notifyChannel } from './capture.ts';
import { readCatalogue, type PublishedTable } from './catalogue.ts';
import { openConnection, type Connection, type Seat } from './connection.ts';
import { createDelivery } from './delivery.ts';
import { createHub } from './hub.ts';
import { limits } from './limits.ts';
import { createPlaces } from './places.ts';
import { isVersion } from './protocol.ts';
import { createPump } from './pump.ts';
import { createChangeQueue } from './queue.ts';
import { createRelay } from './relay.ts';

export interface RealtimeOptions {
  readonly database: Database;
  /** Verifies a user's access token; null when it is expired or forged. */
  readonly verifyToken: (token: string) => Promise<Claims | null>;
  /** The role that an API key stands for; null when it is none. */
  readonly apiKeyRole: (key: string) => ApiRole | null;
  /** Whether the session behind a token still exists; asked at joins, renewals and heartbeats. */
  readonly isSessionLive?: (claims: Claims) => Promise<boolean>;
  readonly clock?: () => Date;
  readonly log?: Log;
}

/** `/realtime/v1` of the embedded service. */
export interface Realtime {
  /** Installs the capture on the published tables and begins to listen. Migrations must have run. */
  start(): Promise<void>;
  /**
   * Takes over the upgrade of `/realtime/v1/websocket`, for a client at `address`. Host and Origin must have been
   * checked.
   */
  handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer, address: string | null): void;
  /** Says goodbye to every client and stops. */
  close(): Promise<void>;
}

/** A connection to the database may drop and lose a notice, so the queue is also read now and then. */
const sweepsBetweenLooks = 5;

const goingAway = 1001;
/** Clients connect again, and the app reads its tables again when a channel opens after a break. */
const serviceRestart = 1012;

function refuse(socket: Duplex, status: string): void {
  socket.on('error', () => {});
  socket.end(`HTTP/1.1 ${status}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`);
}

/** Makes the realtime part of the service, which speaks the protocol of `@supabase/realtime-js` (1.0.0 and 2.0.0). */
export function createRealtime(options: RealtimeOptions): Realtime {
  const { database, clock = () => new Date(), log = silentLog } = options;
  const server = new WebSocketServer({
    noServer: true,
    perMessageDeflate: false,
    maxPayload: limits.messageBytes,
  });
  const hub = createHub();
  const connections = new Map<WebSocket, Connection>();
  const queue = createChangeQueue(database);
  const pump = createPump({
    queue,
    hub,
    deliver: createDelivery(database, hub, log),
    onMissed: () => {
      for (const client of connections.keys())
        client.close(serviceRestart, 'changes were missed, join again');
    },
    log,
  });
  const relay = createRelay(database, hub, log);
  const places = createPlaces<WebSocket>((client) => client.terminate());
  let tables: readonly PublishedTable[] = [];
  let lastId = 0;
  let sweeps = 0;
  let timers: readonly NodeJS.Timeout[] = [];
  let unlisten: (() => Promise<void>) | null = null;

  const context = {
    hub,
    pump,
    relay,
    tables: () => tables,
    verifyToken: options.verifyToken,
    apiKeyRole: options.apiKeyRole,
    isSessionLive: options.isSessionLive ?? (async () => true),
    now: () => clock().getTime(),
    nextId: () => (lastId += 1),
    log,
  };

  function endChannelsOf(id: string): void {
    for (const connection of connections.values()) connection.endChannelsOf(id);
  }

  function sweep(): void {
    for (const connection of connections.values()) connection.sweep();
    sweeps += 1;
    if (sweeps % sweepsBetweenLooks === 0) pump.wake();
  }

  const cleanUp = () =>
    void queue.cleanUp().catch((error: unknown) => {
      if (unlisten)
        log('realtime.clean-up-failed', { error: error instanceof Error ? error.name : 'unknown' });
    });

  return {
    async start() {
      tables = await readCatalogue(database);
      await installCapture(database, tables);
      const undo = [
        await database.listen(
          notifyChannel,
          () => pump.wake(),
          () => pump.wake(),
        ),
        // Should a notice be lost with its connection, the next heartbeat finds out.
        await database.listen(sessionEndChannel, endChannelsOf),
        await relay.start(),
      ];
      unlisten = async () => void (await Promise.all(undo.map((stop) => stop())));
      timers = [setInterval(sweep, limits.sweepMs), setInterval(cleanUp, limits.cleanUpMs)];
      for (const timer of timers) timer.unref();
    },

    handleUpgrade(request, socket, head, address) {
      const { pathname, searchParams } = new URL(request.url ?? '/', 'http://service');
      const version = searchParams.get('vsn') ?? '1.0.0';
      const keyRole = options.apiKeyRole(searchParams.get('apikey') ?? '');
      if (pathname !== '/realtime/v1/websocket') return refuse(socket, '404 Not Found');
      if (!keyRole) return refuse(socket, '401 Unauthorized');
      if (!isVersion(version)) return refuse(socket, '400 Bad Request');
      if (!unlisten) return refuse(socket, '503 Service Unavailable');
      server.handleUpgrade(request, socket, head, (client) => {
        places.enter(client, address);
        const seat: Seat = {
          claim: (owner) => places.claim(client, owner),
          release: () => places.release(client),
        };
        client.on('close', () => {
          connections.delete(client);
          places.leave(client);
        });
        connections.set(client, openConnection(client, version, keyRole, seat, context));
      });
    },

    async close() {
      for (const timer of timers) clearInterval(timer);
      const silence = unlisten;
      unlisten = null;
      await silence?.();
      await pump.stop();
      const clients = [...connections.keys()];
      const gone = Promise.all(
        clients.map((client) => new Promise((resolve) => client.once('close', resolve))),
      );
      for (const client of clients) client.close(goingAway, 'the service is stopping');
      const deadline = setTimeout(() => clients.forEach((client) => client.terminate()), limits.goodbyeMs);
      await gone;
      clearTimeout(deadline);
    },
  };
}

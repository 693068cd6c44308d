import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer, type WebSocket } from 'ws';
import { sessionEndChannel } from '../auth/schema.ts';
import type { ApiRole, Claims, Database } from '../database/database.ts';
import { silentLog, type Log } from '../log.ts';
import { installCapture, notifyChannel } from './capture.ts';
import { readCatalog, type PublishedTable } from './catalog.ts';
import { createConnectionSlots } from './connection-slots.ts';
import { openConnection, type Connection, type ConnectionSlot } from './connection.ts';
import { createDelivery } from './delivery.ts';
import { createHub } from './hub.ts';
import { limits } from './limits.ts';
import { isVersion } from './protocol.ts';
import { createPump } from './pump.ts';
import { createChangeQueue } from './queue.ts';
import { createRelay } from './relay.ts';

export interface RealtimeOptions {
  readonly database: Database;
  /** Verifies a user's access token. Resolves to null if it is expired or forged. */
  readonly verifyToken: (token: string) => Promise<Claims | null>;
  /** Returns the role of an API key, or null if the key is not valid. */
  readonly apiKeyRole: (key: string) => ApiRole | null;
  /** Checks whether a token's session still exists, at joins, renewals and heartbeats. */
  readonly isSessionLive?: (claims: Claims) => Promise<boolean>;
  readonly clock?: () => Date;
  readonly log?: Log;
}

/** A notification may get lost with its connection, so the queue is also read every few sweeps. */
const sweepsBetweenReads = 5;

const goingAway = 1001;
/**
 * The close code for a service restart. Clients then reconnect, and the app reads its tables again when a channel
 * reopens.
 */
const serviceRestart = 1012;

function refuseUpgrade(socket: Duplex, status: string): void {
  socket.on('error', () => {});
  socket.end(`HTTP/1.1 ${status}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`);
}

/** Implements the protocol of `@supabase/realtime-js` (1.0.0 and 2.0.0). */
export function createRealtime(options: RealtimeOptions) {
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
  const slots = createConnectionSlots<WebSocket>((client) => client.terminate());
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

  function sweep(): void {
    for (const connection of connections.values()) connection.sweep();
    sweeps += 1;
    if (sweeps % sweepsBetweenReads === 0) pump.wake();
  }

  const cleanUp = () =>
    void queue.cleanUp().catch((error: unknown) => {
      if (unlisten)
        log('realtime.clean-up-failed', { error: error instanceof Error ? error.name : 'unknown' });
    });

  return {
    /** Installs triggers on the published tables and starts listening. Migrations must have run. */
    async start(): Promise<void> {
      tables = await readCatalog(database);
      await installCapture(database, tables);
      const undo = [
        await database.listen(
          notifyChannel,
          () => pump.wake(),
          () => pump.wake(),
        ),
        // If a notification gets lost with its connection, the next heartbeat detects the ended session.
        await database.listen(sessionEndChannel, (id) => {
          for (const connection of connections.values()) connection.endChannelsOf(id);
        }),
        await relay.start(),
      ];
      unlisten = async () => void (await Promise.all(undo.map((stop) => stop())));
      timers = [setInterval(sweep, limits.sweepMs), setInterval(cleanUp, limits.cleanUpMs)];
      for (const timer of timers) timer.unref();
    },

    /** Handles the upgrade of `/realtime/v1/websocket`. The caller must have checked Host and Origin. */
    handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer, address: string | null): void {
      const { pathname, searchParams } = new URL(request.url ?? '/', 'http://service');
      const version = searchParams.get('vsn') ?? '1.0.0';
      const keyRole = options.apiKeyRole(searchParams.get('apikey') ?? '');
      if (pathname !== '/realtime/v1/websocket') return refuseUpgrade(socket, '404 Not Found');
      if (!keyRole) return refuseUpgrade(socket, '401 Unauthorized');
      if (!isVersion(version)) return refuseUpgrade(socket, '400 Bad Request');
      if (!unlisten) return refuseUpgrade(socket, '503 Service Unavailable');
      server.handleUpgrade(request, socket, head, (client) => {
        slots.enter(client, address);
        const slot: ConnectionSlot = {
          claim: (owner) => slots.claim(client, owner),
          release: () => slots.release(client),
        };
        client.on('close', () => {
          connections.delete(client);
          slots.leave(client);
        });
        connections.set(client, openConnection(client, version, keyRole, slot, context));
      });
    },

    async close(): Promise<void> {
      for (const timer of timers) clearInterval(timer);
      const stopListening = unlisten;
      unlisten = null;
      await stopListening?.();
      await pump.stop();
      const clients = [...connections.keys()];
      const closed = Promise.all(
        clients.map((client) => new Promise((resolve) => client.once('close', resolve))),
      );
      for (const client of clients) client.close(goingAway, 'the service is stopping');
      const deadline = setTimeout(
        () => clients.forEach((client) => client.terminate()),
        limits.closeTimeoutMs,
      );
      await closed;
      clearTimeout(deadline);
    },
  };
}

export type Realtime = ReturnType<typeof createRealtime>;

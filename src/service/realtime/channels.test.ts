import { once } from 'node:events';
import { createClient, type RealtimeChannel, type SupabaseClient } from '@supabase/supabase-js';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import type { Database } from '../database/database.ts';
import { describeDatabases } from '../testing/databases.ts';
import {
  ada,
  ben,
  listen,
  publishableKey,
  secretKey,
  startRealtime,
  testTables,
  type TestServer,
} from './testing/realtime-server.ts';

/** Joins a channel without tables. Resolves to the first status that `subscribe` reports. */
const join = (client: SupabaseClient, topic: string, config = {}) =>
  subscribe(client.channel(topic, { config }));

const subscribe = (channel: RealtimeChannel) => {
  const reports: string[] = [];
  return new Promise<{ channel: typeof channel; reports: string[]; error: Error | undefined }>((resolve) => {
    channel.subscribe((status, error) => {
      reports.push(status);
      resolve({ channel, reports, error });
    });
  });
};

const hour = 3_600_000;

describeDatabases('channels', (open) => {
  let database: Database;
  let server: TestServer;

  beforeAll(async () => {
    database = await open();
    await database.execute(testTables);
    server = await startRealtime(database);
  });
  afterEach(() => server.disconnect());
  afterAll(() => server.close());

  const write = (owner: string, body: string) =>
    database.query('insert into public.notes (owner, body) values ($1, $2)', [owner, body]);
  const later = (milliseconds: number) => {
    server.clock.now = new Date(server.clock.now.getTime() + milliseconds);
  };

  it("keeps the library's defaults: timeout 10 s, retries after 1, 2, 5 and 10 s [REAL-011, REAL-012]", () => {
    const { realtime } = createClient(server.url, publishableKey);
    expect(realtime.timeout).toBe(10_000);
    expect([1, 2, 3, 4, 5].map((attempt) => realtime.reconnectAfterMs(attempt))).toEqual([
      1_000, 2_000, 5_000, 10_000, 10_000,
    ]);
  });

  it('sends changes in protocol 1.0.0 too', async () => {
    const client = createClient(server.url, publishableKey, { realtime: { vsn: '1.0.0' } });
    await client.realtime.setAuth(await server.token(ada));
    const adas = await listen(client, { event: 'INSERT' });
    await write(ada, 'in objects');
    const seen = await adas.receive(1);
    expect(seen[0]!.new).toMatchObject({ body: 'in objects' });
    await client.removeAllChannels();
  });

  it('refuses a token that has expired', async () => {
    const client = await server.client(ada, { exp: Math.floor(server.clock.now.getTime() / 1_000) - 1 });
    const { reports, error } = await join(client, 'with an old token');
    expect(reports).toEqual(['CHANNEL_ERROR']);
    expect(error?.message).toContain('InvalidJWTToken');
  });

  it('refuses a token whose session was ended', async () => {
    server.endedSessions.add('ended before');
    const client = await server.client(ada, { session_id: 'ended before' });
    const { reports } = await join(client, 'after sign-out');
    expect(reports).toEqual(['CHANNEL_ERROR']);
  });

  it('closes a channel when its token expires, and sends nothing in between', async () => {
    const adas = await listen(await server.client(ada));
    later(hour + 1_000);
    await write(ada, 'too late');
    await vi.waitFor(() => expect(adas.channel.state).toBe('closed'), { timeout: 5_000 });
    expect(adas.system.status).toBe('ok');
    expect(adas.events).toEqual([]);
  });

  it('continues with a renewed token', async () => {
    const client = await server.client(ada);
    const adas = await listen(client);
    later(hour - 60_000);
    await client.realtime.setAuth(await server.token(ada));
    // A socket's messages are handled in order, so the response to this heartbeat arrives after the renewal was
    // processed.
    await new Promise<void>((resolve) => {
      client.realtime.onHeartbeat((status) => status === 'ok' && resolve());
      void client.realtime.sendHeartbeat();
    });
    later(2 * 60_000);
    await write(ada, 'still here');
    const seen = await adas.receive(1);
    expect(seen.map((change) => change.new['body'])).toEqual(['still here']);
  });

  it('closes a channel whose renewal is refused', async () => {
    const client = await server.client(ada);
    const adas = await listen(client);
    await client.realtime.setAuth(`${await server.token(ada)}forged`);
    await vi.waitFor(() => expect(adas.channel.state).toBe('closed'));
    expect(adas.events).toEqual([]);
  });

  it('switches to the next user of the same socket', async () => {
    const client = await server.client(ada);
    const channel = await listen(client);
    await client.realtime.setAuth(await server.token(ben));
    const marker = await listen(client, { event: 'INSERT' });
    await write(ada, 'by Ada');
    await write(ben, 'by Ben');
    await marker.receive(1);
    const seen = await channel.receive(1);
    expect(seen.map((change) => change.new['body'])).toEqual(['by Ben']);
  });

  it('sends nothing if a channel stays open after a sign-out', async () => {
    const client = await server.client(ada);
    const statuses: { status: string }[] = [];
    const adas = await listen(client);
    adas.channel.on('system', {}, (message) => statuses.push(message as { status: string }));
    // At sign-out, supabase-js replaces the token with the publishable key.
    await client.realtime.setAuth(publishableKey);
    await vi.waitFor(() => expect(statuses).toMatchObject([{ status: 'error' }]));
    const other = await listen(await server.client(ada));
    await write(ada, 'after sign-out');
    await other.receive(1);
    expect(adas.events).toEqual([]);
  });

  it('closes the channels of an ended session at the next heartbeat', async () => {
    const client = await server.client(ada, { session_id: 'ended meanwhile' });
    const adas = await listen(client);
    server.endedSessions.add('ended meanwhile');
    await client.realtime.sendHeartbeat();
    await vi.waitFor(() => expect(adas.channel.state).toBe('closed'));
    expect(adas.system.status).toBe('ok');
  });

  it('keeps the channels of visitors without a session', async () => {
    const client = await server.client();
    const open = await listen(client, { table: 'plain', event: 'INSERT', filter: 'room=eq.visitors' });
    await client.realtime.sendHeartbeat();
    // This subscription is confirmed after the heartbeat was processed.
    await listen(client, { table: 'plain' });
    await database.query(`insert into public.plain (room, label) values ('visitors', 'still received')`);
    const seen = await open.receive(1);
    expect(seen.map((change) => change.new['label'])).toEqual(['still received']);
  });

  it("lets the service's secret key see every row", async () => {
    const client = createClient(server.url, secretKey);
    const all = await listen(client, { event: 'INSERT' });
    await write(ada, 'by Ada');
    await write(ben, 'by Ben');
    const seen = await all.receive(2);
    expect(seen.map((change) => change.new['body'])).toEqual(['by Ada', 'by Ben']);
    await client.removeAllChannels();
  });

  it('reconnects after a lost connection, and receives later changes', async () => {
    const client = createClient(server.url, publishableKey, { realtime: { reconnectAfterMs: () => 20 } });
    await client.realtime.setAuth(await server.token(ada));
    const adas = await listen(client);
    const rejoined = new Promise<void>((resolve) => adas.channel.on('system', {}, () => resolve()));
    const [request] = await Promise.all([once(server.server, 'upgrade'), breakConnections()]);
    expect(request).toBeDefined();
    await rejoined;
    await write(ada, 'after the break');
    const seen = await adas.receive(1);
    expect(seen.map((change) => change.new['body'])).toEqual(['after the break']);
    await client.removeAllChannels();

    async function breakConnections() {
      (client.realtime as unknown as { socketAdapter: { getSocket(): { conn: WebSocket } } }).socketAdapter
        .getSocket()
        .conn.close(4_000, 'broken');
    }
  });

  it('sends a broadcast to the others in the room, and to the sender on request', async () => {
    const [one, two, own] = [await server.client(ada), await server.client(ben), await server.client()];
    const received: Record<string, unknown[]> = { one: [], two: [], own: [] };
    const room = async (name: string, client: SupabaseClient, config = {}) => {
      const channel = client.channel('a room', { config });
      channel.on('broadcast', { event: 'wave' }, ({ payload }) => received[name]!.push(payload));
      await new Promise<void>((resolve) =>
        channel.subscribe((status) => status === 'SUBSCRIBED' && resolve()),
      );
      return channel;
    };
    const first = await room('one', one);
    await room('two', two);
    const loud = await room('own', own, { broadcast: { self: true, ack: true } });
    await first.send({ type: 'broadcast', event: 'wave', payload: { from: 'ada', text: '🍀' } });
    await expect(loud.send({ type: 'broadcast', event: 'wave', payload: { from: 'visitor' } })).resolves.toBe(
      'ok',
    );
    await vi.waitFor(() => expect(received['two']).toHaveLength(2));
    expect(received['two']).toEqual([{ from: 'ada', text: '🍀' }, { from: 'visitor' }]);
    await vi.waitFor(() => expect(received['own']).toHaveLength(2));
    await vi.waitFor(() => expect(received['one']).toHaveLength(1));
    expect(received['one']).toEqual([{ from: 'visitor' }]);
  });

  it('sends bytes, and connects both protocols in one room', async () => {
    const old = createClient(server.url, publishableKey, { realtime: { vsn: '1.0.0' } });
    const [modern, oldPayloads, modernPayloads] = [
      await server.client(ben),
      [] as unknown[],
      [] as unknown[],
    ];
    const sender = await join(await server.client(ada), 'mixed');
    const subscribe = (client: SupabaseClient, payloads: unknown[]) =>
      new Promise<ReturnType<SupabaseClient['channel']>>((resolve) => {
        const channel = client.channel('mixed');
        channel
          .on('broadcast', { event: '*' }, ({ payload }) => payloads.push(payload))
          .subscribe((status) => status === 'SUBSCRIBED' && resolve(channel));
      });
    const oldChannel = await subscribe(old, oldPayloads);
    await subscribe(modern, modernPayloads);
    await sender.channel.send({
      type: 'broadcast',
      event: 'data',
      payload: new Uint8Array([1, 2, 250]).buffer,
    });
    await sender.channel.send({ type: 'broadcast', event: 'text', payload: { n: 1 } });
    await oldChannel.send({ type: 'broadcast', event: 'text', payload: { n: 2 } });
    await vi.waitFor(() => expect(modernPayloads).toHaveLength(3));
    expect(new Uint8Array(modernPayloads[0] as ArrayBuffer)).toEqual(new Uint8Array([1, 2, 250]));
    expect(modernPayloads.slice(1)).toEqual([{ n: 1 }, { n: 2 }]);
    // Protocol version 1.0.0 can't send bytes.
    expect(oldPayloads).toEqual([{ n: 1 }]);
    await old.removeAllChannels();
  });

  it('refuses private channels and presence with a message', async () => {
    const { error } = await join(await server.client(ada), 'secret room', { private: true });
    expect(error?.message).toContain('private channels are not available');
    const messages: unknown[] = [];
    const channel = (await server.client(ada)).channel('who is here');
    await subscribe(
      channel
        .on('presence', { event: 'sync' }, () => {})
        .on('system', {}, (message: unknown) => messages.push(message)),
    );
    await vi.waitFor(() =>
      expect(messages).toContainEqual(
        expect.objectContaining({
          extension: 'presence',
          status: 'error',
          message: 'presence is not available',
        }),
      ),
    );
    await expect(channel.track({ online: true })).resolves.toBe('error');
    expect(channel.presenceState()).toEqual({});
  });
});

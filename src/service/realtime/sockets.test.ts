import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { WebSocket } from 'ws';
import type { OpenedDatabase } from '../database/opened-database.ts';
import { openTestDatabase } from '../testing/databases.ts';
import { limits } from './limits.ts';
import {
  ada,
  ben,
  listen,
  publishableKey,
  startRealtime,
  testTables,
  type TestServer,
} from './testing/realtime-server.ts';

/** A client without supabase-js, for sending messages that supabase-js never sends. */
interface Bare {
  readonly socket: WebSocket;
  readonly messages: unknown[][];
  send(message: unknown): void;
  join(topic: string, payload?: unknown): Promise<unknown>;
  /** Resolves to the close code of the socket. */
  readonly closed: Promise<number>;
}

describe('sockets', () => {
  let database: OpenedDatabase;
  let server: TestServer;
  const opened: WebSocket[] = [];

  beforeAll(async () => {
    database = await openTestDatabase('pglite');
    await database.execute(testTables);
    server = await startRealtime(database);
  });
  afterEach(() => {
    vi.useRealTimers();
    for (const socket of opened.splice(0)) socket.terminate();
    server.disconnect();
  });
  afterAll(async () => {
    await server.close();
    await database.close();
  });

  const address = (query: string, path = '/realtime/v1/websocket') =>
    `${server.url.replace('http', 'ws')}${path}?${query}`;

  /** Resolves to the response status of a refused upgrade. */
  const statusOf = (url: string) =>
    new Promise<number | undefined>((resolve) => {
      const socket = new WebSocket(url);
      socket.on('unexpected-response', (request, response) => {
        resolve(response.statusCode);
        request.destroy();
      });
      socket.on('open', () => resolve(101));
      socket.on('error', () => {});
    });

  async function bare(): Promise<Bare> {
    const socket = new WebSocket(address(`apikey=${encodeURIComponent(publishableKey)}&vsn=2.0.0`));
    opened.push(socket);
    const messages: unknown[][] = [];
    socket.on('message', (data: Buffer, isBinary) =>
      messages.push(isBinary ? [data] : (JSON.parse(data.toString()) as unknown[])),
    );
    const closed = new Promise<number>((resolve) => socket.on('close', resolve));
    await new Promise<void>((resolve) => socket.on('open', () => resolve()));
    let refs = 0;
    const send = (message: unknown) =>
      socket.send(typeof message === 'string' ? message : JSON.stringify(message));
    return {
      socket,
      messages,
      send,
      closed,
      async join(topic, payload = {}) {
        const ref = String((refs += 1));
        send([ref, ref, topic, 'phx_join', payload]);
        return vi.waitFor(
          () => {
            const reply = messages.find(([, to, , event]) => to === ref && event === 'phx_reply');
            if (!reply) throw new Error('no reply yet');
            return reply[4];
          },
          { interval: 1 },
        );
      },
    };
  }

  it('opens a socket only for a known key, path and protocol', async () => {
    const key = `apikey=${encodeURIComponent(publishableKey)}`;
    expect(await statusOf(address('vsn=2.0.0'))).toBe(401);
    expect(await statusOf(address('apikey=wrong&vsn=2.0.0'))).toBe(401);
    expect(await statusOf(address(`${key}&vsn=3.0.0`))).toBe(400);
    expect(await statusOf(address(`${key}&vsn=2.0.0`, '/realtime/v1/other'))).toBe(404);
    expect(await statusOf(address(`${key}&vsn=2.0.0`))).toBe(101);
  });

  it.each([
    ['no JSON', 'hello'],
    ['JSON of another shape', '{"topic":"x"}'],
    ['an array that is too short', '["1","1","phoenix"]'],
    ['a topic that is too long', ['1', '1', 'x'.repeat(limits.topicLength + 1), 'phx_join', {}]],
    ['a reference that is not text', [{}, '1', 'phoenix', 'heartbeat', {}]],
  ])('closes the socket on %s', async (_, message) => {
    const client = await bare();
    client.send(message);
    expect(await client.closed).toBe(1008);
  });

  it('closes the socket on an invalid binary frame', async () => {
    for (const frame of [
      [],
      [3],
      [3, 255, 255, 255, 255, 255, 1],
      [9, 0, 0, 1, 1, 0, 1, 65, 66],
      [3, 0, 0, 1, 1, 0, 1, 65, 66, 123],
    ]) {
      const client = await bare();
      client.socket.send(Buffer.from(frame));
      expect(await client.closed).toBe(1008);
    }
  });

  it('closes the socket on a message over the limit', async () => {
    const client = await bare();
    client.send(`"${'x'.repeat(limits.messageBytes)}"`);
    expect(await client.closed).toBe(1009);
  });

  it('responds to a heartbeat, and refuses unknown events', async () => {
    const client = await bare();
    client.send([null, '7', 'phoenix', 'heartbeat', {}]);
    client.send([null, '8', 'realtime:never joined', 'broadcast', {}]);
    await vi.waitFor(() => expect(client.messages).toHaveLength(2));
    expect(client.messages).toEqual([
      [null, '7', 'phoenix', 'phx_reply', { status: 'ok', response: {} }],
      [
        null,
        '8',
        'realtime:never joined',
        'phx_reply',
        { status: 'error', response: { reason: 'unmatched topic' } },
      ],
    ]);
  });

  it.each([
    ['a topic of another kind', 'phoenix:x', {}],
    ['a binding without an event', 'realtime:x', { config: { postgres_changes: [{ schema: 'public' }] } }],
    [
      'too many bindings',
      'realtime:x',
      { config: { postgres_changes: Array.from({ length: limits.bindings + 1 }, () => ({ event: '*' })) } },
    ],
    ['a token that is not text', 'realtime:x', { access_token: 7 }],
  ])('refuses a join with %s', async (_, topic, payload) => {
    const client = await bare();
    expect(await client.join(topic, payload)).toEqual({
      status: 'error',
      response: { reason: 'the join is malformed' },
    });
  });

  it('limits the channels of a socket', async () => {
    const client = await bare();
    for (let index = 0; index < limits.channels; index += 1) {
      server.clock.now = new Date(server.clock.now.getTime() + 50);
      expect(await client.join(`realtime:${index}`)).toMatchObject({ status: 'ok' });
    }
    expect(await client.join('realtime:one more')).toEqual({
      status: 'error',
      response: { reason: 'too many channels' },
    });
    // Joining a topic again replaces the earlier join.
    expect(await client.join('realtime:0')).toMatchObject({ status: 'ok' });
  });

  it('refuses joins that come too fast, and accepts them again a second later', async () => {
    const client = await bare();
    for (let index = 0; index < 2 * limits.joinsPerSecond; index += 1) await client.join('realtime:again');
    expect(await client.join('realtime:again')).toEqual({
      status: 'error',
      response: { reason: 'too many joins per second' },
    });
    server.clock.now = new Date(server.clock.now.getTime() + 1_000);
    expect(await client.join('realtime:again')).toMatchObject({ status: 'ok' });
  });

  it('closes a socket that sends too fast', async () => {
    const client = await bare();
    for (let index = 0; index <= 2 * limits.messagesPerSecond; index += 1)
      client.send([null, null, 'phoenix', 'heartbeat', {}]);
    expect(await client.closed).toBe(1008);
  });

  it('closes a socket that was silent for too long', async () => {
    const client = await bare();
    server.clock.now = new Date(server.clock.now.getTime() + limits.silenceMs + 1);
    expect(await client.closed).toBe(1006);
  });

  it('closes a socket that joins no channel, and one that has left its last channel', async () => {
    const idle = await bare();
    const left = await bare();
    await left.join('realtime:here');
    server.clock.now = new Date(server.clock.now.getTime() + limits.idleMs + 1);
    expect(await idle.closed).toBe(1008);
    left.send(['1', 'leaving', 'realtime:here', 'phx_leave', {}]);
    await vi.waitFor(() => expect(left.messages.some(([, ref]) => ref === 'leaving')).toBe(true));
    server.clock.now = new Date(server.clock.now.getTime() + limits.idleMs + 1);
    expect(await left.closed).toBe(1008);
  });

  it('accepts and keeps sockets of accounts, however many one IP address opens without an account', async () => {
    const member = await bare();
    expect(await member.join('realtime:a', { access_token: await server.token(ada) })).toMatchObject({
      status: 'ok',
    });
    const flood = await Promise.all(
      Array.from({ length: limits.withoutAccountPerAddress + 10 }, () => bare()),
    );
    const open = () => flood.filter(({ socket }) => socket.readyState === WebSocket.OPEN).length;
    await vi.waitFor(() => expect(open()).toBe(limits.withoutAccountPerAddress));
    const late = await bare();
    expect(await late.join('realtime:b', { access_token: await server.token(ben) })).toMatchObject({
      status: 'ok',
    });
    await Promise.all(Array.from({ length: limits.withoutAccountPerAddress }, () => bare()));
    expect(member.socket.readyState).toBe(WebSocket.OPEN);
    expect(late.socket.readyState).toBe(WebSocket.OPEN);
  });

  it('limits the sockets of one guest', async () => {
    const token = await server.token(ben, { is_anonymous: true });
    const join = async () => (await bare()).join('realtime:guest', { access_token: token });
    for (let count = 0; count < limits.socketsPerGuest; count += 1)
      expect(await join()).toMatchObject({ status: 'ok' });
    expect(await join()).toEqual({ status: 'error', response: { reason: 'too many connections' } });
  });

  it('disconnects a client that does not read, without affecting others', async () => {
    const slow = await bare();
    await slow.join('realtime:flood', { config: { broadcast: { self: false } } });
    slow.socket.pause();
    const fast = await bare();
    await fast.join('realtime:flood');
    const payload = { type: 'broadcast', event: 'x', payload: 'x'.repeat(200_000) };
    for (let sent = 0; sent < 60; sent += 1) fast.send(['1', null, 'realtime:flood', 'broadcast', payload]);
    fast.send([null, 'last', 'phoenix', 'heartbeat', {}]);
    await vi.waitFor(() => expect(fast.messages.some(([, ref]) => ref === 'last')).toBe(true), {
      timeout: 25_000,
    });
    slow.socket.resume();
    expect(await slow.closed).toBe(1006);
  });

  it('ignores messages to an earlier join of the same topic', async () => {
    const client = await bare();
    await client.join('realtime:twice', { config: { broadcast: { self: true } } });
    await client.join('realtime:twice', { config: { broadcast: { self: true } } });
    client.send(['1', null, 'realtime:twice', 'broadcast', { type: 'broadcast', event: 'old', payload: {} }]);
    client.send(['2', null, 'realtime:twice', 'broadcast', { type: 'broadcast', event: 'new', payload: {} }]);
    await vi.waitFor(() => expect(client.messages.some(([first]) => Buffer.isBuffer(first))).toBe(true));
    const frames = client.messages.map(([first]) => first).filter((first) => Buffer.isBuffer(first));
    expect(frames.map((frame) => frame.toString())).toEqual([expect.stringContaining('new')]);
  });

  it('keeps no sockets or timers after close', async () => {
    const own = await openTestDatabase('pglite');
    await own.execute(testTables);
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const stopping = await startRealtime(own);
    expect(vi.getTimerCount()).toBe(2);
    const adas = await listen(await stopping.client(ada));
    const key = encodeURIComponent(publishableKey);
    const bareOne = new WebSocket(
      `${stopping.url.replace('http', 'ws')}/realtime/v1/websocket?apikey=${key}`,
    );
    const closed = new Promise<number>((resolve) => bareOne.on('close', resolve));
    await new Promise((resolve) => bareOne.on('open', resolve));
    await stopping.close();
    expect(await closed).toBe(1001);
    expect(vi.getTimerCount()).toBe(0);
    vi.useRealTimers();
    // A change after the close is not sent and causes no error.
    await own.query('insert into public.notes (owner, body) values ($1, $2)', [ada, 'not sent']);
    expect(adas.events).toEqual([]);
    expect(stopping.logged).toEqual([]);
    await own.close();
  });
});

import { createServer, type IncomingMessage } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { afterEach, expect, it, vi } from 'vitest';
import { createBodyReader, type BodyLimits, type RequestBody } from './request-body.ts';

const closers: (() => void)[] = [];
afterEach(() => {
  vi.useRealTimers();
  for (const close of closers.splice(0)) close();
});

interface Arrival {
  readonly request: IncomingMessage;
  readonly body: RequestBody;
}

/**
 * Starts a server that opens the body of each request and does nothing else. `post` sends headers and the first bytes.
 */
async function listen(limits: Partial<BodyLimits>) {
  const openBody = createBodyReader(limits);
  const arrivals: Arrival[] = [];
  const server = createServer((request) => {
    arrivals.push({ request, body: openBody(request, String(request.headers['x-address'] ?? '10.0.0.1')) });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closers.push(() => {
    server.close();
    server.closeAllConnections();
  });
  const { port } = server.address() as AddressInfo;
  const post = async (
    path: string,
    length: number,
    first: string,
    address = '10.0.0.1',
  ): Promise<Arrival & { socket: Socket }> => {
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => {});
    closers.push(() => socket.destroy());
    const before = arrivals.length;
    socket.write(
      `POST ${path} HTTP/1.1\r\nhost: x\r\nx-address: ${address}\r\ncontent-length: ${length}\r\n\r\n${first}`,
    );
    await vi.waitFor(() => expect(arrivals.length).toBeGreaterThan(before));
    return { ...arrivals.at(-1)!, socket };
  };
  return { post };
}

const textOf = (body: RequestBody) => new Response(body.stream).text();

it('reads nothing until it is needed, then all of it', async () => {
  const { post } = await listen({});
  const { request, body, socket } = await post('/rest/v1/x', 10, 'first');
  expect(request.readableFlowing).not.toBe(true);
  socket.write('later');
  expect(await textOf(body)).toBe('firstlater');
  expect(body.refusal()).toBeNull();
});

it('refuses by content-length before reading, with a limit per path', async () => {
  const { post } = await listen({});
  const kibibyte = 1024;
  for (const [path, length, refused] of [
    ['/auth/v1/token', 128 * kibibyte, false],
    ['/auth/v1/token', 128 * kibibyte + 1, true],
    ['/rest/v1/x', 8 * kibibyte * kibibyte, false],
    ['/rest/v1/x', 8 * kibibyte * kibibyte + 1, true],
    ['/elsewhere', 64 * kibibyte + 1, true],
  ] as const)
    expect((await post(path, length, '')).body.refusal()?.status ?? 'taken', `${path} ${length}`).toBe(
      refused ? 413 : 'taken',
    );
});

it('limits the bytes in memory until the response is decided, in total and per IP address', async () => {
  const { post } = await listen({ total: 30, perAddress: 20 });
  const one = await post('/rest/v1/x', 15, 'x'.repeat(15));
  await textOf(one.body);
  const same = await post('/rest/v1/x', 10, 'x'.repeat(10));
  await expect(textOf(same.body)).rejects.toThrow('receiving too much data');
  expect(same.body.refusal()?.status).toBe(503);
  const other = await post('/rest/v1/x', 15, 'x'.repeat(15), '10.0.0.2');
  expect(await textOf(other.body)).toHaveLength(15);
  const third = await post('/rest/v1/x', 1, 'x', '10.0.0.3');
  await expect(textOf(third.body)).rejects.toThrow('receiving too much data');
  one.body.finish();
  const again = await post('/rest/v1/x', 10, 'x'.repeat(10));
  expect(await textOf(again.body)).toHaveLength(10);
});

it('times out if the sender stops in the middle', async () => {
  const { post } = await listen({ stall: 50 });
  const { body } = await post('/rest/v1/x', 10, 'first');
  await expect(textOf(body)).rejects.toThrow('timed out before its body was complete');
  expect(body.refusal()?.status).toBe(408);
});

it('discards unread bodies, and closes the connection if the sender stops', async () => {
  const { post } = await listen({ discardStall: 50 });
  const { request, body, socket } = await post('/rest/v1/x', 1_000_000, 'x'.repeat(500_000));
  const closed = new Promise<void>((resolve) => socket.on('close', () => resolve()));
  body.finish();
  await closed;
  expect(request.complete).toBe(false);
});

import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { openDatabase } from './open.ts';

const servers: Server[] = [];
const sockets: Socket[] = [];
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
  for (const server of servers.splice(0)) server.close();
});

/** Starts a server that accepts TCP connections but is not PostgreSQL. */
async function listen(onRequest: (socket: Socket) => void): Promise<string> {
  const server = createServer((socket) => {
    sockets.push(socket);
    socket.on('error', () => {});
    socket.once('data', () => onRequest(socket));
  }).listen(0, '127.0.0.1');
  servers.push(server);
  await once(server, 'listening');
  return `postgres://clover:secret@127.0.0.1:${(server.address() as AddressInfo).port}/clover`;
}

it('reports a server that closes the connection immediately', async () => {
  const url = await listen((socket) => socket.end());
  const refused = await openDatabase({ url }).catch((error: unknown) => error);
  expect(refused).toMatchObject({ name: 'DatabaseUnreachable' });
  expect(String(refused)).toMatch(/closes the connection without a response/);
  expect(String(refused)).not.toContain('secret');
});

it('reports a server that is silent, at the first message or after it has refused encryption', async () => {
  const silent = await listen(() => {});
  const halfway = await listen((socket) => void socket.write('N'));
  // Both attempts time out after eight seconds.
  const refused = await Promise.all(
    [silent, halfway].map((url) => openDatabase({ url }).catch((error: unknown) => error)),
  );
  for (const error of refused) expect(String(error)).toMatch(/does not respond/);
}, 20_000);

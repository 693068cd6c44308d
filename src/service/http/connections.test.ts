import { createServer } from 'node:http';
import { Socket } from 'node:net';
import { expect, it } from 'vitest';
import { parseEnvironment } from '../environment.ts';
import { limitConnections } from './connections.ts';

function connectionFrom(address: string): Socket {
  const socket = new Socket();
  Object.defineProperty(socket, 'remoteAddress', { value: address });
  return socket;
}

it('closes connections of one IP address beyond its limit, except from this machine and trusted proxies', () => {
  const server = createServer();
  limitConnections(
    server,
    parseEnvironment({ CLOVER_CONNECTIONS_PER_ADDRESS: '16', CLOVER_TRUSTED_PROXIES: '10.1.0.0/16' }),
  );
  const open = (address: string) => {
    const socket = connectionFrom(address);
    server.emit('connection', socket);
    return socket;
  };
  const sockets = Array.from({ length: 16 }, () => open('::ffff:203.0.113.7'));
  expect(sockets.every(({ destroyed }) => !destroyed)).toBe(true);
  expect(open('203.0.113.7').destroyed).toBe(true);
  expect(open('203.0.113.8').destroyed).toBe(false);
  for (const address of ['127.0.0.1', '::1', '10.1.2.3'])
    for (let count = 0; count < 40; count += 1) expect(open(address).destroyed).toBe(false);
  // A household can use every address of a 64-bit IPv6 network.
  for (let count = 0; count < 16; count += 1) open(`2001:db8::${count}`);
  expect(open('2001:db8::ffff').destroyed).toBe(true);
  sockets[0]!.emit('close');
  expect(open('203.0.113.7').destroyed).toBe(false);
});

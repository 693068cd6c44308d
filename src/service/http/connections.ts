import type { Server } from 'node:http';
import type { Environment } from '../environment.ts';
import { limitKey } from './address.ts';
import { createProxyCheck, toPlainAddress } from './hosts.ts';

/** The limit for all clients together. It leaves enough file handles for the database. */
const maximumConnections = 10_000;

const isLoopback = (address: string) => address === '::1' || address.startsWith('127.');

/** Closes connections beyond the limit of their IP address. This machine and trusted proxies have no limit. */
export function limitConnections(server: Server, environment: Environment): void {
  server.maxConnections = maximumConnections;
  const isProxy = createProxyCheck(environment);
  const open = new Map<string, number>();
  server.on('connection', (socket) => {
    const address = toPlainAddress(socket.remoteAddress);
    if (address === null || isLoopback(address) || isProxy(address)) return;
    const key = limitKey(address);
    const count = (open.get(key) ?? 0) + 1;
    if (count > environment.connectionsPerAddress) return void socket.destroy();
    open.set(key, count);
    socket.once('close', () => {
      const remainingSockets = (open.get(key) ?? 1) - 1;
      if (remainingSockets > 0) open.set(key, remainingSockets);
      else open.delete(key);
    });
  });
}

import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@supabase/supabase-js';
import { afterEach, expect, it } from 'vitest';
import { parseEnvironment } from './environment.ts';
import { silentLog } from './log.ts';
import { start } from './start.ts';

const root = join(import.meta.dirname, '..', '..');
const places = {
  web: join(root, 'out', 'web'),
  migrations: join(root, 'supabase', 'migrations'),
  seed: join(root, 'supabase', 'seed.sql'),
  template: join(root, 'out', 'template'),
};

const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

async function dataDirectory(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'clover-start-'));
  closers.push(() => rm(directory, { recursive: true, force: true }));
  return directory;
}

it("reports the first administrator's password although the first start failed on a taken port", async () => {
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  closers.push(() => new Promise((resolve) => other.close(resolve)));
  const { port } = other.address() as AddressInfo;
  const CLOVER_DATA_DIR = await dataDirectory();
  const startAt = (PORT: string) =>
    start(
      parseEnvironment({ PORT, CLOVER_DATA_DIR, CLOVER_METRICS_TOKEN: 'a-token-of-sixteen' }),
      places,
      silentLog,
    );

  await expect(startAt(String(port))).rejects.toThrow('is taken by another program');
  const service = await startAt('0');
  let isClosed = false;
  closers.push(() => (isClosed ? Promise.resolve() : service.close()));
  const client = createClient(service.url, service.publishableKey, { auth: { persistSession: false } });
  const signedIn = await client.auth.signInWithPassword({
    email: 'admin@clover.local',
    password: service.adminPassword ?? '',
  });
  expect(signedIn.error).toBeNull();

  // Load balancers can see that the service is ready, and clients with the token can read its metrics.
  const ready = await fetch(`${service.url}/readyz`);
  expect([ready.status, await ready.json()]).toEqual([200, { status: 'ready' }]);
  expect((await fetch(`${service.url}/metrics`)).status).toBe(401);
  const headers = { authorization: 'Bearer a-token-of-sixteen' };
  const figures = await (await fetch(`${service.url}/metrics`, { headers })).text();
  expect(figures).toContain('clover_request_seconds_count{part="auth",status="2xx"} 1');

  // An open websocket does not delay closing, because the service closes it.
  const socket = new WebSocket(
    `${service.url.replace('http', 'ws')}/realtime/v1/websocket?apikey=${service.publishableKey}&vsn=1.0.0`,
  );
  await new Promise((resolve) => socket.addEventListener('open', resolve));
  const goodbye = new Promise<number>((resolve) =>
    socket.addEventListener('close', ({ code }) => resolve(code)),
  );
  await service.close();
  isClosed = true;
  expect(await goodbye).toBe(1001);
  // Starts the service twice. The first start creates the complete database if there is no template.
}, 120_000);

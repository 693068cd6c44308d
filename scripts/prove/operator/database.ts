import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { startPostgres } from '../../../src/service/testing/postgres-server.ts';
import type { Fault, Observation } from './fault.ts';
import { sourceService, startServiceProcess } from '../lib/service-process.ts';
import { observeRefusal, startAndFail } from './start.ts';

/** Starts the service on a TCP server that is not PostgreSQL. */
async function startOn(
  folder: string,
  answer: (socket: Socket) => void,
  expected: RegExp,
): Promise<Observation> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket.on('error', () => {}));
    socket.once('data', () => answer(socket));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  try {
    const environment = {
      CLOVER_DATA_DIR: join(folder, 'data'),
      CLOVER_DATABASE_URL: `postgres://clover:secret@127.0.0.1:${port}/clover`,
    };
    const start = await startAndFail(environment);
    const seen = observeRefusal(start, expected);
    return { ...seen, isRight: seen.isRight && start.seconds < 14 && !start.output.includes('secret') };
  } finally {
    for (const socket of sockets) socket.destroy();
    server.close();
  }
}

const rounds = 20;

/** Measures the milliseconds until `/readyz` has this status. */
async function timeUntilStatus(url: string, status: number): Promise<number> {
  const started = performance.now();
  for (;;) {
    const answer = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(5_000) });
    await answer.arrayBuffer();
    const took = performance.now() - started;
    if (answer.status === status || took > 60_000) return took;
    await pause(20);
  }
}

/** A database that fails and recovers, and a host without PostgreSQL. */
export const databaseFaults: readonly Fault[] = [
  {
    name: 'the database host accepts connections and closes them',
    run: (folder) => startOn(folder, (socket) => void socket.end(), /closes the connection/),
  },
  {
    name: 'the database host accepts connections and stays silent',
    run: (folder) => startOn(folder, () => {}, /does not respond/),
  },
  {
    name: 'PostgreSQL killed 20 times under five writers',
    async run(folder) {
      // Without this setting, a killed server may lose acknowledged writes.
      const durable = ['synchronous_commit=on'];
      const home = join(folder, 'postgres');
      let server = await startPostgres(home, 'postgres', durable);
      if (!server) return undefined;
      const { url } = server;
      const service = await startServiceProcess(sourceService, {
        CLOVER_DATA_DIR: join(folder, 'data'),
        CLOVER_DATABASE_URL: `${url}/postgres`,
        CLOVER_ADMIN_PASSWORD: 'a good long password',
      });
      const { admin } = service;
      const { data: created } = await admin.auth.admin.createUser({ email: 'ada@example.test' });
      const storedIds: string[] = [];
      const statuses = new Map<number, number>();
      let slowest = 0;
      let isOver = false;
      const write = async () => {
        while (!isOver) {
          const id = randomUUID();
          const started = performance.now();
          const { status } = await admin
            .from('chat_history')
            .insert({ id, user_id: created.user?.id, title: 'Written' });
          slowest = Math.max(slowest, performance.now() - started);
          statuses.set(status, (statuses.get(status) ?? 0) + 1);
          if (status === 201) storedIds.push(id);
          else await pause(50);
        }
      };
      const writers = Promise.all(Array.from({ length: 5 }, write));
      let slowestLoss = 0;
      let slowestReturn = 0;
      for (let round = 0; round < rounds; round += 1) {
        const before = storedIds.length;
        while (storedIds.length < before + 10) await pause(20);
        const pid = Number((await readFile(join(home, 'data', 'postmaster.pid'), 'utf8')).split('\n')[0]);
        process.kill(pid, 'SIGKILL');
        slowestLoss = Math.max(slowestLoss, await timeUntilStatus(service.url, 503));
        for (;;) {
          const again = await startPostgres(home, 'postgres', [
            ...durable,
            `port=${new URL(url).port}`,
          ]).catch(() => undefined);
          if (again) {
            server = again;
            break;
          }
          await pause(200);
        }
        slowestReturn = Math.max(slowestReturn, await timeUntilStatus(service.url, 200));
      }
      isOver = true;
      await writers;
      const stored = new Set<string>();
      for (let from = 0; ; from += 1000) {
        const { data: rows } = await admin
          .from('chat_history')
          .select('id')
          .order('id')
          .range(from, from + 999)
          .throwOnError();
        for (const { id } of rows) stored.add(String(id));
        if (rows.length < 1000) break;
      }
      const lost = storedIds.filter((id) => !stored.has(id)).length;
      await service.stop();
      await server.stop();
      const others = [...statuses.keys()].filter((status) => status !== 201 && status !== 503);
      const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;
      return {
        readyz: `503 within ${seconds(slowestLoss)}, 200 again within ${seconds(slowestReturn)} after the restart`,
        log: 'database-lost, database-unreachable, database-back',
        user: `${storedIds.length} rows acknowledged, ${lost} lost; statuses ${[...statuses].map(([status, count]) => `${status}: ${count}`).join(', ')}; the slowest response took ${seconds(slowest)}`,
        isRight:
          lost === 0 &&
          others.length === 0 &&
          slowestLoss < 2_000 &&
          slowestReturn < 5_000 &&
          slowest < 15_000 &&
          storedIds.length >= rounds * 10,
      };
    },
  },
];

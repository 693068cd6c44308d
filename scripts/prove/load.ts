// Increases the number of users until the service over PostgreSQL becomes too slow, and reports which part is the
// bottleneck. `npm run prove -- load [seconds per step]` prints a line per step. It fails if the first step is
// already too slow.
import { mkdir } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { openPostgres } from '../../src/service/database/postgres.ts';
import { createSecrets } from '../../src/service/secrets.ts';
import { withFolder } from './lib/databases.ts';
import { signInUsers } from './lib/load/users.ts';
import { runStep } from './lib/load/step.ts';
import { busiestPart, watchProcessors, type ProcessorShares } from './lib/load/watch.ts';
import { fillDatabase, startCluster } from './lib/scale/cluster.ts';
import { startProcess, startServiceProcess, stopProcess, useVendor } from './lib/service-process.ts';

const seconds = Number(process.argv[2] ?? 15);
const steps = [10, 25, 50, 100, 150, 200, 300, 400, 600, 800];
/** The maximum p99 in milliseconds for responses, for changes, and for the time that the gateway adds to a reply. */
const bound = 1000;
/** The service's default. */
const poolSize = 10;

const lib = join(import.meta.dirname, 'lib');
const percent = (share: number) => `${Math.round(share * 100)}%`.padStart(5);
const tableCell = (value: number) => String(Math.round(value)).padStart(5);

await withFolder('load', async (folder) => {
  const server = await startCluster(folder);
  const closers: (() => Promise<unknown>)[] = [async () => server?.stop()];
  try {
    if (!server) throw new Error('not run here: PostgreSQL is not installed');
    await fillDatabase(server, 'load', { people: 500, messages: 50_000 });
    const url = `${server.url}/load`;
    const loopFile = join(folder, 'loop.json');
    // The service refuses to start on a database with accounts if their keys are missing.
    const dataDir = join(folder, 'service');
    await mkdir(dataDir);
    await createSecrets(join(dataDir, 'secrets.json'));
    const service = await startServiceProcess(join(lib, 'load/watched-service.ts'), {
      CLOVER_DATA_DIR: dataDir,
      CLOVER_DATABASE_URL: url,
      CLOVER_PROVE_LOOP: loopFile,
    });
    closers.push(service.stop);
    const vendor = await startProcess(join(lib, 'ticking-vendor.ts'), {}, /^(\d+)\n/m);
    closers.push(() => stopProcess(vendor.process));
    await useVendor(service, `http://127.0.0.1:${vendor.value}`);
    const database = await openPostgres({ url, maxSessions: 1, isShared: true });
    closers.push(() => database.close());
    const users = await signInUsers(database, service, 400);
    const data = join(folder, 'postgres', 'data');
    const measured = { service, loopFile, data, vendorPid: vendor.process.pid ?? 0, database };
    await runStep(service, users, 10, 3, (run) => run());

    console.log(`one request a second per user, one user in five receiving a reply, a realtime channel each; ${seconds} s a step
          requests  responses in ms   reply late by   change after    failed   processor used by            thread  timer  sessions
   users  a second    p50     p99      p50     p99     p50    p99           service database around   busy  late   of ${poolSize}`);
    let served = 0;
    for (const count of steps) {
      let burden: ProcessorShares | undefined;
      const figures = await runStep(service, users, count, seconds, async (run) => {
        const end = await watchProcessors(measured);
        const results = await run();
        burden = await end();
        return results;
      });
      if (!burden) throw new Error('The step was not measured.');
      const { latency, reply, change, failures } = figures;
      const p99s = { responses: latency.p99, replies: reply.p99, changes: change.p99 };
      const late = Object.entries(p99s).filter(([, p99]) => p99 > bound);
      console.log(
        `   ${tableCell(count)}  ${tableCell(figures.requestsEachSecond)}    ${tableCell(latency.p50)}   ${tableCell(latency.p99)}    ${tableCell(reply.p50)}   ${tableCell(reply.p99)}   ${tableCell(change.p50)}  ${tableCell(change.p99)}   ${tableCell(failures)}     ${percent(burden.service)}    ${percent(burden.database)}  ${percent(burden.around)}   ${percent(burden.loop.utilization)} ${tableCell(burden.loop.p99)}   ${(burden.sessions.active + burden.sessions.waiting).toFixed(1)} (${burden.sessions.active.toFixed(1)} active, ${burden.sessions.locked.toFixed(1)} waiting for a lock)`,
      );
      if (failures > 0 || late.length > 0) {
        const reason =
          late.length > 0 ? `${late.map(([name]) => name).join(', ')} were late` : 'requests failed';
        console.log(
          `the limit: ${served} users were served; at ${count} ${reason}. Utilization: ${busiestPart(burden, availableParallelism(), poolSize)}`,
        );
        break;
      }
      served = count;
    }
    process.exitCode = served > 0 ? 0 : 1;
  } catch (error) {
    console.log(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  } finally {
    for (const close of closers.reverse()) await close();
  }
});

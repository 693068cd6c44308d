// Puts more and more users on the service over PostgreSQL, until it no longer keeps its bounds, and tells how far each part was in use.
// `npm run prove:load [seconds a step]` prints a line for each step. It ends with 1 where the first step already fails.
import { availableParallelism } from 'node:os';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openPostgres } from '../../src/service/database/postgres.ts';
import { signInPeople } from './lib/load/people.ts';
import { runStep } from './lib/load/step.ts';
import { limitOf, watch, type Burden } from './lib/load/watch.ts';
import { fill, startCluster } from './lib/scale/cluster.ts';
import { answerFrom, startProcess, startServiceProcess, stopProcess } from './lib/service-process.ts';

const seconds = Number(process.argv[2] ?? 15);
const steps = [10, 25, 50, 100, 150, 200, 300, 400, 600, 800];
/** Milliseconds for 99 of 100: until a request is answered, a change arrives, and by which a reply is longer than the vendor's. */
const bound = 1000;
/** What the service opens unless told otherwise. */
const poolSize = 10;

const local = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const percent = (share: number) => `${Math.round(share * 100)}%`.padStart(5);
const whole = (value: number) => String(Math.round(value)).padStart(5);

const folder = await mkdtemp(join(tmpdir(), 'clover-load-'));
// PostgreSQL runs as another user where this runs as root, and must be able to pass through.
await chmod(folder, 0o711);
const server = await startCluster(folder);
const closers: (() => Promise<unknown>)[] = [
  () => rm(folder, { recursive: true, force: true }),
  async () => server?.stop(),
];
try {
  if (!server) throw new Error('not run here: PostgreSQL is not installed');
  await fill(server, 'load', { people: 500, messages: 50_000 });
  const url = `${server.url}/load`;
  const loopFile = join(folder, 'loop.json');
  const service = await startServiceProcess(local('lib/load/watched-service.ts'), {
    CLOVER_DATABASE_URL: url,
    CLOVER_PROVE_LOOP: loopFile,
  });
  closers.push(service.stop);
  const vendor = await startProcess(local('lib/ticking-vendor.ts'), {}, (line) => /^\d+$/.test(line));
  closers.push(() => stopProcess(vendor.process));
  await answerFrom(service, `http://127.0.0.1:${vendor.line}`);
  const database = await openPostgres({ url, maxSessions: 1, isShared: true });
  closers.push(() => database.close());
  const people = await signInPeople(database, service, 400);
  const watched = {
    service,
    loopFile,
    data: join(folder, 'postgres', 'data'),
    vendorPid: vendor.process.pid ?? 0,
    database,
  };
  const unwatched = <T>(run: () => Promise<T>) => run();
  await runStep(service, people, 10, 3, unwatched);

  console.log(`one request a second and user, one user in five being answered, a live channel each; ${seconds} s a step
          requests  answered in ms   reply late by   change after    failed   processor used by            thread  timer  sessions
   users  a second    p50     p99      p50     p99     p50    p99           service database around   busy  late   of ${poolSize}`);
  let kept = 0;
  for (const users of steps) {
    let burden: Burden | undefined;
    const figures = await runStep(service, people, users, seconds, async (run) => {
      const end = await watch(watched);
      const results = await run();
      burden = await end();
      return results;
    });
    if (!burden) throw new Error('the step was not watched');
    const { latency, reply, change, failures } = figures;
    const p99s = { answers: latency.p99, replies: reply.p99, changes: change.p99 };
    const late = Object.entries(p99s).filter(([, p99]) => p99 > bound);
    console.log(
      `   ${whole(users)}  ${whole(figures.requestsEachSecond)}    ${whole(latency.p50)}   ${whole(latency.p99)}    ${whole(reply.p50)}   ${whole(reply.p99)}   ${whole(change.p50)}  ${whole(change.p99)}   ${whole(failures)}     ${percent(burden.service)}    ${percent(burden.database)}  ${percent(burden.around)}   ${percent(burden.loop.utilization)} ${whole(burden.loop.p99)}   ${(burden.sessions.active + burden.sessions.waiting).toFixed(1)} (${burden.sessions.active.toFixed(1)} at work, ${burden.sessions.locked.toFixed(1)} wait for a lock)`,
    );
    if (failures > 0 || late.length > 0) {
      const reason =
        late.length > 0 ? `${late.map(([name]) => name).join(', ')} came late` : 'requests failed';
      console.log(
        `the limit: ${kept} users were served; at ${users} ${reason}. How far each part was in use: ${limitOf(burden, availableParallelism(), poolSize)}`,
      );
      break;
    }
    kept = users;
  }
  process.exitCode = kept > 0 ? 0 : 1;
} catch (error) {
  console.log(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  for (const close of closers.reverse()) await close();
}

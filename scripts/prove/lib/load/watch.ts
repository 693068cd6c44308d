import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { OpenedDatabase } from '../../../../src/service/database/opened-database.ts';
import { footprintOf, type ServiceProcess } from '../service-process.ts';

/** The processor time of a step, by process. A share of 1 is one full processor. */
export interface ProcessorShares {
  readonly service: number;
  readonly database: number;
  /** The share of this process, which generates the load and runs the vendor. */
  readonly around: number;
  /**
   * The load of the service's thread: the share of the time in which it was busy, and the p99 of its timers' delay in
   * milliseconds.
   */
  readonly loop: { readonly utilization: number; readonly p99: number };
  /**
   * Average numbers of the service's database sessions: active ones, those that wait inside a transaction, and those
   * that wait for a lock.
   */
  readonly sessions: { readonly active: number; readonly waiting: number; readonly locked: number };
}

export interface LoadSources {
  readonly service: ServiceProcess;
  readonly loopFile: string;
  /** The folder with PostgreSQL's data. */
  readonly data: string;
  readonly vendorPid: number;
  /** A separate connection, so that it is not measured with the service's. */
  readonly database: OpenedDatabase;
}

const sessionsInterval = 200;

async function postgresMilliseconds(data: string): Promise<number> {
  const postmaster = (await readFile(join(data, 'postmaster.pid'), 'utf8')).split('\n')[0];
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const times = await Promise.all(
    pids.map(async (pid) => {
      const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
      const parent = stat.split(') ').at(-1)?.split(' ')[1];
      return pid === postmaster || parent === postmaster
        ? ((await footprintOf(Number(pid)))?.cpuMilliseconds ?? 0)
        : 0;
    }),
  );
  return times.reduce((sum, time) => sum + time, 0);
}

async function readLoop({ service, loopFile }: LoadSources): Promise<ProcessorShares['loop']> {
  await rm(loopFile, { force: true });
  process.kill(service.pid, 'SIGUSR2');
  for (let tries = 0; tries < 100; tries += 1) {
    await pause(50);
    const text = await readFile(loopFile, 'utf8').catch(() => null);
    if (text !== null) return JSON.parse(text) as ProcessorShares['loop'];
  }
  return { utilization: Number.NaN, p99: Number.NaN };
}

interface Sessions {
  readonly active: number;
  readonly waiting: number;
  readonly locked: number;
}

const sessionsNow = `
select count(*) filter (where state = 'active')::int as active,
  count(*) filter (where state like 'idle in transaction%')::int as waiting,
  count(*) filter (where wait_event_type = 'Lock')::int as locked
from pg_stat_activity where datname = current_database() and application_name = 'clover' and pid <> pg_backend_pid()`;

/** Starts measuring. Call the returned function to end it and get the result. */
export async function watchProcessors(watched: LoadSources): Promise<() => Promise<ProcessorShares>> {
  const { service, data, vendorPid, database } = watched;
  const take = async () => ({
    service: (await footprintOf(service.pid))?.cpuMilliseconds ?? 0,
    database: await postgresMilliseconds(data),
    vendor: (await footprintOf(vendorPid))?.cpuMilliseconds ?? 0,
    own: process.cpuUsage(),
    at: performance.now(),
  });
  await readLoop(watched);
  const before = await take();
  const samples: Sessions[] = [];
  const timer = setInterval(() => {
    void database.query<Sessions>(sessionsNow).then((rows) => samples.push(...rows));
  }, sessionsInterval);
  return async () => {
    clearInterval(timer);
    const after = await take();
    const wall = after.at - before.at;
    const own = process.cpuUsage(before.own);
    const mean = (of: (one: Sessions) => number) =>
      samples.reduce((sum, one) => sum + of(one), 0) / samples.length;
    return {
      service: (after.service - before.service) / wall,
      database: (after.database - before.database) / wall,
      around: (after.vendor - before.vendor + (own.user + own.system) / 1000) / wall,
      loop: await readLoop(watched),
      sessions: {
        active: mean(({ active }) => active),
        waiting: mean(({ waiting }) => waiting),
        locked: mean(({ locked }) => locked),
      },
    };
  };
}

/** Lists the parts of the installation, the busiest first. */
export function busiestPart(burden: ProcessorShares, processors: number, poolSize: number): string {
  const used = burden.service + burden.database + burden.around;
  const busy = burden.sessions.active + burden.sessions.waiting;
  const parts = [
    { share: burden.loop.utilization, name: "the service's thread" },
    {
      share: used / processors,
      name: `this machine's ${processors} processors (the service ${burden.service.toFixed(2)}, PostgreSQL ${burden.database.toFixed(2)}, the load generators ${burden.around.toFixed(2)})`,
    },
    { share: busy / poolSize, name: `the pool of ${poolSize} sessions on the database` },
  ].sort((a, b) => b.share - a.share);
  return parts.map(({ share, name }) => `${name} ${(share * 100).toFixed(0)}%`).join('; ');
}

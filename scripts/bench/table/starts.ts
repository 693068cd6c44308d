// Measures how long `npm start` takes until the service is ready, and the service's memory.
import { execFileSync, type ChildProcess } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { root } from '../../lib/run.mjs';
import { median, secondsSince } from '../../prove/lib/figures.ts';
import { startProcess, stopProcess } from '../../prove/lib/service-process.ts';
import { reportRows } from './report.ts';

const LATER_STARTS = 3;
const IDLE = 60_000;

/** Reads this field of the process's status, which is in kilobytes. Returns megabytes. */
async function memoryOf(pid: number, field: 'VmHWM' | 'VmRSS'): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(new RegExp(`^${field}:\\s+(\\d+)`, 'm').exec(status)?.[1]) / 1024;
}

async function start(dataDir: string) {
  const begin = performance.now();
  const environment = { PORT: '0', HOST: '127.0.0.1', CLOVER_DATA_DIR: dataDir };
  const started = await startProcess(
    join(root, 'scripts/start.mjs'),
    environment,
    /^Clover is ready at (\S+)\n/m,
  );
  running = started.process;
  const seconds = secondsSince(begin);
  const children = execFileSync('pgrep', ['-P', String(started.process.pid)], { encoding: 'utf8' });
  return { seconds, process: started.process, pid: Number(children.trim().split('\n').at(-1)) };
}

let running: ChildProcess | undefined;
const dataDir = await mkdtemp(join(tmpdir(), 'clover-bench-start-'));
try {
  // The state after an installation: nothing is compiled, and there is no data.
  await rm(join(root, 'out/.compile-cache'), { recursive: true, force: true });
  const first = await start(dataDir);
  const peaks = [await memoryOf(first.pid, 'VmHWM')];
  await stopProcess(first.process);
  const later: number[] = [];
  let idle = Number.NaN;
  for (let at = 1; at <= LATER_STARTS; at += 1) {
    const next = await start(dataDir);
    later.push(next.seconds);
    peaks.push(await memoryOf(next.pid, 'VmHWM'));
    if (at === LATER_STARTS) {
      await pause(IDLE);
      idle = await memoryOf(next.pid, 'VmRSS');
    }
    await stopProcess(next.process);
  }
  reportRows([
    { work: 'Service: peak memory at start', unit: 'MB', budget: 400, figure: Math.max(...peaks) },
    { work: 'Service: memory after an idle minute', unit: 'MB', budget: 250, figure: idle },
    { work: 'npm start: first start after install', unit: 's', budget: 4, figure: first.seconds },
    { work: 'npm start: later start', unit: 's', budget: 1.2, figure: median(later) },
  ]);
} finally {
  if (running) await stopProcess(running);
  await rm(dataDir, { recursive: true, force: true });
}

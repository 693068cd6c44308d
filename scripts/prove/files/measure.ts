import { readFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import type { CDPSession, Page } from 'playwright';

interface ProcessInfo {
  readonly id: number;
  readonly type: string;
  /** In seconds. */
  readonly cpuTime: number;
}

/** The processes of all pages of a browser, with their workers. */
async function pageProcesses(session: CDPSession): Promise<readonly ProcessInfo[]> {
  const { processInfo } = (await session.send('SystemInfo.getProcessInfo')) as {
    readonly processInfo: readonly ProcessInfo[];
  };
  return processInfo.filter(({ type }) => type === 'renderer');
}

/** The processor time (ms) of all pages of a browser. */
const pageTime = async (session: CDPSession): Promise<number> =>
  (await pageProcesses(session)).reduce((sum, { cpuTime }) => sum + cpuTime * 1_000, 0);

/** Reads how much memory (MB) a process uses, without its code. 0 on systems without /proc. */
async function memoryOf(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  const kilobytes = Array.from(status.matchAll(/^Rss(?:Anon|Shmem):\s+(\d+)/gm), ([, size]) => Number(size));
  return kilobytes.reduce((sum, size) => sum + size, 0) / 1_024;
}

/** Watches the memory of the largest page. Returns a function that resolves to the peak (MB) since its last call. */
export async function watchMemory(session: CDPSession): Promise<() => Promise<number>> {
  const pages = await pageProcesses(session);
  let peak = 0;
  const measure = async () => {
    const sizes = await Promise.all(pages.map(({ id }) => memoryOf(id)));
    peak = Math.max(peak, ...sizes);
  };
  const timer = setInterval(() => void measure(), 50);
  timer.unref();
  return async () => {
    // A file may be read between two measurements.
    await measure();
    const megabytes = Math.round(peak);
    peak = 0;
    return megabytes;
  };
}

function machineTime(): { readonly idle: number; readonly all: number } {
  const times = cpus().map((processor) => processor.times);
  const all = times.flatMap(({ user, nice, sys, idle, irq }) => [user, nice, sys, idle, irq]);
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
  return { idle: sum(times.map(({ idle }) => idle)), all: sum(all) };
}

/**
 * Measures how long `work` takes (ms). If other programs use all processors meanwhile, only the processor time of the
 * pages counts. Otherwise, they would decide the result.
 */
export async function measureTime(session: CDPSession, work: () => Promise<unknown>): Promise<number> {
  const [before, machine, start] = [await pageTime(session), machineTime(), performance.now()];
  await work();
  const milliseconds = performance.now() - start;
  const { idle, all } = machineTime();
  const isBusy = idle - machine.idle < 0.1 * (all - machine.all);
  const used = (await pageTime(session)) - before;
  return isBusy ? Math.min(used, milliseconds) : milliseconds;
}

interface TraceEvent {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  /** Processor time, in microseconds. */
  readonly tdur?: number;
  readonly args: { readonly name?: string };
}

/** Runs `work`. Resolves to the processor time (ms) of the longest task in the page's main thread. */
export async function longestTaskOf(page: Page, work: () => Promise<unknown>): Promise<number> {
  const browser = page.context().browser();
  if (!browser) throw new Error('The page has no browser.');
  await browser.startTracing(page, { categories: ['disabled-by-default-devtools.timeline', '__metadata'] });
  await work();
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as {
    readonly traceEvents: readonly TraceEvent[];
  };
  const threadOf = ({ pid, tid }: TraceEvent) => `${pid} ${tid}`;
  const mainThreads = new Set(
    traceEvents
      .filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain')
      .map(threadOf),
  );
  const tasks = traceEvents.filter((event) => event.name === 'RunTask' && mainThreads.has(threadOf(event)));
  if (tasks.length === 0) throw new Error('The trace contains no tasks.');
  return Math.max(...tasks.map(({ tdur = 0 }) => tdur)) / 1_000;
}

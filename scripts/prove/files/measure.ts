import { cpus } from 'node:os';
import type { CDPSession, Page } from 'playwright';

interface ProcessInfo {
  readonly type: string;
  /** In seconds. */
  readonly cpuTime: number;
}

/** The processor time (ms) of all pages of a browser. */
async function pageTime(session: CDPSession): Promise<number> {
  const { processInfo } = (await session.send('SystemInfo.getProcessInfo')) as {
    readonly processInfo: readonly ProcessInfo[];
  };
  return processInfo.reduce((sum, { type, cpuTime }) => sum + (type === 'renderer' ? cpuTime * 1_000 : 0), 0);
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
export async function measureTime<T>(
  session: CDPSession,
  work: () => Promise<T>,
): Promise<{ readonly result: T; readonly milliseconds: number }> {
  const [before, machine, start] = [await pageTime(session), machineTime(), performance.now()];
  const result = await work();
  const milliseconds = performance.now() - start;
  const { idle, all } = machineTime();
  const isBusy = idle - machine.idle < 0.1 * (all - machine.all);
  const used = (await pageTime(session)) - before;
  return { result, milliseconds: isBusy ? Math.min(used, milliseconds) : milliseconds };
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

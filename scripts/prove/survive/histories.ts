import type { Browser } from 'playwright';
import { secondsSince } from '../lib/figures.ts';
import { makeHistory } from './acts.ts';
import { Lane } from './lane.ts';
import { seedOf } from '../lib/random.ts';
import { failedOutcome, runHistory, type Outcome } from './run-history.ts';
import { shrink } from './shrink.ts';
import type { LoggingVendor } from './vendor-log.ts';

export interface HistoryPlan {
  readonly seed: number;
  readonly indices: readonly number[];
  /** The number of steps in each history. */
  readonly length: number;
  /** The number of histories that run at the same time, each on a separate service. */
  readonly lanes: number;
  /** After this many minutes, no further history starts. */
  readonly minutes: number;
  readonly isVerbose: boolean;
  /** Whether to look for a shorter history that also fails. */
  readonly isShrunk: boolean;
}

const print = (lines: readonly string[]) =>
  console.log(lines.map((line) => `    ${line.replaceAll('\n', '\n      ')}`).join('\n'));

/** Runs the histories of a seed. Prints those that fail, with the command that repeats them. True if none fails. */
export async function proveHistories(
  browser: Browser,
  vendor: LoggingVendor,
  plan: HistoryPlan,
): Promise<boolean> {
  const { seed, indices, isVerbose, isShrunk } = plan;
  const start = performance.now();
  const waiting = [...indices];
  const outcomes: Outcome[] = [];
  const runOne = async (lane: Lane, index: number) => {
    const from = performance.now();
    const history = makeHistory(seedOf(seed, index), index, plan.length);
    const whole = await runHistory(lane, history).catch(async (error: unknown) => {
      const output = lane.service.output().trim().split('\n').slice(-5);
      await lane.kill();
      return failedOutcome(history, [
        `no result: ${String(error)}`,
        ...output.map((line) => `the service: ${line}`),
      ]);
    });
    const { failures, log, acts } =
      isShrunk && whole.failures.length > 0 ? await shrink(lane, whole, (line) => console.log(line)) : whole;
    outcomes.push(whole);
    console.log(
      `history ${index}: ${acts} acts in ${secondsSince(from).toFixed(1)} s, ${failures.length} failures`,
    );
    if (failures.length > 0) {
      console.log(`  npm run prove -- survive --seed ${seed} --history ${index}`);
      print(failures);
    }
    if (isVerbose || failures.length > 0) print(log);
  };
  const runLane = async () => {
    const lane = await Lane.open(browser, vendor);
    try {
      while (secondsSince(start) < plan.minutes * 60) {
        const index = waiting.shift();
        if (index === undefined) break;
        await runOne(lane, index);
      }
    } finally {
      await lane.close();
    }
  };
  await Promise.all(Array.from({ length: Math.min(plan.lanes, indices.length) }, runLane));
  const sum = (read: (outcome: Outcome) => number) =>
    outcomes.reduce((total, outcome) => total + read(outcome), 0);
  const failed = outcomes.filter(({ failures }) => failures.length > 0).length;
  const faults = new Map<string, number>();
  for (const outcome of outcomes)
    for (const [fault, times] of outcome.faults) faults.set(fault, (faults.get(fault) ?? 0) + times);
  console.log(
    `\nhistories      ${outcomes.length}, ${failed} of them failed; seed ${seed}; ${secondsSince(start).toFixed(0)} s\n` +
      `  acts         ${sum(({ acts }) => acts)}, ${sum(({ texts }) => texts)} texts typed, ${sum(({ calls }) => calls)} vendor calls\n` +
      `  faults       ${[...faults].map(([fault, times]) => `${fault} ${times}`).join(', ')}`,
  );
  return failed === 0 && outcomes.length > 0;
}

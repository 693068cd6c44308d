import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';

type Told =
  | {
      readonly kind: 'opened';
      readonly stored: readonly { readonly id: number; readonly isWhole: boolean }[];
    }
  | { readonly kind: 'begun' | 'acknowledged'; readonly id: number };

/** What a series of kills did to the rows. */
export interface KillReport {
  readonly kills: number;
  readonly acknowledged: number;
  /** Acknowledged and gone: must be none. */
  readonly lost: readonly number[];
  /** There, but never begun: must be none. */
  readonly phantom: readonly number[];
  /** There, but not as written: must be none. */
  readonly torn: readonly number[];
  /** Milliseconds from fork to an open database, of each start after a kill. */
  readonly startsMs: readonly number[];
}

export interface KillOptions {
  readonly dataDir: string;
  readonly template?: string | undefined;
  readonly kills: number;
  /** How many rows a round acknowledges before its process is killed; random, so that kills fall anywhere. */
  readonly rowsBeforeKill: (round: number) => number;
  readonly onRound?: (round: number, acknowledged: number) => void;
}

const writer = new URL('kill-writer.ts', import.meta.url);

/** Starts a writer; resolves once its database is open. */
async function startWriter(options: KillOptions, firstId: number, onTold: (told: Told) => void) {
  const child = fork(writer, [options.dataDir, options.template ?? '', String(firstId)], {
    stdio: 'inherit',
  });
  const began = performance.now();
  const opened = Promise.withResolvers<void>();
  child.on('message', (told: Told) => {
    onTold(told);
    if (told.kind === 'opened') opened.resolve();
  });
  child.once('exit', (code) => opened.reject(new Error(`the writer ended by itself with ${code}`)));
  await opened.promise;
  return { child, startMs: performance.now() - began };
}

async function kill(child: ChildProcess): Promise<void> {
  // What it has told may still be on the way when it is gone: the channel closes only once all is read.
  const ended = Promise.all([once(child, 'exit'), once(child, 'disconnect')]);
  child.kill('SIGKILL');
  await ended;
}

/**
 * Kills a writing process again and again without warning, and compares what each next start finds with what had been
 * acknowledged.
 */
export async function runKillRounds(options: KillOptions): Promise<KillReport> {
  const acknowledged = new Set<number>();
  const begun = new Set<number>();
  const lost = new Set<number>();
  const phantom = new Set<number>();
  const torn = new Set<number>();
  const startsMs: number[] = [];
  let highest = 0;

  const compare = (stored: Extract<Told, { kind: 'opened' }>['stored']) => {
    const found = new Set(stored.map(({ id }) => id));
    for (const id of acknowledged) if (!found.has(id)) lost.add(id);
    for (const { id, isWhole } of stored) {
      if (!begun.has(id)) phantom.add(id);
      if (!isWhole) torn.add(id);
    }
  };

  // One start more than kills: the last one only looks.
  for (let round = 0; round <= options.kills; round += 1) {
    const enough = Promise.withResolvers<void>();
    let left = options.rowsBeforeKill(round);
    const { child, startMs } = await startWriter(options, highest + 1, (told) => {
      // Compared at once: what this writer itself acknowledges may be told in the same breath.
      if (told.kind === 'opened') return compare(told.stored);
      highest = Math.max(highest, told.id);
      (told.kind === 'begun' ? begun : acknowledged).add(told.id);
      if (told.kind === 'acknowledged' && (left -= 1) <= 0) enough.resolve();
    });
    if (round > 0) startsMs.push(Math.round(startMs));
    if (round < options.kills) await enough.promise;
    await kill(child);
    options.onRound?.(round, acknowledged.size);
  }
  return {
    kills: options.kills,
    acknowledged: acknowledged.size,
    lost: [...lost],
    phantom: [...phantom],
    torn: [...torn],
    startsMs,
  };
}

import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';

type WriterMessage =
  | {
      readonly kind: 'opened';
      readonly stored: readonly { readonly id: number; readonly isWhole: boolean }[];
    }
  | { readonly kind: 'started' | 'acknowledged'; readonly id: number };

export interface KillReport {
  readonly kills: number;
  readonly acknowledged: number;
  /** Rows that were acknowledged but are missing. Must be empty. */
  readonly lost: readonly number[];
  /** Rows that are stored although their insert was never started. Must be empty. */
  readonly phantom: readonly number[];
  /** Rows whose stored content differs from what was inserted. Must be empty. */
  readonly torn: readonly number[];
  /** Milliseconds from the fork until the database was open, for each start after a kill. */
  readonly startsMs: readonly number[];
}

export interface KillOptions {
  readonly dataDir: string;
  readonly template?: string | undefined;
  readonly kills: number;
  /**
   * Number of rows that a round acknowledges before its process is killed. Should be random, so that kills happen at
   * any point.
   */
  readonly rowsBeforeKill: (round: number) => number;
  readonly onRound?: (round: number, acknowledged: number) => void;
}

const writer = new URL('kill-writer.ts', import.meta.url);

/** Starts a writer. Resolves once its database is open. */
async function startWriter(
  options: KillOptions,
  firstId: number,
  onMessage: (message: WriterMessage) => void,
) {
  const child = fork(writer, [options.dataDir, options.template ?? '', String(firstId)], {
    stdio: 'inherit',
  });
  const began = performance.now();
  const opened = Promise.withResolvers<void>();
  child.on('message', (message: WriterMessage) => {
    onMessage(message);
    if (message.kind === 'opened') opened.resolve();
  });
  child.once('exit', (code) => opened.reject(new Error(`the writer ended by itself with ${code}`)));
  await opened.promise;
  return { child, startMs: performance.now() - began };
}

async function kill(child: ChildProcess): Promise<void> {
  // Messages may still arrive after the exit, because the channel closes once all are read.
  const ended = Promise.all([once(child, 'exit'), once(child, 'disconnect')]);
  child.kill('SIGKILL');
  await ended;
}

/** Kills a writing process repeatedly. After each kill, compares the stored rows with the acknowledged ones. */
export async function runKillRounds(options: KillOptions): Promise<KillReport> {
  const reportedIds = new Set<number>();
  const started = new Set<number>();
  const lost = new Set<number>();
  const phantom = new Set<number>();
  const torn = new Set<number>();
  const startsMs: number[] = [];
  let highest = 0;

  const compare = (stored: Extract<WriterMessage, { kind: 'opened' }>['stored']) => {
    const found = new Set(stored.map(({ id }) => id));
    for (const id of reportedIds) if (!found.has(id)) lost.add(id);
    for (const { id, isWhole } of stored) {
      if (!started.has(id)) phantom.add(id);
      if (!isWhole) torn.add(id);
    }
  };

  // There is one more start than kills, to check the result of the last kill.
  for (let round = 0; round <= options.kills; round += 1) {
    const enough = Promise.withResolvers<void>();
    let left = options.rowsBeforeKill(round);
    const { child, startMs } = await startWriter(options, highest + 1, (message) => {
      // Checked immediately, because the next message may already acknowledge a row of this writer.
      if (message.kind === 'opened') return compare(message.stored);
      highest = Math.max(highest, message.id);
      (message.kind === 'started' ? started : reportedIds).add(message.id);
      if (message.kind === 'acknowledged' && (left -= 1) <= 0) enough.resolve();
    });
    if (round > 0) startsMs.push(Math.round(startMs));
    if (round < options.kills) await enough.promise;
    await kill(child);
    options.onRound?.(round, reportedIds.size);
  }
  return {
    kills: options.kills,
    acknowledged: reportedIds.size,
    lost: [...lost],
    phantom: [...phantom],
    torn: [...torn],
    startsMs,
  };
}

import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { openDatabase } from '../database/open.ts';
import type { OpenedDatabase } from '../database/opened-database.ts';

/** When to kill a process: after a time, or during the statement that follows a number of statements. */
export type KillPoint = { readonly milliseconds: number } | { readonly statements: number };

export interface KillTest {
  readonly dataDir: string;
  readonly kills: number;
  /** Returns `is_done`. Each process repeats the statement until it is true. */
  readonly statement: string;
  /** When to kill this round's process, counted from the moment its database is open. */
  readonly killAfter: (round: number) => KillPoint;
  /** Checks the database after each kill and at the end. Resolves to the problems it found. */
  readonly inspect: (database: OpenedDatabase) => Promise<readonly string[]>;
  readonly onRound?: (round: number, wasDone: boolean) => void;
}

export interface KillTestReport {
  readonly wrong: readonly string[];
  /** Number of kills that happened before the work was done. */
  readonly killsDuringWork: number;
}

const writer = new URL('repeat-statement.ts', import.meta.url);

const wait = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

async function start({ dataDir, statement }: KillTest) {
  const child: ChildProcess = fork(writer, [dataDir, statement], { stdio: 'inherit' });
  const opened = Promise.withResolvers<void>();
  const state = { isDone: false };
  child.on('message', (message) => {
    if (message === 'opened') opened.resolve();
    if (message === 'done') state.isDone = true;
  });
  const hasEnded = (statements: number) =>
    new Promise<void>((resolve) => {
      let left = statements;
      child.on('message', (message) => {
        if (message === 'ended') left -= 1;
        if (left <= 0) resolve();
      });
    });
  const ended = once(child, 'exit');
  void ended.then(() => opened.reject(new Error('the process ended before its database was open')));
  await opened.promise;
  return { child, state, ended, hasEnded };
}

/**
 * Kills processes in the middle of their work, checks the database after each kill, and lets the last process finish.
 */
export async function runKillTest(options: KillTest): Promise<KillTestReport> {
  const wrong: string[] = [];
  let killsDuringWork = 0;
  const inspect = async () => {
    const database = await openDatabase({ dataDir: options.dataDir });
    try {
      wrong.push(...(await options.inspect(database)));
    } finally {
      await database.close();
    }
  };
  for (let round = 0; round < options.kills; round += 1) {
    const { child, state, ended, hasEnded } = await start(options);
    const point = options.killAfter(round);
    const reached = 'statements' in point ? hasEnded(point.statements) : wait(point.milliseconds);
    await Promise.race([reached, ended]);
    if (child.exitCode === null) child.kill('SIGKILL');
    await ended;
    if (!state.isDone) killsDuringWork += 1;
    await inspect();
    options.onRound?.(round, state.isDone);
  }
  const { ended } = await start(options);
  await ended;
  await inspect();
  return { wrong, killsDuringWork };
}

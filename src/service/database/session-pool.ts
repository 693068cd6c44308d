import { AsyncLocalStorage } from 'node:async_hooks';
import { actAs } from './caller.ts';
import type { Database, Queryable } from './database.ts';
import type { OpenedDatabase } from './opened-database.ts';
import { currentCaller, recordUnavailable } from './request-caller.ts';
import type { Session } from './session.ts';
import { createFairQueue } from './fair-queue.ts';
import {
  ConnectionLost,
  DatabaseUnavailable,
  reasonOf,
  StatementTooSlow,
  StorageFailed,
} from './unavailable.ts';

export interface SessionRules {
  /** Time limit (ms) of a statement. None by default, for example in commands. */
  readonly limitMs?: number | undefined;
  readonly onProblem?: OnProblem | undefined;
}

interface PoolOptions extends SessionRules {
  readonly size: number;
  readonly connect: () => Promise<Session>;
  /** Returns whether to replace a session once its current work is done. */
  readonly needsReplacement?: (session: Session) => boolean;
}

/**
 * Reports to the operator that sessions are lost, can't be opened or work again, that the disk is full, or that a page is
 * damaged.
 */
export type OnProblem = (
  event: 'database-lost' | 'database-unreachable' | 'database-back' | 'storage-failed',
  reason: string,
) => void;

export interface SessionPool {
  /** Runs `work` with a session when it is the caller's turn. Inside `hold`, uses the reserved session. */
  use<T>(work: (session: Session) => Promise<T>): Promise<T>;
  /** Reserves a session for `work`. Every `use` inside `work` shares it. */
  hold<T>(work: (session: Session) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

interface HeldSession {
  readonly session: Session;
  readonly isShared: boolean;
  isActive: boolean;
}

/** How long (ms) to wait before reconnecting after a failure. Opening PGlite takes nearly a second. */
const reconnectDelay = 500;

/** Minimum time (ms) between reports of the same storage failure. */
const storageReportInterval = 60_000;

export function createSessionPool({
  size,
  connect,
  needsReplacement = () => false,
  onProblem = () => {},
}: PoolOptions): SessionPool {
  const turns = createFairQueue(size);
  const idle: Session[] = [];
  const heldSessions = new AsyncLocalStorage<HeldSession>();
  let failure: { readonly error: unknown; readonly at: number } | null = null;
  let isClosed = false;
  let hasFailed = false;
  const storageReports = new Map<string, number>();
  let running = 0;
  let onDrained: (() => void) | null = null;

  async function takeSession(): Promise<Session> {
    for (let session = idle.pop(); session; session = idle.pop()) if (!session.isLost) return session;
    if (failure && performance.now() - failure.at < reconnectDelay) throw failure.error;
    try {
      const session = await connect();
      if (hasFailed) onProblem('database-back', '');
      hasFailed = false;
      failure = null;
      return session;
    } catch (cause) {
      const error = cause instanceof DatabaseUnavailable ? cause : new ConnectionLost({ cause });
      failure = { error, at: performance.now() };
      reportProblem('database-unreachable', error);
      throw error;
    }
  }

  /** Reports once per outage, because more reports would fill the log. */
  function reportProblem(event: 'database-lost' | 'database-unreachable', error: unknown): void {
    if (!hasFailed) onProblem(event, reasonOf(error));
    hasFailed = true;
  }

  /**
   * Reports the same failure at most once a minute. `reportProblem` doesn't fit: the session may still work, so nothing
   * would signal the end of the problem.
   */
  function reportStorage(error: StorageFailed): void {
    const reason = reasonOf(error);
    if (performance.now() - (storageReports.get(reason) ?? -Infinity) < storageReportInterval) return;
    storageReports.set(reason, performance.now());
    onProblem('storage-failed', reason);
  }

  async function returnSession(session: Session): Promise<void> {
    await session.check();
    if (session.isLost) return;
    if (needsReplacement(session)) await session.end();
    else idle.push(session);
  }

  async function run<T>(isShared: boolean, work: (session: Session) => Promise<T>): Promise<T> {
    const holder = heldSessions.getStore();
    if (holder?.isActive) {
      if (holder.isShared) return work(holder.session);
      throw new Error(
        'The database was called inside its own transaction and could wait for itself: use the `tx` parameter.',
      );
    }
    const caller = currentCaller();
    running += 1;
    try {
      return await turns.run(caller, async () => {
        if (isClosed) throw new Error('The database is closed.');
        const session = await takeSession();
        const own: HeldSession = { session, isShared, isActive: true };
        try {
          return await heldSessions.run(own, () => work(session));
        } finally {
          own.isActive = false;
          await returnSession(session);
        }
      });
    } catch (error) {
      if (error instanceof StatementTooSlow) turns.block(caller);
      if (error instanceof DatabaseUnavailable) recordUnavailable(error);
      if (error instanceof StorageFailed) reportStorage(error);
      if (error instanceof ConnectionLost || error instanceof StatementTooSlow)
        reportProblem('database-lost', error);
      throw error;
    } finally {
      running -= 1;
      if (running === 0) onDrained?.();
    }
  }

  return {
    use: (work) => run(false, work),
    hold: (work) => run(true, work),
    async close() {
      if (running > 0) await new Promise<void>((resolve) => (onDrained = resolve));
      isClosed = true;
      await Promise.all(idle.splice(0).map((session) => session.end()));
    },
  };
}

interface PooledDatabaseOptions extends Pick<Database, 'kind' | 'listen' | 'close'> {
  readonly pool: SessionPool;
}

/** Builds a database from its sessions, the same way for PGlite and PostgreSQL. */
export function pooledDatabase({ pool, ...options }: PooledDatabaseOptions): OpenedDatabase {
  const transaction = <T>(work: (tx: Queryable) => Promise<T>): Promise<T> =>
    pool.use((session) => session.transaction(work));
  return {
    ...options,
    exclusively: (work) => pool.hold(work),
    query: (sql, parameters) => pool.use((session) => session.query(sql, parameters)),
    execute: (script) => pool.use((session) => session.withoutLimit(() => session.execute(script))),
    transaction,
    asCaller: (claims, work) =>
      transaction(async (tx) => {
        await actAs(tx, claims);
        return work(tx);
      }),
    withoutTimeLimit: (work) => pool.use((session) => session.withoutLimit(() => work(session))),
  };
}

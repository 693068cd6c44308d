import { createChannels } from './channels.ts';
import type { OpenedDatabase } from './opened-database.ts';
import type { PgliteOptions } from './pglite-settings.ts';
import { startPglite, type PgliteThread } from './pglite-thread.ts';
import { quoteIdentifier } from './quote.ts';
import { openSession, type Session } from './session.ts';
import { createSessionPool, pooledDatabase, type SessionRules } from './session-pool.ts';

export interface PgliteDatabase extends OpenedDatabase {
  dump(compression: 'none' | 'gzip'): Promise<Uint8Array>;
}

/**
 * Maximum memory of PGlite in bytes. The memory grows with the largest statement and never shrinks, so PGlite is
 * reopened when it needs more than this.
 */
const maxMemory = 320 * 1024 * 1024;

/**
 * Opens PGlite in a separate thread. PGlite implements PostgreSQL's protocol, so the rest of the code treats it like a
 * server with only one session. After a crash, or after a statement was stopped by ending the thread, the next caller
 * reopens it.
 */
export async function openPglite(
  start: PgliteOptions,
  { limitMs = 0, onProblem }: SessionRules = {},
): Promise<PgliteDatabase> {
  const channels = createChannels();
  let thread: PgliteThread;
  let next = start;

  async function connect(): Promise<Session> {
    // The previous thread may still have open files.
    await thread?.kill();
    thread = await startPglite(next);
    if (start.dataDir !== undefined) next = { dataDir: start.dataDir };
    const { socket, kill, close } = thread;
    const session = await openSession({
      wire: { socket, cut: () => void kill(), end: close },
      url: 'postgres://postgres@pglite/postgres',
      limitMs,
      cutAfterMs: limitMs,
      onNotice: channels.dispatch,
    });
    const statement = channels.statement();
    if (statement !== null) {
      await session.execute(statement);
      channels.gap();
    }
    return session;
  }

  const pool = createSessionPool({
    size: 1,
    connect,
    needsReplacement: () => start.dataDir !== undefined && thread.memory > maxMemory,
    onProblem,
  });
  await pool.use((session) => session.query('select 1'));

  return {
    ...pooledDatabase({
      kind: 'pglite',
      pool,
      async listen(channel, onPayload, onGap = () => {}) {
        const remove = channels.add(channel, onPayload, onGap);
        await pool.use((session) => session.execute(`listen ${quoteIdentifier(channel)}`));
        return async () => {
          if (remove()) await pool.use((session) => session.execute(`unlisten ${quoteIdentifier(channel)}`));
        };
      },
      close: pool.close,
    }),
    dump: (compression) => pool.use(() => thread.dump(compression)),
  };
}

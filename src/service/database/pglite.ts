import { createChannels, quoted } from './channels.ts';
import type { OpenedDatabase } from './opened-database.ts';
import type { PgliteStart } from './pglite-settings.ts';
import { startPglite, type PgliteThread } from './pglite-thread.ts';
import { pooledDatabase } from './pooled-database.ts';
import { openSession, type Session } from './session.ts';
import { createSessionPool, type SessionRules } from './session-pool.ts';

/** PGlite can also hand out its whole data directory as a tar. */
export interface PgliteDatabase extends OpenedDatabase {
  dump(compression: 'none' | 'gzip'): Promise<Uint8Array>;
}

/** PGlite's memory grows with the largest statement and never shrinks; beyond this (bytes) it is opened again. */
const mostMemory = 320 * 1024 * 1024;

/**
 * Opens PGlite in a thread of its own. It speaks PostgreSQL's protocol, so everything above is the same as over a
 * server; only that there is one session. After a crash, or a statement that had to be ended with its thread, the next
 * caller opens it again.
 */
export async function openPglite(
  start: PgliteStart,
  { limitMs = 0, onTrouble }: SessionRules = {},
): Promise<PgliteDatabase> {
  const channels = createChannels();
  let thread: PgliteThread;
  let next = start;

  async function connect(): Promise<Session> {
    // The last one has ended, but its files may still be open.
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
    room: 1,
    connect,
    isWorn: () => start.dataDir !== undefined && thread.memory > mostMemory,
    onTrouble,
  });
  await pool.use((session) => session.query('select 1'));

  return {
    ...pooledDatabase({
      kind: 'pglite',
      pool,
      async listen(channel, onPayload, onGap = () => {}) {
        const remove = channels.add(channel, onPayload, onGap);
        await pool.use((session) => session.execute(`listen ${quoted(channel)}`));
        return async () => {
          if (remove()) await pool.use((session) => session.execute(`unlisten ${quoted(channel)}`));
        };
      },
      close: pool.close,
    }),
    dump: (compression) => pool.use(() => thread.dump(compression)),
  };
}

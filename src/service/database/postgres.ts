import { createChannels, quoted } from './channels.ts';
import { lockDatabase } from './database-lock.ts';
import { unreachable } from './database-unreachable.ts';
import type { Database } from './database.ts';
import type { OpenedDatabase } from './opened-database.ts';
import { pooledDatabase } from './pooled-database.ts';
import { connectPostgres } from './postgres-session.ts';
import type { Session } from './session.ts';
import { createSessionPool, type SessionRules } from './session-pool.ts';
import { DatabaseUnavailable } from './unavailable.ts';

export interface PostgresStart {
  readonly url: string;
  /** Upper limit of sessions, 10 unless told. */
  readonly maxSessions?: number;
  /** Whether this is an instance of the service, of which there may be several; a command wants the database alone. */
  readonly isService?: boolean;
  /** Whether anybody else may use the database too, as for its administration. */
  readonly isShared?: boolean;
}

/** Time (ms) between two tries to listen again after the connection was lost. */
const retryEvery = 1_000;

/** Listens in a session of its own, which is opened with the first channel and again after each loss. */
function createListening(url: string) {
  const channels = createChannels();
  let opening: Promise<Session> | null = null;
  let isClosed = false;
  let timer: NodeJS.Timeout | undefined;

  async function connect(): Promise<Session> {
    const session = await connectPostgres({
      url,
      name: 'clover notifications',
      onNotice: channels.dispatch,
      onLost: () => {
        opening = null;
        again();
      },
    });
    const statement = channels.statement();
    if (statement !== null) await session.execute(statement);
    return session;
  }

  function again(): void {
    if (isClosed || channels.statement() === null) return;
    timer = setTimeout(() => {
      opening ??= connect();
      opening.then(channels.gap, () => {
        opening = null;
        again();
      });
    }, retryEvery);
    timer.unref();
  }

  const listen: Database['listen'] = async (channel, onPayload, onGap = () => {}) => {
    const remove = channels.add(channel, onPayload, onGap);
    try {
      opening ??= connect();
      await (await opening).execute(`listen ${quoted(channel)}`);
    } catch (error) {
      opening = null;
      remove();
      throw error;
    }
    return async () => {
      const session = await opening?.catch(() => null);
      if (remove() && session && !session.isLost) await session.execute(`unlisten ${quoted(channel)}`);
    };
  };
  return {
    listen,
    async close() {
      isClosed = true;
      clearTimeout(timer);
      await (await opening?.catch(() => null))?.end();
    },
  };
}

/** Opens a PostgreSQL by URL. */
export async function openPostgres(
  { url, maxSessions = 10, isService = false, isShared = false }: PostgresStart,
  { limitMs = 0, onTrouble }: SessionRules = {},
): Promise<OpenedDatabase> {
  const pool = createSessionPool({
    room: maxSessions,
    connect: () => connectPostgres({ url, limitMs }),
    onTrouble,
  });
  let release: (() => Promise<void>) | undefined;
  try {
    await pool.use((session) => session.query('select 1'));
    if (!isShared) release = await lockDatabase(url, isService ? 'service' : 'alone');
  } catch (error) {
    await pool.close();
    throw unreachable(url, error instanceof DatabaseUnavailable ? error.cause : error);
  }
  const listening = createListening(url);
  return pooledDatabase({
    kind: 'postgres',
    pool,
    listen: listening.listen,
    async close() {
      await Promise.all([pool.close(), listening.close()]);
      await release?.();
    },
  });
}

import { createChannels } from './channels.ts';
import { lockDatabase } from './database-lock.ts';
import { toUnreachableError } from './database-unreachable.ts';
import type { Database } from './database.ts';
import type { OpenedDatabase } from './opened-database.ts';
import { connectPostgres } from './postgres-session.ts';
import { quoteIdentifier } from './quote.ts';
import type { Session } from './session.ts';
import { createSessionPool, pooledDatabase, type SessionRules } from './session-pool.ts';
import { DatabaseUnavailable } from './unavailable.ts';

export interface PostgresOptions {
  readonly url: string;
  /** Maximum number of sessions, 10 by default. */
  readonly maxSessions?: number;
  /** Whether this is an instance of the service. There may be several, but commands need the database exclusively. */
  readonly isService?: boolean;
  /** Whether others may use the database too, for example to administer it. */
  readonly isShared?: boolean;
}

/** How often (ms) to try to listen again after a lost connection. */
const retryInterval = 1_000;

/** Listens on a separate session. It is opened for the first channel and again after each lost connection. */
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
        reconnect();
      },
    });
    const statement = channels.statement();
    if (statement !== null) await session.execute(statement);
    return session;
  }

  function reconnect(): void {
    if (isClosed || channels.statement() === null) return;
    timer = setTimeout(() => {
      opening ??= connect();
      opening.then(channels.gap, () => {
        opening = null;
        reconnect();
      });
    }, retryInterval);
    timer.unref();
  }

  const listen: Database['listen'] = async (channel, onPayload, onGap = () => {}) => {
    const remove = channels.add(channel, onPayload, onGap);
    try {
      opening ??= connect();
      await (await opening).execute(`listen ${quoteIdentifier(channel)}`);
    } catch (error) {
      opening = null;
      remove();
      throw error;
    }
    return async () => {
      const session = await opening?.catch(() => null);
      if (remove() && session && !session.isLost)
        await session.execute(`unlisten ${quoteIdentifier(channel)}`);
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

export async function openPostgres(
  { url, maxSessions = 10, isService = false, isShared = false }: PostgresOptions,
  { limitMs = 0, onProblem }: SessionRules = {},
): Promise<OpenedDatabase> {
  const pool = createSessionPool({
    size: maxSessions,
    connect: () => connectPostgres({ url, limitMs }),
    onProblem,
  });
  let release: (() => Promise<void>) | undefined;
  try {
    await pool.use((session) => session.query('select 1'));
    if (!isShared) release = await lockDatabase(url, isService ? 'service' : 'alone');
  } catch (error) {
    await pool.close();
    throw toUnreachableError(url, error instanceof DatabaseUnavailable ? error.cause : error);
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

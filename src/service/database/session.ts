import postgres from 'postgres';
import type { Queryable } from './database.ts';
import {
  ConnectionLost,
  DatabaseUnavailable,
  isSuspiciousError,
  translateError,
  StatementTooSlow,
} from './unavailable.ts';
import { postgresTypes } from './values.ts';

/** The connection of one session: TCP, or messages to the PGlite thread. */
export interface SessionConnection {
  readonly socket: NodeJS.EventEmitter;
  readonly cut: (reason: Error) => void;
  readonly end?: () => Promise<void>;
}

export interface SessionOptions {
  readonly wire: SessionConnection;
  /** User, password, database and settings, in the driver's format. */
  readonly url: string;
  readonly settings?: Readonly<Record<string, string | number>>;
  /** The limit (ms) in the error message if the connection is cut to stop a statement. */
  readonly limitMs: number;
  /** A statement without a response ends the session after this time (ms); 0 means never. */
  readonly cutAfterMs: number;
  readonly onNotice?: (channel: string, payload: string) => void;
  /** Called once if the session is lost, but never after `end`. */
  readonly onLost?: () => void;
}

/** A PostgreSQL session. It never reconnects: once it is lost, every call fails. */
export interface Session extends Queryable {
  readonly isLost: boolean;
  /** Call after a suspicious error. If the session no longer works, it is dropped. */
  check(): Promise<void>;
  execute(script: string): Promise<void>;
  transaction<T>(work: (tx: Queryable) => Promise<T>): Promise<T>;
  withoutLimit<T>(work: () => Promise<T>): Promise<T>;
  end(): Promise<void>;
}

const typeOfServer = 0;

/** Opens a session. Rejects with the server's error, or with ConnectionLost. */
export async function openSession(options: SessionOptions): Promise<Session> {
  const { wire, onNotice } = options;
  let { cutAfterMs } = options;
  let isLost = false;
  let isSuspect = false;
  let isEnding = false;
  let reason: Error | null = null;
  let isTaken = false;
  let watchdog: NodeJS.Timeout | undefined;
  const running = new Set<(error: Error) => void>();

  function lose(): void {
    if (isLost) return;
    isLost = true;
    clearTimeout(watchdog);
    if (!isEnding) options.onLost?.();
    // The driver never settles a statement that is sent between a socket's error and its end, so this function rejects
    // it.
    setImmediate(() => {
      for (const reject of running) reject(reason ?? new ConnectionLost());
    });
  }
  for (const event of ['error', 'end', 'close']) wire.socket.once(event, lose);

  const driver = postgres(options.url, {
    max: 1,
    idle_timeout: 0,
    max_lifetime: null,
    connect_timeout: 8,
    // Without these two options, the driver would open a second connection, whose loss it can't handle.
    fetch_types: false,
    no_subscribe: true,
    ssl: false,
    connection: { ...options.settings },
    types: postgresTypes as Record<string, postgres.PostgresType>,
    onnotice: () => {},
    onclose: lose,
    // The driver would reconnect by itself, with bytes of the lost session still in its buffer.
    socket: () => {
      if (isTaken) throw reason ?? new ConnectionLost();
      isTaken = true;
      return wire.socket;
    },
    ...(onNotice ? { onnotify: onNotice } : {}),
  } as postgres.Options<Record<string, postgres.PostgresType>>);

  function watch(): void {
    clearTimeout(watchdog);
    if (cutAfterMs === 0 || running.size === 0) return;
    watchdog = setTimeout(() => {
      // If this thread was busy, the response may have arrived without being read yet. The second timer leaves time to
      // read it first.
      watchdog = setTimeout(() => {
        reason = new StatementTooSlow(options.limitMs);
        wire.cut(reason);
      }, 100);
    }, cutAfterMs);
  }

  /**
   * Leaves the types of these parameters to the server, because the driver would guess `boolean` for a jsonb column.
   */
  const withoutTypes = (parameters: readonly unknown[]): never[] =>
    parameters.map((value) =>
      typeof value === 'boolean' || Array.isArray(value) ? driver.typed(value as never, typeOfServer) : value,
    ) as never[];

  async function run<T>(send: () => Promise<T>): Promise<T> {
    if (isLost) throw reason ?? new ConnectionLost();
    const lost = Promise.withResolvers<never>();
    running.add(lost.reject);
    if (running.size === 1) watch();
    try {
      return await Promise.race([send(), lost.promise]);
    } catch (error) {
      isSuspect ||= isSuspiciousError(error);
      throw reason ?? translateError(error);
    } finally {
      running.delete(lost.reject);
      watch();
    }
  }

  const session: Session = {
    get isLost() {
      return isLost;
    },
    async check() {
      if (!isSuspect || isLost) return;
      isSuspect = false;
      await session.query('select 1').catch((error: Error) => {
        lose();
        wire.cut(error);
      });
    },
    async query<Row>(sql: string, parameters: readonly unknown[] = []) {
      return [...(await run(() => driver.unsafe(sql, withoutTypes(parameters))))] as Row[];
    },
    async execute(script) {
      await run(() => driver.unsafe(script).simple());
    },
    async transaction(work) {
      let failure: { readonly error: unknown } | null = null;
      let isOver = false;
      const tx: Queryable = {
        async query<Row>(sql: string, parameters?: readonly unknown[]) {
          if (isOver) throw new Error('The transaction has ended.');
          try {
            return await session.query<Row>(sql, parameters);
          } catch (error) {
            failure ??= { error };
            throw error;
          }
        },
      };
      const failed = (): { readonly error: unknown } | null => failure;
      await session.query('begin');
      try {
        const result = await work(tx);
        // PostgreSQL responds to the commit of a failed transaction with a rollback, not with an error.
        const first = failed();
        if (first) throw first.error;
        isOver = true;
        await session.query('commit');
        return result;
      } catch (error) {
        isOver = true;
        // If the transaction can't be ended, no other caller may use the session.
        if (!isLost) await session.query('rollback').catch((problem: Error) => wire.cut(problem));
        throw error;
      }
    },
    async withoutLimit(work) {
      const limit = cutAfterMs;
      if (options.settings?.['statement_timeout'] !== undefined)
        await session.query('set statement_timeout = 0');
      cutAfterMs = 0;
      try {
        return await work();
      } finally {
        cutAfterMs = limit;
        if (!isLost && options.settings?.['statement_timeout'] !== undefined)
          await session.query('reset statement_timeout');
      }
    },
    async end() {
      isEnding = true;
      lose();
      await driver.end({ timeout: 1 });
      await wire.end?.();
    },
  };
  try {
    await session.query('select 1');
  } catch (error) {
    isEnding = true;
    lose();
    wire.cut(new ConnectionLost({ cause: error }));
    void driver.end({ timeout: 0 });
    throw error instanceof DatabaseUnavailable && error.cause !== undefined ? error.cause : error;
  }
  return session;
}

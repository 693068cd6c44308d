import { connectServer, driverUrl } from './server-socket.ts';
import { openSession, type Session } from './session.ts';

export interface PostgresSessionOptions {
  readonly url: string;
  /** Time limit (ms) of a statement; 0 means no limit. */
  readonly limitMs?: number;
  readonly name?: string;
  readonly settings?: Readonly<Record<string, string | number>>;
  readonly onNotice?: (channel: string, payload: string) => void;
  readonly onLost?: () => void;
}

/**
 * How long (ms) the server may take after the limit to report a slow statement. After that, the session counts as lost.
 */
const reportTimeout = 2_000;

/** Opens a session on a PostgreSQL server. Rejects with the driver's or the system's error. */
export async function connectPostgres({
  url,
  limitMs = 0,
  name = 'clover',
  settings = {},
  onNotice,
  onLost,
}: PostgresSessionOptions): Promise<Session> {
  const socket = await connectServer(url);
  return openSession({
    wire: { socket, cut: (reason) => void socket.destroy(reason) },
    url: driverUrl(url),
    limitMs,
    cutAfterMs: limitMs === 0 ? 0 : limitMs + reportTimeout,
    settings: {
      search_path: '"$user",public,extensions',
      TimeZone: 'UTC',
      application_name: name,
      ...(limitMs === 0 ? {} : { statement_timeout: limitMs }),
      ...settings,
    },
    ...(onNotice ? { onNotice } : {}),
    ...(onLost ? { onLost } : {}),
  });
}

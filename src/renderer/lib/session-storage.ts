import type { Session, SupportedStorage } from '@supabase/supabase-js';
import type { ConnectionStore } from './connection.ts';
import { readStored, type SessionKey } from './storage.ts';

/** The auth client refreshes a session this long (ms) before it expires. */
const refreshMargin = 90_000;
/** How much longer (ms) the auth client keeps an expired session while there is no connection. */
const extension = 2 * refreshMargin;

interface StoredSession {
  readonly expires_at: number;
}

function readSession(text: string | null): StoredSession | null {
  if (!text?.includes('"expires_at"')) return null;
  try {
    const value: unknown = JSON.parse(text);
    const hasTime =
      typeof value === 'object' &&
      value !== null &&
      'expires_at' in value &&
      Number.isFinite(value.expires_at);
    return hasTime ? (value as StoredSession) : null;
  } catch {
    return null;
  }
}

const isExpiring = ({ expires_at: end }: StoredSession): boolean => end * 1_000 < Date.now() + refreshMargin;

/** The session as the auth client stored it; null if there is none, or if the client refreshes it before it uses it. */
export function readStoredSession(key: SessionKey): Session | null {
  const session: Partial<Session> | null = readSession(readStored(key));
  const isComplete = typeof session?.access_token === 'string' && typeof session.user?.id === 'string';
  return isComplete && !isExpiring(session as Session & StoredSession) ? (session as Session) : null;
}

/** True if the service no longer accepts the session without a refresh. */
export function isSessionExpired(storage: Storage, key: string): boolean {
  const session = readSession(storage.getItem(key));
  return session !== null && session.expires_at * 1_000 <= Date.now();
}

/** True if the auth client refreshes the session before it uses it. */
export function isSessionExpiring(storage: Storage, key: string): boolean {
  const session = readSession(storage.getItem(key));
  return session !== null && isExpiring(session);
}

/**
 * The storage of the auth client. Without a connection, a session that needs a refresh appears valid for a moment
 * longer. Otherwise the client would try to refresh it for half a minute, with every request waiting, and report no
 * session for a minute more, so that the app would not open.
 *
 * This grants nothing: the service checks the token itself.
 */
export const createSessionStorage = (
  storage: Storage,
  connection: Pick<ConnectionStore, 'get'>,
): SupportedStorage => ({
  getItem(key) {
    const text = storage.getItem(key);
    if (connection.get() === 'online') return text;
    const session = readSession(text);
    if (!session || !isExpiring(session)) return text;
    return JSON.stringify({ ...session, expires_at: Math.ceil((Date.now() + extension) / 1_000) });
  },
  setItem: (key, value) => storage.setItem(key, value),
  removeItem: (key) => storage.removeItem(key),
});

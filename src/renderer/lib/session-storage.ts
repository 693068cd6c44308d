import type { SupportedStorage } from '@supabase/supabase-js';
import type { ConnectionStore } from './connection.ts';
import { isExpiring, parseSession, refreshMargin } from './stored-session.ts';

/** Milliseconds by which an expired session is extended while there is no connection. */
const sessionExtension = 2 * refreshMargin;

/** True if the service no longer accepts the session without a refresh. */
export function isSessionExpired(storage: Storage, key: string): boolean {
  const session = parseSession(storage.getItem(key));
  return session !== null && session.expires_at * 1_000 <= Date.now();
}

/** True if the auth client refreshes the session before it uses it. */
export function isSessionExpiring(storage: Storage, key: string): boolean {
  const session = parseSession(storage.getItem(key));
  return session !== null && isExpiring(session);
}

/**
 * Creates the auth client's storage. Without a connection, it makes a session that needs a refresh appear valid for a
 * short time. Otherwise the client would try to refresh it for half a minute while every request waits, and then report
 * no session for a minute, so that the app would not open.
 *
 * This grants nothing, because the service checks the token itself.
 */
export const createSessionStorage = (
  storage: Storage,
  connection: Pick<ConnectionStore, 'get'>,
): SupportedStorage => ({
  getItem(key) {
    const text = storage.getItem(key);
    if (connection.get() === 'online') return text;
    const session = parseSession(text);
    if (!session || !isExpiring(session)) return text;
    return JSON.stringify({ ...session, expires_at: Math.ceil((Date.now() + sessionExtension) / 1_000) });
  },
  setItem: (key, value) => storage.setItem(key, value),
  removeItem: (key) => storage.removeItem(key),
});

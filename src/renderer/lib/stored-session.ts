import type { Session } from '@supabase/supabase-js';
import { readStored, type SessionKey } from './storage.ts';

/** In milliseconds. The auth client refreshes a session this long before it expires. */
export const refreshMargin = 90_000;

interface StoredSession {
  readonly expires_at: number;
}

/** Parses the text that the auth client stores. Null if it contains no session. */
export function parseSession(text: string | null): StoredSession | null {
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

export const isExpiring = ({ expires_at: end }: StoredSession): boolean =>
  end * 1_000 < Date.now() + refreshMargin;

function readSession(key: SessionKey): (Session & StoredSession) | null {
  const session: Partial<Session> | null = parseSession(readStored(key));
  const isComplete = typeof session?.access_token === 'string' && typeof session.user?.id === 'string';
  return isComplete ? (session as Session & StoredSession) : null;
}

/**
 * Returns the session as the auth client stored it. Null if there is none, or if the client will refresh it before
 * using it.
 */
export function readStoredSession(key: SessionKey): Session | null {
  const session = readSession(key);
  return session && !isExpiring(session) ? session : null;
}

/** Returns the stored session's user, even if the session has expired. Null if there is none. */
export const readStoredUserId = (key: SessionKey): string | null => readSession(key)?.user.id ?? null;

import { randomUUID } from 'node:crypto';
import type { Database } from '../database/database.ts';
import type { AccessClaims } from './tokens.ts';

/**
 * Tracks refreshes whose response may not have reached the client.
 *
 * If the connection breaks between a refresh and its response, the client still has the old token and may send it long
 * after the reuse interval, e.g. when a laptop is opened again. That must not sign the user out. The response has
 * arrived once the new access token is used. The service can detect that, because it verifies every access token.
 */
export interface PendingRefreshes {
  /** Call after a refresh of this session, which returned an access token issued at `issuedAt` (seconds since 1970). */
  add(sessionId: string, issuedAt: number): void;
  /** Call when an access token is used: its refresh is no longer pending. */
  confirm(claims: Pick<AccessClaims, 'session_id' | 'iat'>): void;
  has(sessionId: string): boolean;
  /** Starts listening to other instances. Resolves to a function that stops it. */
  listen(): Promise<() => Promise<void>>;
}

/** Maximum remembered sessions. For all others, reusing a token ends the session, as after a restart. */
const maximumSessions = 10_000;

const notifyChannel = 'clover_receipts';
const notification = /^(\S+) (expect|confirm) (\S+) (\d+)$/;

/**
 * Shares the pending refreshes between instances, because the client may use the new access token at another one. If a
 * notification gets lost, a reused token may end that session, or may be accepted until the session's next request.
 */
export function createPendingRefreshes(database: Database): PendingRefreshes {
  const pending = new Map<string, number>();
  const ownName = randomUUID();
  let last: Promise<unknown> = Promise.resolve();

  /** Sends notifications one at a time, so that no confirmation arrives before its refresh. */
  function notify(kind: 'expect' | 'confirm', sessionId: string, issuedAt: number): void {
    // The embedded database has only one instance.
    if (database.kind === 'pglite') return;
    const text = `${ownName} ${kind} ${sessionId} ${issuedAt}`;
    last = last.then(() =>
      database.query('select pg_notify($1, $2)', [notifyChannel, text]).catch(() => undefined),
    );
  }

  function remember(sessionId: string, issuedAt: number): void {
    pending.delete(sessionId);
    pending.set(sessionId, issuedAt);
    const [oldest] = pending.keys();
    if (pending.size > maximumSessions && oldest !== undefined) pending.delete(oldest);
  }

  function forget(sessionId: string, issuedAt: number): boolean {
    const expected = pending.get(sessionId);
    return expected !== undefined && issuedAt >= expected && pending.delete(sessionId);
  }

  return {
    has: (sessionId) => pending.has(sessionId),
    add(sessionId, issuedAt) {
      remember(sessionId, issuedAt);
      notify('expect', sessionId, issuedAt);
    },
    confirm({ session_id: sessionId, iat }) {
      if (forget(sessionId, iat)) notify('confirm', sessionId, iat);
    },
    async listen() {
      if (database.kind === 'pglite') return async () => {};
      const unlisten = await database.listen(notifyChannel, (payload) => {
        const [, sender, kind, sessionId, iat] = notification.exec(payload) ?? [];
        if (sessionId === undefined || sender === ownName) return;
        if (kind === 'expect') remember(sessionId, Number(iat));
        else forget(sessionId, Number(iat));
      });
      return async () => {
        await unlisten();
        await last;
      };
    },
  };
}

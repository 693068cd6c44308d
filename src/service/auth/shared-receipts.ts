import { randomUUID } from 'node:crypto';
import type { Database } from '../database/database.ts';
import type { Receipts } from './receipts.ts';

const notifyChannel = 'clover_receipts';

const notice = /^(\S+) (expect|confirm) (\S+) (\d+)$/;

export interface SharedReceipts extends Receipts {
  /** Begins to hear the other instances; resolves to the undo. */
  listen(): Promise<() => Promise<void>>;
}

/**
 * Receipts of all instances: a refresh that one answered may show its arrival at another. A notice that gets lost makes
 * one session strict, as a restart does, or lenient until its next request.
 */
export function shareReceipts(own: Receipts, database: Database): SharedReceipts {
  // The embedded database has one instance.
  if (database.kind === 'pglite') return { ...own, listen: async () => async () => {} };
  const ownName = randomUUID();
  let last: Promise<unknown> = Promise.resolve();

  /** One after the other, so that the others hear of an answer before they hear that it arrived. */
  const tell = (kind: 'expect' | 'confirm', sessionId: string, issuedAt: number) => {
    const text = `${ownName} ${kind} ${sessionId} ${issuedAt}`;
    last = last.then(() =>
      database.query('select pg_notify($1, $2)', [notifyChannel, text]).catch(() => undefined),
    );
  };

  return {
    isOutstanding: own.isOutstanding,
    expect(sessionId, issuedAt) {
      own.expect(sessionId, issuedAt);
      tell('expect', sessionId, issuedAt);
    },
    confirm(claims) {
      const { session_id: sessionId, iat } = claims;
      const wasOutstanding = own.isOutstanding(sessionId);
      own.confirm(claims);
      if (wasOutstanding && !own.isOutstanding(sessionId)) tell('confirm', sessionId, iat);
    },
    async listen() {
      const unlisten = await database.listen(notifyChannel, (payload) => {
        const [, sender, kind, sessionId, iat] = notice.exec(payload) ?? [];
        if (sessionId === undefined || sender === ownName) return;
        if (kind === 'expect') own.expect(sessionId, Number(iat));
        else own.confirm({ session_id: sessionId, iat: Number(iat) });
      });
      return async () => {
        await unlisten();
        await last;
      };
    },
  };
}

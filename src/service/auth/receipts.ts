import type { AccessClaims } from './tokens.ts';

/**
 * Which refreshes were answered without a sign that the answer arrived.
 *
 * A client whose line breaks between its refresh and our answer still has the old token, and may come back with it
 * long after the reuse interval: a lid that closes is enough. It must not be signed out for that. The sign of
 * arrival is the first use of the new access token, which this process sees, because it verifies them all.
 */
export interface Receipts {
  /** A refresh of this session was answered with an access token issued at `issuedAt` (seconds since 1970). */
  expect(sessionId: string, issuedAt: number): void;
  /** An access token was shown; ends the waiting for it. */
  confirm(claims: Pick<AccessClaims, 'session_id' | 'iat'>): void;
  isOutstanding(sessionId: string): boolean;
}

/** Sessions remembered at most. One that is forgotten is treated strictly, as all are after a restart. */
const maximumSessions = 10_000;

export function createReceipts(): Receipts {
  const outstanding = new Map<string, number>();
  return {
    expect(sessionId, issuedAt) {
      outstanding.delete(sessionId);
      outstanding.set(sessionId, issuedAt);
      const [oldest] = outstanding.keys();
      if (outstanding.size > maximumSessions && oldest !== undefined) outstanding.delete(oldest);
    },
    confirm({ session_id: sessionId, iat }) {
      const expected = outstanding.get(sessionId);
      if (expected !== undefined && iat >= expected) outstanding.delete(sessionId);
    },
    isOutstanding: (sessionId) => outstanding.has(sessionId),
  };
}

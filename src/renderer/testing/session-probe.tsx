import { useEffect } from 'react';
import { type Session, useSession } from '../lib/session.tsx';

let seen: Session | null = null;

/** The session as last drawn by <SessionProbe />. */
export function seenSession(): Session {
  if (!seen) throw new Error('Draw <SessionProbe /> first.');
  return seen;
}

/** Writes the session out as "status name plan endedBy", and keeps it for the test to act on. */
export function SessionProbe() {
  const session = useSession();
  useEffect(() => {
    seen = session;
  }, [session]);
  const { status, user, endedBy } = session;
  return <p>{`${status} ${user?.name ?? '-'} ${user?.plan ?? '-'} ${endedBy}`}</p>;
}

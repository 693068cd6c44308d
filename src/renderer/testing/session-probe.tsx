import { useEffect } from 'react';
import { type Session, useSession } from '../lib/session.tsx';

let seen: Session | null = null;

/** Returns the session from the last render of <SessionProbe />. */
export function renderedSession(): Session {
  if (!seen) throw new Error('Render <SessionProbe /> first.');
  return seen;
}

/** Renders the session as "status name plan endedBy" and exposes it to the test. */
export function SessionProbe() {
  const session = useSession();
  useEffect(() => {
    seen = session;
  }, [session]);
  const { status, user, endedBy } = session;
  return <p>{`${status} ${user?.name ?? '-'} ${user?.plan ?? '-'} ${endedBy}`}</p>;
}

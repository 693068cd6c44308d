import { createContext, type ReactNode, useContext, useEffect, useMemo, useSyncExternalStore } from 'react';
import { createSessionStore, noSession, type SessionState, type SessionStore } from './session-store.ts';

export type { SessionUser } from './session-user.ts';

export type Session = SessionState & Pick<SessionStore, 'signOut' | 'retry' | 'refreshAccess'>;

/** Prerendered pages have no session. */
const visitorState = (): SessionState => noSession;

const SessionContext = createContext<SessionStore | null>(null);

export interface SessionProviderProps {
  readonly children: ReactNode;
  /** For tests. */
  readonly store?: SessionStore;
}

export function SessionProvider({ children, store: given }: SessionProviderProps) {
  const store = useMemo(() => given ?? createSessionStore(), [given]);
  useEffect(() => store.connect(), [store]);
  return <SessionContext value={store}>{children}</SessionContext>;
}

/** Returns the session. The status is `loading` only while a stored session is read. */
export function useSession(): Session {
  const store = useContext(SessionContext);
  if (!store) throw new Error('useSession needs a SessionProvider above it.');
  const state = useSyncExternalStore(store.subscribe, store.get, visitorState);
  return useMemo(
    () => ({
      ...state,
      signOut: store.signOut,
      retry: store.retry,
      refreshAccess: store.refreshAccess,
    }),
    [state, store],
  );
}

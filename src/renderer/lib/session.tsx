import { createContext, type ReactNode, useContext, useEffect, useMemo, useSyncExternalStore } from 'react';
import { createSessionStore, nobody, type SessionState, type SessionStore } from './session-store.ts';

export type { SessionUser } from './session-user.ts';

export type Session = SessionState &
  Pick<SessionStore, 'signOut' | 'retry' | 'refreshEntitlements' | 'leaveBanned'>;

/** Whoever reads a page that was drawn at the build: nobody is known there. */
const visitor = (): SessionState => nobody;

const SessionContext = createContext<SessionStore | null>(null);

export interface SessionProviderProps {
  readonly children: ReactNode;
  /** Given by tests; the app makes its own. */
  readonly store?: SessionStore;
}

/** Gives the session to every screen below, and follows it while mounted. */
export function SessionProvider({ children, store: given }: SessionProviderProps) {
  const store = useMemo(() => given ?? createSessionStore(), [given]);
  useEffect(() => store.connect(), [store]);
  return <SessionContext value={store}>{children}</SessionContext>;
}

/** Who is signed in. `loading` lasts only while a stored session is being read. */
export function useSession(): Session {
  const store = useContext(SessionContext);
  if (!store) throw new Error('useSession needs a SessionProvider above it.');
  const state = useSyncExternalStore(store.subscribe, store.get, visitor);
  return useMemo(
    () => ({
      ...state,
      signOut: store.signOut,
      retry: store.retry,
      refreshEntitlements: store.refreshEntitlements,
      leaveBanned: store.leaveBanned,
    }),
    [state, store],
  );
}

import type { AuthChangeEvent, Session } from '@supabase/supabase-js';
import { platform } from '../platform/index.ts';
import { type Hold, holdOf, toHold } from './hold.ts';
import { forgetDrafts } from './kept-drafts.ts';
import { type Entitlements, mirrorUser, type SessionUser, toSessionUser } from './session-user.ts';
import { ServiceTrouble } from './service-trouble.ts';
import { sessionKey, storageKeys, writeStored } from './storage.ts';
import { getSupabase, hasStoredSession, onServiceTrouble, onSupabase, type Supabase } from './supabase.ts';

/** Who ended the session: nobody (there was none), the person by Sign Out, the service (expiry, another tab), or a ban. */
export type SessionEnd = 'none' | 'person' | 'service' | 'ban';

export type SignOutScope = 'local' | 'global' | 'gone';

export interface SessionState {
  /** `held`: there is a session, and `hold` says what it lacks. Screens treat it like none. */
  readonly status: 'loading' | 'signed-out' | 'held' | 'signed-in';
  readonly user: SessionUser | null;
  readonly hold: Hold | null;
  readonly endedBy: SessionEnd;
  /** Why a kept session could not be read: the service is out of reach. The status stays `loading`; `retry` tries again. */
  readonly failure: Error | null;
}

export interface SessionStore {
  readonly get: () => SessionState;
  readonly subscribe: (listener: () => void) => () => void;
  /** Follows the auth client from here on. Returns its own undo. */
  readonly connect: () => () => void;
  /** Reads the kept session again after a failure. */
  readonly retry: () => Promise<void>;
  /**
   * Ends this device's session, or with `global` everywhere (AUTH-021). `gone` ends what the service has ended already,
   * together with the account: it is not asked. Returns the failure, null when it has ended.
   */
  readonly signOut: (scope?: SignOutScope) => Promise<Error | null>;
  /** Asks the service again what the person may do, after a change of plan or role. */
  readonly refreshEntitlements: () => Promise<void>;
  /** Ends this device's session because the account cannot be used any more. */
  readonly leaveBanned: () => Promise<void>;
}

const loading: SessionState = { status: 'loading', user: null, hold: null, endedBy: 'none', failure: null };

/** No session, and none that has just ended. */
export const nobody: SessionState = { ...loading, status: 'signed-out' };

/** Holds the session as the interface sees it. The authority is the auth client; this follows its events [AUTH-031]. */
export function createSessionStore(): SessionStore {
  const listeners = new Set<() => void>();
  let state: SessionState = { ...loading, status: isSessionExpected() ? 'loading' : 'signed-out' };
  let session: Session | null = null;
  let entitlements: Entitlements | null = null;
  /** What the session owes as the service says; the session itself may not know it yet. */
  let owed: Hold | null = null;
  /** Questions about the person so far, and the newest that was answered: a late answer to an older one is no news. */
  let asked = 0;
  let answered = 0;
  let leaving: SessionEnd = 'service';

  const publish = (change: Partial<SessionState>) => {
    state = { ...loading, ...change };
    for (const listener of listeners) listener();
  };
  const publishUser = (current: Session) => {
    // Stays until the person asks for another try: other answers of the same service may be good.
    if (state.failure instanceof ServiceTrouble) return;
    const hold = holdOf(current) ?? owed;
    if (hold) {
      mirrorUser(null);
      if (state.hold !== hold) publish({ status: 'held', hold });
      return;
    }
    const user = toSessionUser(current.user, entitlements);
    // The client repeats its events whenever the tab is looked at; an equal person must not redraw every screen.
    if (state.status === 'signed-in' && JSON.stringify(user) === JSON.stringify(state.user)) return;
    mirrorUser(user);
    publish({ status: 'signed-in', user });
  };
  const publishNobody = () => {
    mirrorUser(null);
    if (state.status === 'signed-out') return;
    publish({ status: 'signed-out', endedBy: state.status === 'loading' ? 'none' : leaving });
  };

  const readEntitlements = async (client: Supabase, userId: string) => {
    asked += 1;
    const question = asked;
    const [plan, admin, requirement] = await Promise.all([
      client.rpc('current_plan'),
      client.rpc('has_role', { role_name: 'admin' }),
      client.rpc('session_requirement'),
    ]);
    // Another person may have signed in meanwhile, and a failed question must not take away what is known.
    if (session?.user.id !== userId || plan.error || admin.error || question < answered) return;
    answered = question;
    if (!requirement.error) owed = toHold(requirement.data);
    entitlements = { plan: toPlan(plan.data), isAdmin: admin.data === true };
    publishUser(session);
  };

  const refreshEntitlements = async () => {
    if (session) await readEntitlements(await getSupabase(), session.user.id);
  };

  const follow = (client: Supabase, event: AuthChangeEvent, next: Session | null) => {
    const isNewPerson = next?.user.id !== session?.user.id;
    session = next;
    if (isNewPerson) {
      entitlements = null;
      owed = null;
    }
    if (next) publishUser(next);
    // The first event may say "nobody" while the owner of this computer is still being signed in: `open` decides.
    else if (event !== 'INITIAL_SESSION') {
      // The client holds its lock while it tells its listeners.
      if (platform.ownerSession) setTimeout(() => void open(), 0);
      else publishNobody();
    }
    // The client holds its lock while it tells its listeners: a question asked here and now would wait for itself.
    if (next && !holdOf(next) && (entitlements === null || event !== 'SIGNED_IN'))
      setTimeout(() => void readEntitlements(client, next.user.id), 0);
  };

  const open = async () => {
    try {
      const client = await getSupabase();
      const { data, error } = await client.auth.getSession();
      // What cannot be refreshed for good, the client has removed; what is still there waits for the service.
      if (error && hasStoredSession()) throw error;
      if (!data.session && !(await signOwnerIn(client))) publishNobody();
    } catch (error) {
      publish({ failure: toError(error) });
    }
  };

  return {
    get: () => state,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    connect() {
      let undoEvents = () => {};
      const undoClient = onSupabase((client) => {
        const { data } = client.auth.onAuthStateChange((event, next) => follow(client, event, next));
        undoEvents = () => data.subscription.unsubscribe();
      });
      // Whoever is inside meets it everywhere; a visitor's form says it by itself.
      const undoTrouble = onServiceTrouble((failure) => {
        if (state.status === 'signed-in' || state.status === 'loading') publish({ failure });
      });
      if (state.status === 'loading') void open();
      const onStorage = (event: StorageEvent) => {
        // Another tab has signed in while this one had no client that could notice.
        if (event.key === sessionKey(platform.service) && event.newValue) void open();
        // Another window has learnt of a change of plan. The mirror is a hint: the service is asked.
        if (event.key === storageKeys.isProfessional && session) void refreshEntitlements();
      };
      window.addEventListener('storage', onStorage);
      return () => {
        undoEvents();
        undoClient();
        undoTrouble();
        window.removeEventListener('storage', onStorage);
      };
    },
    async retry() {
      publish(loading);
      await open();
      // The client told of it long ago, before the trouble.
      if (state.status === 'loading' && !state.failure && session) {
        publishUser(session);
        await refreshEntitlements();
      }
    },
    async signOut(scope = 'local') {
      leaving = 'person';
      try {
        const client = await getSupabase();
        const token = session?.access_token;
        const userId = session?.user.id;
        // The auth client asks the service about a session that it finds in storage, and tells its listeners in any case.
        if (scope === 'gone') writeStored(sessionKey(platform.service), null);
        const { error } = await client.auth.signOut({ scope: scope === 'global' ? scope : 'local' });
        // Who leaves on purpose leaves neither unsent text nor a key behind in this browser; a session that ran out
        // comes back to its own.
        if (!error && userId) forgetDrafts(userId);
        if (!error && token) await platform.ownKeys.forget(token).catch(() => undefined);
        return error;
      } catch (error) {
        return toError(error);
      } finally {
        leaving = 'service';
      }
    },
    refreshEntitlements,
    async leaveBanned() {
      leaving = 'ban';
      try {
        await (await getSupabase()).auth.signOut({ scope: 'local' });
      } finally {
        leaving = 'service';
      }
    },
  };
}

const isSessionExpected = (): boolean => hasStoredSession() || platform.ownerSession !== null;

/** Signs in the owner of this computer, where there is one [design: desktop]. */
async function signOwnerIn(client: Supabase): Promise<boolean> {
  const owner = await platform.ownerSession?.();
  if (!owner) return false;
  const { error } = await client.auth.setSession({
    access_token: owner.accessToken,
    refresh_token: owner.refreshToken,
  });
  return error === null;
}

const toPlan = (value: unknown): Entitlements['plan'] =>
  value === 'professional' || value === 'guest' ? value : 'starter';

const toError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)));

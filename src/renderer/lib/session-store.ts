import type { AuthChangeEvent, Session } from '@supabase/supabase-js';
import { platform } from '../platform/index.ts';
import type { SignOutScope } from './end-session.ts';
import { loadModule } from './load-module.ts';
import { toAccess } from './own-access.ts';
import { isChatPage } from './paths.ts';
import { type SessionRequirement, requirementOf } from './session-requirement.ts';
import { type Entitlements, mirrorUser, type SessionUser, toSessionUser } from './session-user.ts';
import { ServiceProblem } from './service-problem.ts';
import { encrypted, sessionKey, storageKeys } from './storage.ts';
import { readStoredSession, readStoredUserId } from './stored-session.ts';
import { getSupabase, hasStoredSession, onServiceProblem, onSupabase, type Supabase } from './supabase.ts';
import { hideOffers } from './toast.ts';

/**
 * Why there is no session. `none`: there was none. `user`: the user signed out. `service`: the session
 * expired, the service ended it, or the user signed out in another tab. `ban`: the account is banned.
 */
export type SessionEnd = 'none' | 'user' | 'service' | 'ban';

export interface SessionState {
  /** `restricted`: the session has an unmet requirement. Screens treat it like no session. */
  readonly status: 'loading' | 'signed-out' | 'restricted' | 'signed-in';
  readonly user: SessionUser | null;
  readonly requirement: SessionRequirement | null;
  readonly endedBy: SessionEnd;
  /**
   * Set if the session could not be read, or if the service has a problem that only its operator can fix. The
   * status is `loading` until `retry` succeeds.
   */
  readonly failure: Error | null;
}

export interface SessionStore {
  readonly get: () => SessionState;
  readonly subscribe: (listener: () => void) => () => void;
  /** Subscribes to the auth client. Returns an unsubscribe function. */
  readonly connect: () => () => void;
  /** Reads the stored session again after a failure. */
  readonly retry: () => Promise<void>;
  /**
   * Ends the session on this device, or on all devices with `global` (AUTH-021). With `deleted`, the service has
   * already ended it with the account and is not called. Returns the error, or null.
   */
  readonly signOut: (scope?: SignOutScope) => Promise<Error | null>;
  /**
   * Reads the account access again. Signs out banned users.
   *
   * @param known a response to use instead of requesting one, unless it is null
   * @returns the service's response. Null after a failure
   */
  readonly refreshAccess: (known?: Promise<unknown>) => Promise<unknown>;
}

const loading: SessionState = {
  status: 'loading',
  user: null,
  requirement: null,
  endedBy: 'none',
  failure: null,
};

export const noSession: SessionState = { ...loading, status: 'signed-out' };

/** Creates the store of the app's session, which follows the auth client's events [AUTH-031]. */
export function createSessionStore(): SessionStore {
  const listeners = new Set<() => void>();
  let session: Session | null = readStoredSession(sessionKey(platform.service));
  /** The account of the stored session, even if that session has expired. */
  let accountId = readStoredUserId(sessionKey(platform.service));
  let state: SessionState = initialState(session);
  let entitlements: Entitlements | null = null;
  /** The requirement from the service. The session itself may not contain it yet. */
  let serviceRequirement: SessionRequirement | null = null;
  /** The number of requests so far, to ignore responses that arrive out of order. */
  let requests = 0;
  let newestResponse = 0;
  /** Prevents a second refresh: it would not help, and each new session reads the access again. */
  let hasRefreshed = false;
  /** True while the account access is requested for the first time. */
  let isReading = false;
  let endReason: SessionEnd = 'service';
  /** True if the app shows the stored session, although the auth client could not be loaded. */
  let isClientMissing = false;

  const publish = (change: Partial<SessionState>) => {
    const lastUser = state.user?.id;
    state = { ...loading, ...change };
    if (state.user?.id !== lastUser) hideOffers();
    for (const listener of listeners) listener();
  };
  const publishUser = (current: Session) => {
    // Keep the problem visible until the user retries, because other requests may succeed although it
    // persists.
    if (state.failure instanceof ServiceProblem) return;
    const requirement = requirementOf(current) ?? serviceRequirement;
    if (requirement) {
      mirrorUser(null);
      if (state.requirement !== requirement) publish({ status: 'restricted', requirement });
      return;
    }
    const user = toSessionUser(current.user, entitlements);
    // The client repeats events whenever the tab becomes visible. If the user is unchanged, nothing must
    // render again.
    if (state.status === 'signed-in' && JSON.stringify(user) === JSON.stringify(state.user)) return;
    mirrorUser(user);
    publish({ status: 'signed-in', user });
  };
  const publishSignedOut = () => {
    mirrorUser(null);
    if (state.status === 'signed-out') return;
    publish({ status: 'signed-out', endedBy: state.status === 'loading' ? 'none' : endReason });
  };
  const end = () => {
    publishSignedOut();
    const endedId = accountId;
    accountId = null;
    // The user may have lost this device and ended its session on another one.
    if (endedId !== null && endReason !== 'user' && !platform.ownerSession)
      void loadLibrary().then(({ lockAccount }) => lockAccount(endedId));
  };

  const readAccess = async (client: Supabase, userId: string, known?: Promise<unknown>) => {
    requests += 1;
    const request = requests;
    const data = (await known) ?? (await client.rpc('own_access')).data;
    // Another user may have signed in, and a failed request must not remove known data.
    if (session?.user.id !== userId || !data || request < newestResponse) return null;
    newestResponse = request;
    const access = toAccess(data);
    if (access.isBanned) {
      await signOutBanned();
      return null;
    }
    serviceRequirement = access.requirement;
    entitlements = access.entitlements;
    publishUser(session);
    // Another device has turned encrypted history on or off, so the session must be refreshed.
    const isOutdated = access.isEncrypted !== Boolean(encrypted.account);
    const mustRefresh = isOutdated && !hasRefreshed;
    hasRefreshed = isOutdated;
    if (mustRefresh) await client.auth.refreshSession();
    return data;
  };

  const readFirst = async (client: Supabase, userId: string, isUnknown: boolean) => {
    try {
      // The chat requests the first access with its other first data, unless it is locked.
      const isInChat = isUnknown && !encrypted.account && isChatPage(window.location.pathname);
      if (!isInChat) await readAccess(client, userId);
    } catch {
      // The next event requests the access again.
    } finally {
      isReading = false;
    }
  };

  const refreshAccess = async (known?: Promise<unknown>) =>
    session && readAccess(await getSupabase(), session.user.id, known);

  const signOutBanned = async () => {
    endReason = 'ban';
    try {
      const client = await getSupabase();
      const { endSessionOnly } = await loadLibrary();
      await endSessionOnly(client);
    } finally {
      endReason = 'service';
    }
  };

  const follow = (client: Supabase, event: AuthChangeEvent, next: Session | null) => {
    const isNewUser = next?.user.id !== session?.user.id;
    session = next;
    accountId = next?.user.id ?? accountId;
    if (next) platform.replyKeeper?.useToken(next.access_token);
    if (isNewUser) {
      entitlements = null;
      serviceRequirement = null;
      isReading = false;
    }
    if (next) publishUser(next);
    // Requests wait for the next task: the client holds its lock while it calls its listeners, so a request
    // from a listener would deadlock. The first event may arrive before the computer's owner is signed in, so
    // `open` decides whether there is a session.
    else if (event !== 'INITIAL_SESSION') {
      if (platform.ownerSession) setTimeout(() => void open(), 0);
      else end();
    }
    // The client reports the initial session twice, and again whenever the tab becomes visible.
    const isSameSession = event === 'SIGNED_IN' || event === 'INITIAL_SESSION';
    const isRepeated = isSameSession && (entitlements !== null || isReading);
    if (next && !requirementOf(next) && !isRepeated) {
      isReading = true;
      const isUnknown = entitlements === null;
      setTimeout(() => void readFirst(client, next.user.id, isUnknown), 0);
    }
  };

  const open = async () => {
    isClientMissing = false;
    try {
      const client = await getSupabase();
      const { data, error } = await client.auth.getSession();
      // The client removes a session that the service refuses to refresh. If the session is still stored, the service
      // was unreachable.
      if (error && hasStoredSession()) throw error;
      // Before this store followed its events, the client may have removed an expired session.
      if (!data.session && !(await signOwnerIn(client))) end();
    } catch (error) {
      // Open pages stay. They show this device's data, and each of their requests tries to load the client again.
      if (state.status === 'signed-in') isClientMissing = true;
      else publish({ failure: toError(error) });
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
        if (isClientMissing) void open();
      });
      // Signed-out visitors see the problem in the sign-in form.
      const undoProblem = onServiceProblem((failure) => {
        if (state.status === 'signed-in' || state.status === 'loading') publish({ failure });
      });
      if (state.status !== 'signed-out') void open();
      const onStorage = (event: StorageEvent) => {
        // Another tab has signed in while this tab had no client.
        if (event.key === sessionKey(platform.service) && event.newValue) void open();
        // Another window has noticed a change of plan.
        if (event.key === storageKeys.isProfessional && session) void refreshAccess();
      };
      window.addEventListener('storage', onStorage);
      return () => {
        undoEvents();
        undoClient();
        undoProblem();
        window.removeEventListener('storage', onStorage);
      };
    },
    async retry() {
      publish(loading);
      await open();
      // The client reported the session before the failure, and doesn't report it again.
      if (state.status === 'loading' && !state.failure && session) {
        publishUser(session);
        await refreshAccess();
      }
    },
    async signOut(scope = 'local') {
      endReason = 'user';
      try {
        const client = await getSupabase();
        const { endSession } = await loadLibrary();
        return await endSession(client, session, scope);
      } catch (error) {
        return toError(error);
      } finally {
        endReason = 'service';
      }
    },
    refreshAccess,
  };
}

/**
 * Returns the state for the stored session, so that the app opens before the auth client is loaded. Until then, it
 * shows only data from this device, because the service checks the token of every request.
 */
function initialState(session: Session | null): SessionState {
  if (session && requirementOf(session) === null)
    return { ...loading, status: 'signed-in', user: toSessionUser(session.user, null) };
  return isSessionExpected() ? loading : noSession;
}

/** The library is already loaded if there is a session to end. */
export const loadLibrary = () => loadModule(() => import('./supabase-library.ts'));

const isSessionExpected = (): boolean => hasStoredSession() || platform.ownerSession !== null;

async function signOwnerIn(client: Supabase): Promise<boolean> {
  const owner = await platform.ownerSession?.();
  if (!owner) return false;
  const { error } = await client.auth.setSession({
    access_token: owner.accessToken,
    refresh_token: owner.refreshToken,
  });
  return error === null;
}

const toError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)));

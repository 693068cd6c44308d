/**
 * `network`: this device has no connection. `service`: the network works, but the service does not respond.
 * `online` until a request shows otherwise.
 */
export type Connection = 'online' | 'network' | 'service';

export interface ConnectionStore {
  readonly get: () => Connection;
  /** Returns an unsubscribe function. */
  readonly subscribe: (listener: () => void) => () => void;
  /** Called for every response, so that the first one shows that the service is reachable again. */
  readonly reportResponse: (status: number) => void;
  /** Called if a request got no response. */
  readonly reportFailure: () => void;
  readonly check: () => Promise<Connection>;
  /** Subscribes to the browser's events. Returns an unsubscribe function. */
  readonly connect: () => () => void;
}

/** Statuses of a proxy that can't reach its service, and of a service that can't reach its database. */
const unreachableStatuses = new Set([502, 503, 504]);

/** Returns the milliseconds until the next check while there is no connection. */
export const retryDelay = (attempt: number): number => Math.min(1_000 * 2 ** attempt, 30_000);

/**
 * After a failed request, checks the service until it responds.
 *
 * @param ask sends one check
 */
export function createConnection(ask: () => Promise<Connection>): ConnectionStore {
  const listeners = new Set<() => void>();
  let state: Connection = 'online';
  let attempts = 0;
  let runningCheck: Promise<Connection> | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const publish = (next: Connection) => {
    clearTimeout(timer);
    if (next === 'online') attempts = 0;
    else timer = setTimeout(() => void check(), retryDelay(attempts++));
    if (next === state) return;
    state = next;
    for (const listener of listeners) listener();
  };
  const askOnce = async () => {
    try {
      const next = await ask();
      publish(next);
      return next;
    } finally {
      runningCheck = null;
    }
  };
  const check = () => (runningCheck ??= askOnce());
  const onEvent = () => {
    attempts = 0;
    void check();
  };
  const onVisible = () => {
    if (document.visibilityState === 'visible' && state !== 'online') onEvent();
  };

  return {
    get: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    reportResponse(status) {
      if (unreachableStatuses.has(status)) void check();
      else if (state !== 'online') publish('online');
    },
    reportFailure: () => void check(),
    check,
    connect() {
      window.addEventListener('online', onEvent);
      window.addEventListener('offline', onEvent);
      document.addEventListener('visibilitychange', onVisible);
      if (!navigator.onLine) onEvent();
      return () => {
        clearTimeout(timer);
        window.removeEventListener('online', onEvent);
        window.removeEventListener('offline', onEvent);
        document.removeEventListener('visibilitychange', onVisible);
      };
    },
  };
}

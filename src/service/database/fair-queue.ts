import { serviceCaller } from './request-caller.ts';
import { DatabaseUnavailable } from './unavailable.ts';

/** Thrown if a caller has too much waiting work, or is blocked because of slow statements. */
export class TooManyRequests extends DatabaseUnavailable {
  override readonly name = 'TooManyRequests';
  override readonly status = 429;
  override readonly retryAfter: number;

  constructor(retryAfter: number) {
    super('Too many requests, or they take too long. Wait a moment, then try again.');
    this.retryAfter = retryAfter;
  }
}

/** Maximum waiting tasks per caller. A page sends about twenty requests at the same time. */
export const maxWaiting = 256;

const hour = 60 * 60_000;

interface CallerState {
  readonly waiting: (() => void)[];
  running: number;
  lastServed: number;
}

/**
 * Runs up to `limit` tasks at a time and lets callers take turns, so that a thousand requests of one caller delay
 * another caller by only one task. If the limit is above 1, each caller except the service gets at most half of it.
 */
export function createFairQueue(limit: number) {
  const callers = new Map<string, CallerState>();
  const blocked = new Map<string, { readonly times: number; readonly until: number }>();
  const share = Math.max(1, Math.floor(limit / 2));
  let running = 0;
  let served = 0;

  const stateOf = (caller: string): CallerState => {
    const existing = callers.get(caller);
    if (existing) return existing;
    const state: CallerState = { waiting: [], running: 0, lastServed: 0 };
    callers.set(caller, state);
    return state;
  };

  /** Chooses the waiting caller with the fewest running tasks. Of several, chooses the one served longest ago. */
  function nextCaller(): [string, CallerState] | undefined {
    let next: [string, CallerState] | undefined;
    for (const entry of callers) {
      const [caller, state] = entry;
      if (state.waiting.length === 0 || (caller !== serviceCaller && state.running >= share)) continue;
      const isBefore =
        !next ||
        state.running < next[1].running ||
        (state.running === next[1].running && state.lastServed < next[1].lastServed);
      if (isBefore) next = entry;
    }
    return next;
  }

  function serve(): void {
    while (running < limit) {
      const next = nextCaller();
      if (!next) return;
      const [, state] = next;
      running += 1;
      served += 1;
      state.running += 1;
      state.lastServed = served;
      state.waiting.shift()?.();
    }
  }

  function refuseIfBlocked(caller: string): void {
    const blockedMs = (blocked.get(caller)?.until ?? 0) - Date.now();
    if (blockedMs > 0) throw new TooManyRequests(Math.ceil(blockedMs / 1000));
  }

  return {
    async run<T>(caller: string, work: () => Promise<T>): Promise<T> {
      refuseIfBlocked(caller);
      const state = stateOf(caller);
      if (caller !== serviceCaller && state.waiting.length >= maxWaiting) throw new TooManyRequests(1);
      await new Promise<void>((resolve) => {
        state.waiting.push(resolve);
        serve();
      });
      try {
        return await work();
      } finally {
        running -= 1;
        state.running -= 1;
        if (state.running === 0 && state.waiting.length === 0) callers.delete(caller);
        serve();
      }
    },
    /**
     * Refuses the caller's work for five seconds, four times as long for each repetition within an hour, and at most
     * for an hour. The service's own work is never refused.
     */
    block(caller: string): void {
      if (caller === serviceCaller) return;
      const now = Date.now();
      // Expired entries are removed only when another caller is blocked, because few callers ever are.
      for (const [other, { until }] of blocked) if (until + hour < now) blocked.delete(other);
      const times = blocked.get(caller)?.times ?? 0;
      blocked.set(caller, { times: times + 1, until: now + Math.min(hour, 5_000 * 4 ** times) });
    },
  };
}

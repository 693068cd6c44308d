import { ownWork } from './request-caller.ts';
import { DatabaseUnavailable } from './unavailable.ts';

/** A caller has more work waiting, or has done more harm, than the others should pay for. */
export class TooManyRequests extends DatabaseUnavailable {
  override readonly name = 'TooManyRequests';
  override readonly status = 429;
  override readonly retryAfter: number;

  constructor(retryAfter: number) {
    super('Too many or too slow requests at once. Wait a moment, then try again.');
    this.retryAfter = retryAfter;
  }
}

/** Pieces of work that one caller may have waiting. A page asks for some twenty things at once. */
export const mostWaiting = 256;

export interface Turns {
  /** Runs `work` when it is the caller's turn and there is room. */
  run<T>(caller: string, work: () => Promise<T>): Promise<T>;
  /**
   * Refuses the caller's work for five seconds, and four times as long with each repetition within an hour. The service's
   * own work is never refused.
   */
  bar(caller: string): void;
}

const hour = 60 * 60_000;

interface CallerState {
  readonly waiting: (() => void)[];
  running: number;
  lastServed: number;
}

/**
 * Lets up to `room` pieces of work run at a time and makes the callers take turns, so that whoever sends a thousand
 * requests delays another by one of them. Where there is room for several, one caller gets at most half of it.
 */
export function createTurns(room: number): Turns {
  const callers = new Map<string, CallerState>();
  const barred = new Map<string, { readonly times: number; readonly until: number }>();
  const share = Math.max(1, Math.floor(room / 2));
  let running = 0;
  let served = 0;

  const stateOf = (caller: string): CallerState => {
    const known = callers.get(caller);
    if (known) return known;
    const state: CallerState = { waiting: [], running: 0, lastServed: 0 };
    callers.set(caller, state);
    return state;
  };

  /** The caller with waiting work that runs the least; of several, the one that was served the longest ago. */
  function nextCaller(): [string, CallerState] | undefined {
    let next: [string, CallerState] | undefined;
    for (const entry of callers) {
      const [caller, state] = entry;
      if (state.waiting.length === 0 || (caller !== ownWork && state.running >= share)) continue;
      const isBefore =
        !next ||
        state.running < next[1].running ||
        (state.running === next[1].running && state.lastServed < next[1].lastServed);
      if (isBefore) next = entry;
    }
    return next;
  }

  function serve(): void {
    while (running < room) {
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

  function refuseIfBarred(caller: string): void {
    const left = (barred.get(caller)?.until ?? 0) - Date.now();
    if (left > 0) throw new TooManyRequests(Math.ceil(left / 1000));
  }

  return {
    async run(caller, work) {
      refuseIfBarred(caller);
      const state = stateOf(caller);
      if (caller !== ownWork && state.waiting.length >= mostWaiting) throw new TooManyRequests(1);
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
    bar(caller) {
      if (caller === ownWork) return;
      const now = Date.now();
      // Few callers are ever barred; those whose hour is over are forgotten here.
      for (const [other, { until }] of barred) if (until + hour < now) barred.delete(other);
      const times = barred.get(caller)?.times ?? 0;
      barred.set(caller, { times: times + 1, until: now + Math.min(hour, 5_000 * 4 ** times) });
    },
  };
}

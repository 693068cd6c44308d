import type { CompletionError } from '../../../src/shared/completion/error.ts';

/** How many failures pause a target, if each follows the previous one within a minute. */
const failuresBeforePause = 3;
const failureWindow = 60_000;
/** Length (ms) of the first pause, unless the vendor names one. Each following pause is twice as long. */
const firstPause = 30_000;
const longestPause = 5 * 60_000;
/** How long (ms) to wait for the result of a probe. */
const longestProbe = 60_000;
const maximumTargets = 500;

interface Circuit {
  failures: number;
  lastFailure: number;
  error: CompletionError;
  /** Length (ms) of the last pause; 0 if there was none. */
  pause: number;
  pausedUntil: number;
}

/**
 * Remembers which vendors and models are unavailable. Otherwise every request with a failover vendor would wait for the
 * same failure. Each process keeps this in memory.
 */
export interface Circuits {
  /**
   * Returns why a target is paused, or null if it may be called. After a pause, one call tests whether the target is
   * available again.
   */
  readonly failureOf: (target: string) => CompletionError | null;
  readonly succeed: (target: string) => void;
  /** Call only if the vendor is unavailable. */
  readonly fail: (target: string, error: CompletionError) => void;
}

export function createCircuits(now: () => number = () => performance.now()): Circuits {
  const circuits = new Map<string, Circuit>();

  function fail(target: string, error: CompletionError): void {
    const previous = circuits.get(target);
    const time = now();
    const { pause = 0, pausedUntil = 0 } = previous ?? {};
    const isRecent = previous !== undefined && time - previous.lastFailure < failureWindow;
    const failures = isRecent || pause > 0 ? (previous?.failures ?? 0) + 1 : 1;
    const circuit: Circuit = { failures, lastFailure: time, error, pause, pausedUntil };
    const { retryAfter } = error;
    if (failures >= failuresBeforePause || retryAfter !== undefined) {
      const next = retryAfter ?? (pause === 0 ? firstPause : pause * 2);
      circuit.pause = Math.min(next, longestPause);
      circuit.pausedUntil = time + circuit.pause;
    }
    // Deleted first, so that the newest entry comes last in the map.
    circuits.delete(target);
    circuits.set(target, circuit);
    for (const [oldest] of circuits) {
      if (circuits.size <= maximumTargets) break;
      circuits.delete(oldest);
    }
  }

  return {
    failureOf: (target) => {
      const circuit = circuits.get(target);
      if (!circuit || circuit.pause === 0) return null;
      if (now() < circuit.pausedUntil) return circuit.error;
      circuit.pausedUntil = now() + longestProbe;
      return null;
    },
    succeed: (target) => void circuits.delete(target),
    fail,
  };
}

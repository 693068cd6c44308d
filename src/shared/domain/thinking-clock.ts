/** Measures how long a model thinks, including the thinking between parts of its answer. */
export interface ThinkingClock {
  readonly think: () => void;
  readonly answer: () => void;
  /** At least 1, because 0 means that the time is unknown. */
  readonly milliseconds: () => number;
}

export function createThinkingClock(now: () => number = () => performance.now()): ThinkingClock {
  let since: number | null = null;
  let total = 0;
  return {
    think: () => {
      since ??= now();
    },
    answer: () => {
      if (since === null) return;
      total += now() - since;
      since = null;
    },
    milliseconds: () => Math.max(1, Math.round(total + (since === null ? 0 : now() - since))),
  };
}

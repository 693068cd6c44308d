import { stoppedError, timeoutError } from './failures.ts';

/** Aborts a call if its caller disconnects or time runs out; `signal.reason` is the error. */
interface Deadline {
  readonly signal: AbortSignal;
  readonly restart: (milliseconds: number) => void;
  /** Stops the clock while the reader of the reply is busy. */
  readonly pause: () => void;
  /** Aborts everything that still uses the signal. */
  readonly end: () => void;
}

export function startDeadline(caller: AbortSignal, milliseconds: number): Deadline {
  const controller = new AbortController();
  // Every delta restarts the deadline, so a restart must be cheap: it only sets `due`, which the running timer checks
  // when it fires.
  let timer: ReturnType<typeof setTimeout> | undefined;
  let firesAt = Infinity;
  let due = Infinity;

  const stopTimer = () => {
    clearTimeout(timer);
    firesAt = Infinity;
  };
  const startTimer = (at: number, now: number) => {
    stopTimer();
    firesAt = at;
    timer = setTimeout(onTimer, at - now);
  };
  function onTimer() {
    firesAt = Infinity;
    const now = performance.now();
    if (due <= now) controller.abort(timeoutError());
    else if (due < Infinity) startTimer(due, now);
  }
  const pause = () => {
    due = Infinity;
  };
  const restart = (time: number) => {
    if (controller.signal.aborted) return;
    const now = performance.now();
    due = now + time;
    if (due < firesAt) startTimer(due, now);
  };
  const leave = () => {
    pause();
    stopTimer();
    controller.abort(stoppedError());
  };
  const end = () => {
    caller.removeEventListener('abort', leave);
    leave();
  };

  if (caller.aborted) leave();
  else caller.addEventListener('abort', leave, { once: true });
  restart(milliseconds);
  return { signal: controller.signal, restart, pause, end };
}

/** Waits for `work`. Rejects with the signal's reason once it aborts, even if `work` ignores the signal. */
export async function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  let onAbort = () => {};
  const aborted = new Promise<never>((_, reject) => {
    onAbort = () => reject(signal.reason);
    if (signal.aborted) onAbort();
    else signal.addEventListener('abort', onAbort, { once: true });
  });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}

import { stopped, timedOut } from './failures.ts';

/** Ends a call when its caller leaves or when nothing comes in time; `signal.reason` tells which. */
export interface Deadline {
  readonly signal: AbortSignal;
  /** Starts the time anew: something that counts has come. */
  readonly restart: (milliseconds: number) => void;
  /** Stops the clock, for as long as the reader of the reply takes its time. */
  readonly pause: () => void;
  /** Ends everything that still hangs on the signal. */
  readonly end: () => void;
}

/** A deadline that runs from now on. */
export function startDeadline(caller: AbortSignal, milliseconds: number): Deadline {
  const controller = new AbortController();
  // Restarted with every delta, so a restart only notes the time: the timer that runs already looks again when it rings.
  let timer: ReturnType<typeof setTimeout> | undefined;
  let rings = Infinity;
  let due = Infinity;

  const disarm = () => {
    clearTimeout(timer);
    rings = Infinity;
  };
  const arm = (at: number, now: number) => {
    disarm();
    rings = at;
    timer = setTimeout(ring, at - now);
  };
  function ring() {
    rings = Infinity;
    const now = performance.now();
    if (due <= now) controller.abort(timedOut());
    else if (due < Infinity) arm(due, now);
  }
  const pause = () => {
    due = Infinity;
  };
  const restart = (time: number) => {
    if (controller.signal.aborted) return;
    const now = performance.now();
    due = now + time;
    if (due < rings) arm(due, now);
  };
  const leave = () => {
    pause();
    disarm();
    controller.abort(stopped());
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

/** Waits for `work`, or rejects with the signal's reason at once, even where `work` does not listen to the signal. */
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

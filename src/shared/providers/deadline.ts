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
  let timer: ReturnType<typeof setTimeout> | undefined;

  const pause = () => clearTimeout(timer);
  const restart = (time: number) => {
    pause();
    if (!controller.signal.aborted) timer = setTimeout(() => controller.abort(timedOut()), time);
  };
  const leave = () => {
    pause();
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

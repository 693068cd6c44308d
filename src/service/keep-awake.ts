/** Call when work begins. Returns a function to call when the work ends. */
export type KeepAwake = () => () => void;

/** Milliseconds between wake-ups. A sleeping event loop delays a step by at most this time. */
const wakeInterval = 4;
/** How long (ms) to keep the loop awake after the last work. Some of it may continue in the background. */
const awakeAfterWork = 2_000;

/**
 * Keeps the event loop awake during work. In Electron's utility process, the loop sometimes slept although a thread had
 * responded, so opening the database took 30 s instead of 1 s. A timer wakes the loop. An idle service has no timer.
 */
export function createKeepAwake(): KeepAwake {
  let works = 0;
  let timer: NodeJS.Timeout | undefined;
  let stopTimer: NodeJS.Timeout | undefined;
  return () => {
    works += 1;
    clearTimeout(stopTimer);
    timer ??= setInterval(() => undefined, wakeInterval);
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      works -= 1;
      if (works > 0) return;
      stopTimer = setTimeout(() => {
        clearInterval(timer);
        timer = undefined;
      }, awakeAfterWork).unref();
    };
  };
}

/** Does nothing. For plain Node, where the event loop wakes up by itself. */
export const noKeepAwake: KeepAwake = () => () => undefined;

/** Marks the beginning of work, and returns what to call at its end. */
export type KeepAwake = () => () => void;

/** Milliseconds between two wake-ups: the longest that a sleeping event loop delays a step. */
const beat = 4;
/** Milliseconds that the loop is kept awake after the last work: what it starts in the background goes through it too. */
const linger = 2_000;

/**
 * Keeps the event loop awake while there is work. In Electron's utility process the loop was seen to sleep although a thread
 * had answered, so that opening the database took 30 s instead of 1 s. A timer wakes it; an idle service has no timer.
 */
export function createKeepAwake(): KeepAwake {
  let works = 0;
  let timer: NodeJS.Timeout | undefined;
  let rest: NodeJS.Timeout | undefined;
  return () => {
    works += 1;
    clearTimeout(rest);
    timer ??= setInterval(() => undefined, beat);
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      works -= 1;
      if (works > 0) return;
      rest = setTimeout(() => {
        clearInterval(timer);
        timer = undefined;
      }, linger).unref();
    };
  };
}

/** For plain Node, whose loop needs no help. */
export const sleepFreely: KeepAwake = () => () => undefined;

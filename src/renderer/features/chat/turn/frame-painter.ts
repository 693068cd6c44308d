/** Browsers don't render frames in background pages. Paints after this time (ms) instead. */
const HIDDEN_PAGE_DELAY = 250;

export interface FramePainter {
  /** Paints once at the next frame, no matter how often it is called. */
  readonly request: () => void;
  readonly flush: () => void;
}

/** Calls `paint` at most once per frame, no matter how many deltas arrive in between. */
export function createFramePainter(paint: () => void): FramePainter {
  let frame: number | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const cancel = () => {
    if (frame !== null) cancelAnimationFrame(frame);
    clearTimeout(timer);
    frame = null;
  };
  const run = () => {
    cancel();
    paint();
  };
  return {
    request() {
      if (frame !== null) return;
      frame = requestAnimationFrame(run);
      timer = setTimeout(run, HIDDEN_PAGE_DELAY);
    },
    flush() {
      if (frame !== null) run();
    },
  };
}

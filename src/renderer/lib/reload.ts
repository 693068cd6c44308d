/** In milliseconds. Events of one action arrive together and cause only one request. */
const DEBOUNCE = 100;
/** Milliseconds between attempts. */
const RETRY_DELAYS = [1_000, 2_000, 5_000, 10_000, 30_000] as const;
/**
 * In milliseconds. An attempt without a response fails after this time, because a lost connection may never report an
 * error.
 */
const TIME_LIMIT = 15_000;

export interface Reloader {
  /**
   * Loads soon. If a load is already running, another one follows, because the first may return data from before this
   * call.
   */
  readonly request: () => void;
  readonly close: () => void;
}

/**
 * Runs one load at a time, so that an earlier response never replaces a later one. Retries failures, because
 * the event that caused the load is not repeated.
 */
export function createReloader(load: (signal: AbortSignal) => Promise<unknown>): Reloader {
  let isRequested = false;
  let isLoading = false;
  let isClosed = false;
  let failures = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const schedule = (pause: number) => {
    clearTimeout(timer);
    timer = setTimeout(() => void run(), pause);
  };
  const run = async () => {
    if (isLoading) return;
    isLoading = true;
    let hasFailed = false;
    while (isRequested && !hasFailed && !isClosed) {
      isRequested = false;
      hasFailed = await attempt(load);
    }
    isLoading = false;
    if (isClosed) return;
    if (!hasFailed) return void (failures = 0);
    isRequested = true;
    schedule(RETRY_DELAYS[Math.min(failures, RETRY_DELAYS.length - 1)] ?? 0);
    failures += 1;
  };
  return {
    request() {
      isRequested = true;
      failures = 0;
      schedule(DEBOUNCE);
    },
    close() {
      isClosed = true;
      clearTimeout(timer);
    },
  };
}

/** Resolves with true if the load fails or takes too long. */
function attempt(load: (signal: AbortSignal) => Promise<unknown>): Promise<boolean> {
  const over = new AbortController();
  return new Promise((resolve) => {
    const timer = setTimeout(() => {
      over.abort();
      resolve(true);
    }, TIME_LIMIT);
    load(over.signal)
      .then(
        () => resolve(false),
        () => resolve(true),
      )
      .finally(() => clearTimeout(timer));
  });
}

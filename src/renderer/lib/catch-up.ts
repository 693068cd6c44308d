/** Milliseconds within which channels usually open together. */
const PAUSE = 250;

let waiting: Promise<unknown> | null = null;

/** Requests what may have changed before a channel opened. Channels that open together share one request. */
export const catchUp = (request: () => Promise<unknown>): Promise<unknown> =>
  (waiting ??= new Promise((resolve) => setTimeout(resolve, PAUSE)).then(() => {
    waiting = null;
    return request();
  }));

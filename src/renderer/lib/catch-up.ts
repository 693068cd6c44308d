/** Milliseconds within which channels usually open together. */
const PAUSE = 250;
/** The maximum number of pauses: one request for all channels is not worth a longer wait. */
const MAX_PAUSES = 20;

/** The names of channels that will open soon. */
const expected = new Set<string>();
let sharedRequest: Promise<unknown> | null = null;

/** Makes `catchUp` wait for a channel. Returns a function that ends the wait. */
export function expectChannel(name: string): () => void {
  expected.add(name);
  return () => expected.delete(name);
}

/**
 * Requests what may have changed before a channel opened. Channels that open together share one request, also on a slow
 * device.
 */
export const catchUp = (request: () => Promise<unknown>): Promise<unknown> =>
  (sharedRequest ??= openChannels().then(() => {
    sharedRequest = null;
    return request();
  }));

async function openChannels(): Promise<void> {
  for (let pauses = 0; pauses < MAX_PAUSES; pauses += 1) {
    await new Promise((resolve) => setTimeout(resolve, PAUSE));
    if (expected.size === 0) return;
  }
}

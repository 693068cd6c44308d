/** Milliseconds that Sign Out waits for open requests before it aborts them. */
export const signOutTimeout = 2_000;

interface OpenRequest {
  readonly abort: () => void;
  readonly answered: Promise<unknown>;
}

const open = new Set<OpenRequest>();
/** Set while the session is ending. Resolves with true if it has ended. */
let ending: Promise<boolean> | null = null;

/**
 * Sends requests with the session's token. The service refuses requests after Sign Out, so new requests wait
 * while the session is ending, and are dropped if it has ended.
 */
export const fetchInSession: typeof fetch = async (input, init) => {
  // Awaits only while a session is ending, because after an await the request would be registered too late to
  // be aborted.
  if (ending && (await ending)) throw new DOMException('The session has ended.', 'AbortError');
  const abort = new AbortController();
  const signal = init?.signal ? AbortSignal.any([init.signal, abort.signal]) : abort.signal;
  const response = fetch(input, { ...init, signal });
  const request: OpenRequest = {
    abort: () => abort.abort(),
    answered: response.catch(() => {}).then(() => open.delete(request)),
  };
  open.add(request);
  return response;
};

/**
 * Waits until no request with the session's token is open, then calls `end`, which resolves with an error or
 * null.
 */
export async function endWithoutRequests(end: () => Promise<Error | null>): Promise<Error | null> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  ending = promise;
  let error: Error | null = null;
  try {
    const requests = [...open];
    await Promise.race([
      Promise.all(requests.map(({ answered }) => answered)),
      new Promise((done) => setTimeout(done, signOutTimeout)),
    ]);
    for (const { abort } of open) abort();
    error = await end();
    return error;
  } catch (thrown) {
    error = thrown instanceof Error ? thrown : new Error(String(thrown));
    return error;
  } finally {
    ending = null;
    resolve(error === null);
  }
}

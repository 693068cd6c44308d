import type { CompletionError } from '../completion/error.ts';
import { readText } from './body.ts';
import { startDeadline, untilAborted } from './deadline.ts';
import { responseTimeout, toCompletionError } from './failures.ts';

/** Bytes. A whole reply may be long, an error report not. */
const longestReply = 4_194_304;
const longestReport = 65_536;

/** One call to a provider. */
export interface ProviderCall {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Posted as JSON; a call without it is a GET. */
  readonly body?: Readonly<Record<string, unknown>>;
  readonly signal: AbortSignal;
  readonly fetch: typeof fetch;
  /** Milliseconds to wait for the next event, 30 s unless told. */
  readonly patience?: number;
  /** The most bytes that the reply may have, 4 MiB unless told. */
  readonly limit?: number;
  /** The error for a status outside 200-299 and its body. */
  readonly refusal: (status: number, text: string) => CompletionError;
}

/** Sends the call and resolves to its response once it was accepted; a refusal is thrown. */
export async function send(call: ProviderCall, signal: AbortSignal): Promise<Response> {
  signal.throwIfAborted();
  const sent = call.fetch(call.url, {
    ...(call.body ? { method: 'POST', body: JSON.stringify(call.body) } : { method: 'GET' }),
    headers: call.headers,
    signal,
    // A redirect would carry the key to an address that nobody has checked.
    redirect: 'error',
    credentials: 'omit',
    cache: 'no-store',
  });
  const response = await untilAborted(sent, signal);
  if (response.ok) return response;
  throw call.refusal(response.status, await readText(response, { signal, limit: longestReport, cut: true }));
}

/** The body of an accepted response, refused when it is longer than any reply. */
export const readReply = (response: Response, signal: AbortSignal, limit = longestReply) =>
  readText(response, { signal, limit });

/** A call that answers whole, 30 s in all. Rejects with CompletionError. */
export async function callForText(call: ProviderCall): Promise<string> {
  const deadline = startDeadline(call.signal, call.patience ?? responseTimeout);
  try {
    return await readReply(await send(call, deadline.signal), deadline.signal, call.limit);
  } catch (error) {
    throw toCompletionError(error, false);
  } finally {
    deadline.end();
  }
}

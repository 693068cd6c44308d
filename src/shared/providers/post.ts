import type { Delta } from '../completion/completion.ts';
import { CompletionError } from '../completion/error.ts';
import { readText } from './body.ts';
import { startDeadline, untilAborted } from './deadline.ts';
import type { ReplyReader } from './dialects/reply-reader.ts';
import { responseTimeout, toCompletionError } from './failures.ts';
import { readRetryAfter } from './retry-after.ts';

/** Bytes. Replies may be long, error messages not. */
const maxReplyBytes = 4_194_304;
const longestErrorBody = 65_536;

export interface ProviderCall {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Posted as JSON; without it the call is a GET. */
  readonly body?: Readonly<Record<string, unknown>>;
  readonly signal: AbortSignal;
  readonly fetch: typeof fetch;
  /** Milliseconds to wait for the next event; by default 30 s. */
  readonly maxWait?: number;
  /** The most bytes of a reply; by default 4 MiB. */
  readonly limit?: number;
  /** The error for a status outside 200-299 and its body. */
  readonly refusal: (status: number, text: string) => CompletionError;
}

/** A call for a completion, with the reader of its reply and the texts of its failures. */
export interface ChatCall extends ProviderCall {
  readonly readReply: () => ReplyReader;
  /** The error for `error` in a reply or an event with status 200. */
  readonly fault: (error: unknown) => CompletionError;
  /** The error for a reply without any text. */
  readonly empty: () => CompletionError;
  /** Added to the first delta: the vendor and the model. */
  readonly origin: (response: Response, model: string | undefined) => Pick<Delta, 'model' | 'vendor'>;
  /** Whether the request has tools; without any, calls of tools are ignored. */
  readonly hasTools?: boolean;
  /** Our gateway stores the reply: it is complete at `[DONE]` only, may add no text, and its stored row is read. */
  readonly isStored?: boolean;
}

/** Sends the call and resolves to an accepted response; a refusal is thrown. */
export async function send(call: ProviderCall, signal: AbortSignal): Promise<Response> {
  signal.throwIfAborted();
  const sent = call.fetch(call.url, {
    ...(call.body ? { method: 'POST', body: JSON.stringify(call.body) } : { method: 'GET' }),
    headers: call.headers,
    signal,
    // A redirect would send the key to an unchecked URL.
    redirect: 'error',
    credentials: 'omit',
    cache: 'no-store',
  });
  const response = await untilAborted(sent, signal);
  if (response.ok) return response;
  const text = await readText(response, { signal, limit: longestErrorBody, cut: true });
  const { code, message, status } = call.refusal(response.status, text);
  throw new CompletionError(code, message, status, readRetryAfter(response.headers, text));
}

/** The body of an accepted response; too long ones are refused. */
export const readReply = (response: Response, signal: AbortSignal, limit = maxReplyBytes) =>
  readText(response, { signal, limit });

/** Makes a call whose response is not streamed, within 30 s. Rejects with CompletionError. */
export async function callForText(call: ProviderCall): Promise<string> {
  const deadline = startDeadline(call.signal, call.maxWait ?? responseTimeout);
  try {
    return await readReply(await send(call, deadline.signal), deadline.signal, call.limit);
  } catch (error) {
    throw toCompletionError(error, false);
  } finally {
    deadline.end();
  }
}

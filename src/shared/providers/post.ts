import type { Delta } from '../completion/completion.ts';
import { CompletionError } from '../completion/error.ts';
import { readText } from './body.ts';
import { startDeadline, untilAborted } from './deadline.ts';
import type { ReplyReader } from './dialects/reply-reader.ts';
import { responseTimeout, toCompletionError } from './failures.ts';
import { readRetryAfter } from './retry-after.ts';

/** In bytes: the largest accepted response, and the part of an error response that is read. */
const maxReplyBytes = 4_194_304;
const maxErrorBytes = 65_536;

export interface ProviderCall {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The JSON to post. Without a body or form, the call is a GET. */
  readonly body?: Readonly<Record<string, unknown>>;
  /** Posted unchanged, with a separate content type. */
  readonly form?: FormData;
  readonly signal: AbortSignal;
  readonly fetch: typeof fetch;
  /** Milliseconds to wait for the next event, 30 s by default. */
  readonly maxWait?: number;
  /** The maximum size of a reply in bytes, 4 MiB by default. */
  readonly limit?: number;
  /** Creates the error for a status outside 200-299 and its body. */
  readonly refusal: (status: number, text: string) => CompletionError;
}

/** A call that requests a completion, with the reader of its reply and the errors of its failures. */
export interface ChatCall extends ProviderCall {
  readonly readReply: () => ReplyReader;
  /** Converts the `error` field of a response with status 200, or of an event. */
  readonly fault: (error: unknown) => CompletionError;
  /** Creates the error for a reply without any text. */
  readonly empty: () => CompletionError;
  /** Returns the vendor and the model for the first delta. */
  readonly origin: (response: Response, model: string | undefined) => Pick<Delta, 'model' | 'vendor'>;
  /** Whether the request has tools. Otherwise tool calls are ignored. */
  readonly hasTools?: boolean;
  /**
   * Whether our gateway stores the reply. Such a reply is complete only at `[DONE]`, may add no text, and ends with
   * its stored row.
   */
  readonly isStored?: boolean;
}

/** Removes the content type. That of a form contains its boundary, which only `fetch` knows. */
function withoutType(headers: ProviderCall['headers']): ProviderCall['headers'] {
  const { 'Content-Type': _, ...others } = headers;
  return others;
}

/** Sends the call. Resolves to an accepted response; rejects with the error of a refusal. */
export async function send(call: ProviderCall, signal: AbortSignal): Promise<Response> {
  signal.throwIfAborted();
  const sent = call.fetch(call.url, {
    ...(call.body ? { method: 'POST', body: JSON.stringify(call.body) } : { method: 'GET' }),
    headers: call.headers,
    ...(call.form && { method: 'POST', body: call.form, headers: withoutType(call.headers) }),
    signal,
    // Following a redirect would send the key to an unchecked URL.
    redirect: 'error',
    credentials: 'omit',
    cache: 'no-store',
  });
  const response = await untilAborted(sent, signal);
  if (response.ok) return response;
  const text = await readText(response, { signal, limit: maxErrorBytes, cut: true });
  const { code, message, status } = call.refusal(response.status, text);
  throw new CompletionError(code, message, status, readRetryAfter(response.headers, text));
}

/** Reads the body of an accepted response. Rejects if it is too long. */
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

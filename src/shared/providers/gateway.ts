import { z } from 'zod';
import type { CompletionRequest, CompletionResult, Delta } from '../completion/completion.ts';
import { CompletionError, completionErrorCodes, type CompletionErrorCode } from '../completion/error.ts';
import { callChat } from './chat-call.ts';
import { invalidFormat, responseTimeout } from './failures.ts';
import { errorOfResponse } from './upstream-error.ts';

/** The service whose gateway answers, and who asks. */
export interface GatewayService {
  /** Its base URL, e.g. `http://localhost:3000`. */
  readonly url: string;
  /** The publishable key. */
  readonly key: string;
  /** The user's access token. */
  readonly token: string;
}

/** A user's own key, sent along with this call alone. */
export interface OwnKey {
  /** Name of the vendor, e.g. `openai`. */
  readonly vendor: string;
  readonly key: string;
  /** Origin of the endpoint for which the key was entered; the gateway refuses the call when it is another one now. */
  readonly origin: string;
}

export interface GatewayOptions {
  readonly signal: AbortSignal;
  readonly fetch: typeof fetch;
  readonly onDelta: (delta: Delta) => void;
  /** Asks the key's vendor instead of the active one. */
  readonly ownKey?: OwnKey;
}

/**
 * A little longer than the gateway waits for a vendor and for the one that stands in for it. Otherwise both sides would
 * give up at once, and the gateway would take our leaving for a stop and count the message.
 */
const patience = 2 * responseTimeout + 5000;

const errorSchema = z.object({ message: z.string(), code: z.string().nullish() });

const isOurs = (code: string | null | undefined): code is CompletionErrorCode =>
  (completionErrorCodes as readonly unknown[]).includes(code);

/** The gateway's messages are our own texts; other errors with this shape come from something in between. */
function errorOf(error: unknown, status: number | undefined): CompletionError | undefined {
  const parsed = errorSchema.safeParse(error);
  if (!parsed.success || !isOurs(parsed.data.code)) return undefined;
  return new CompletionError(parsed.data.code, parsed.data.message, status);
}

function refusalOf(status: number, text: string): CompletionError {
  try {
    const ours = errorOf((JSON.parse(text) as { readonly error?: unknown } | null)?.error, status);
    if (ours) return ours;
  } catch {
    // Not JSON: a proxy's page, worded below.
  }
  if (status === 401) return new CompletionError('unauthenticated', 'Please sign in to use the chat', status);
  return errorOfResponse(status, text, []);
}

/** A percent-encoded header; one that something in between has damaged is worth nothing. */
function decode(value: string | null): string | null {
  try {
    return value === null ? null : decodeURIComponent(value);
  } catch {
    return null;
  }
}

/** Reads a reply to its end; `model` is the requested one, if no delta names another. */
async function collect(
  deltas: AsyncIterable<Delta>,
  model: string,
  onDelta: (delta: Delta) => void,
): Promise<CompletionResult> {
  let result: CompletionResult = { text: '', finishReason: 'unknown', model };
  // Joined once at the end, because a reply has thousands of pieces.
  const pieces: string[] = [];
  for await (const delta of deltas) {
    const { text, ...details } = delta;
    pieces.push(text);
    result = { ...result, ...details };
    onDelta(delta);
  }
  return { ...result, text: pieces.join('') };
}

/**
 * Asks our own gateway for a reply, from the web or the desktop, and hands its deltas to `onDelta` as they come.
 *
 * Resolves to the whole reply. Rejects with CompletionError: the gateway's own code and text (`quota`, `forbidden`,
 * …), `aborted` when the signal aborts, `interrupted` when the connection broke after text had come. What came before
 * is in the deltas handed out.
 */
export async function completeThroughGateway(
  service: GatewayService,
  request: CompletionRequest,
  { signal, fetch, onDelta, ownKey }: GatewayOptions,
): Promise<CompletionResult> {
  const isStreaming = request.stream ?? true;
  const deltas = callChat({
    url: `${service.url.replace(/\/+$/, '')}/functions/v1/chat/completions`,
    headers: {
      'Content-Type': 'application/json',
      apikey: service.key,
      Authorization: `Bearer ${service.token}`,
      'x-clover-message-id': request.messageId,
      ...(request.vendor !== undefined && { 'x-clover-vendor': request.vendor }),
      ...(ownKey && {
        'x-clover-vendor': ownKey.vendor,
        'x-provider-key': ownKey.key,
        'x-provider-origin': ownKey.origin,
      }),
    },
    body: {
      model: request.model,
      messages: request.messages,
      ...(request.temperature !== undefined && { temperature: request.temperature }),
      ...(request.maxTokens !== undefined && { max_tokens: request.maxTokens }),
      stream: isStreaming,
      ...(isStreaming && { stream_options: { include_usage: true } }),
    },
    signal,
    fetch,
    patience,
    refusal: refusalOf,
    fault: (error) => errorOf(error, undefined) ?? invalidFormat(),
    empty: invalidFormat,
    origin: (response, model) => {
      const vendor = response.headers.get('x-clover-vendor');
      const unavailableVendor = decode(response.headers.get('x-clover-unavailable-vendor'));
      return {
        model: model ?? request.model,
        ...(vendor !== null && { vendor }),
        ...(unavailableVendor !== null && { unavailableVendor }),
      };
    },
  });

  return collect(deltas, request.model, onDelta);
}

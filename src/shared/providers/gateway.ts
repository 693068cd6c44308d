import { z } from 'zod';
import type { CompletionRequest, CompletionResult, Delta, ResumeRequest } from '../completion/completion.ts';
import { CompletionError, completionErrorCodes, type CompletionErrorCode } from '../completion/error.ts';
import { parseJson } from './body.ts';
import { callChat } from './chat-call.ts';
import { openAiMessage } from './dialects/openai/messages.ts';
import { createOpenAiReader } from './dialects/openai/reply-reader.ts';
import { invalidFormatError, responseTimeout } from './failures.ts';
import { callForText } from './post.ts';
import type { CallOptions } from './provider.ts';
import { errorOfResponse } from './upstream-error.ts';

interface GatewayService {
  /** The service's base URL, e.g. `http://localhost:3000`. */
  readonly url: string;
  readonly key: string;
  /** The user's access token. */
  readonly token: string;
}

/** A user's own key, sent only with this call. */
export interface OwnKey {
  /** Name of the vendor, e.g. `openai`. */
  readonly vendor: string;
  readonly key: string;
  /**
   * The origin for which the user entered the key. The gateway refuses the call if the vendor's origin has changed.
   */
  readonly origin: string;
}

const ownKeyHeaders = ({ vendor, key, origin }: OwnKey) => ({
  'x-clover-vendor': vendor,
  'x-provider-key': key,
  'x-provider-origin': origin,
});

interface GatewayOptions extends CallOptions {
  readonly onDelta: (delta: Delta) => void;
  /** Calls the key's vendor instead of the active one. */
  readonly ownKey?: OwnKey;
}

/**
 * A little longer than the gateway waits for the vendor and the failover vendor. With the same timeout on both sides,
 * the gateway might treat our disconnecting as a stop by the user.
 */
const maxWait = 2 * responseTimeout + 5000;

const errorSchema = z.object({ message: z.string(), code: z.string().nullish() });

const isOurs = (code: string | null | undefined): code is CompletionErrorCode =>
  (completionErrorCodes as readonly unknown[]).includes(code);

/** Reads an error of the gateway. Undefined for others in this format, which come from a proxy. */
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
    // The body is not JSON, e.g. a proxy's page.
  }
  if (status === 401) return new CompletionError('unauthenticated', 'Please sign in to use the chat', status);
  return errorOfResponse(status, text, []);
}

/** Decodes a percent-encoded header. Null if it is missing or invalid. */
function decode(value: string | null): string | null {
  try {
    return value === null ? null : decodeURIComponent(value);
  } catch {
    return null;
  }
}

/** Reads the whole reply. The result has the requested `model` unless a delta names another. */
async function collect(
  deltas: AsyncIterable<Delta>,
  model: string,
  onDelta: (delta: Delta) => void,
): Promise<CompletionResult> {
  let result: CompletionResult = { text: '', finishReason: 'unknown', model };
  // Joined only once, because a reply has thousands of pieces.
  const pieces: string[] = [];
  for await (const delta of deltas) {
    const { text, reasoning: _, ...details } = delta;
    pieces.push(text);
    result = { ...result, ...details };
    onDelta(delta);
  }
  return { ...result, text: pieces.join('') };
}

/** Returns the URL and the errors of a call to the gateway. */
const callOf = ({ url, key, token }: GatewayService, path: string, { signal, fetch }: CallOptions) => ({
  url: `${url.replace(/\/+$/, '')}/functions/v1/chat/${path}`,
  headers: { 'Content-Type': 'application/json', apikey: key, Authorization: `Bearer ${token}` },
  signal,
  fetch,
  refusal: refusalOf,
});

/** Returns the part that all calls for a reply have in common. */
const replyCallOf = (requestedModel: string) => ({
  maxWait,
  readReply: () => createOpenAiReader({ isSeparate: true }),
  fault: (error: unknown) => errorOf(error, undefined) ?? invalidFormatError(),
  empty: invalidFormatError,
  origin: (response: Response, model: string | undefined) => {
    const vendor = response.headers.get('x-clover-vendor');
    const unavailableVendor = decode(response.headers.get('x-clover-unavailable-vendor'));
    return {
      model: model ?? requestedModel,
      ...(vendor !== null && { vendor }),
      ...(unavailableVendor !== null && { unavailableVendor }),
    };
  },
});

/**
 * Requests a reply from our gateway and passes its deltas to `onDelta`.
 *
 * Resolves to the complete reply. Rejects with CompletionError: the gateway's code and text (`quota`, `forbidden`, …),
 * `aborted` if the signal aborts, `interrupted` if the connection breaks after the first text. A stored reply continues
 * without its connection: resume it after `aborted`, `interrupted`, `network` and `reply_exists`, or stop it.
 */
export async function completeThroughGateway(
  service: GatewayService,
  request: CompletionRequest,
  { onDelta, ownKey, ...options }: GatewayOptions,
): Promise<CompletionResult> {
  const isStreaming = request.stream ?? true;
  const { reply } = request;
  const call = callOf(service, 'completions', options);
  const deltas = callChat({
    ...call,
    ...replyCallOf(request.model),
    isStored: reply !== undefined,
    headers: {
      ...call.headers,
      'x-clover-message-id': request.messageId,
      ...(reply && { 'x-clover-reply-id': reply.replyId, 'x-clover-question-id': reply.questionId }),
      ...(reply?.continues !== undefined && { 'x-clover-continues': reply.continues }),
      ...(reply?.instructions && { 'x-clover-instructions': reply.instructions.join() }),
      ...(request.vendor !== undefined && { 'x-clover-vendor': request.vendor }),
      ...(ownKey && ownKeyHeaders(ownKey)),
    },
    body: {
      model: request.model,
      messages: request.messages.map(openAiMessage),
      ...(request.temperature !== undefined && { temperature: request.temperature }),
      ...(request.topP !== undefined && { top_p: request.topP }),
      ...(request.maxTokens !== undefined && { max_tokens: request.maxTokens }),
      ...(request.effort !== undefined && {
        reasoning_effort: request.effort === 'off' ? 'none' : request.effort,
      }),
      stream: isStreaming,
      ...(isStreaming && { stream_options: { include_usage: true } }),
    },
  });
  return collect(deltas, request.model, onDelta);
}

/**
 * Reads the rest of a running or stored reply from a position, without calling the vendor. Resolves to that text
 * and the stored row. Rejects like `completeThroughGateway`, and with `not_found` if there is no such reply.
 */
export const resumeThroughGateway = (
  service: GatewayService,
  { replyId, from, reasoningFrom }: ResumeRequest,
  { onDelta, ...options }: Omit<GatewayOptions, 'ownKey'>,
): Promise<CompletionResult> =>
  collect(
    callChat({
      ...callOf(service, `replies/${replyId}?from=${from}&reasoning_from=${reasoningFrom}`, options),
      ...replyCallOf(''),
      isStored: true,
    }),
    '',
    onDelta,
  );

/** Stops a running reply on any device and stores its text so far. Does nothing if the reply has ended. */
export async function stopThroughGateway(
  service: GatewayService,
  replyId: string,
  options: CallOptions,
): Promise<void> {
  await callForText({ ...callOf(service, `replies/${replyId}/stop`, options), body: {} });
}

/** In milliseconds. A little longer than the gateway waits for the text of a recording. */
const maxTranscriptionWait = 65_000;

const transcriptionSchema = z.object({ text: z.string() });

interface TranscriptionOptions extends CallOptions {
  /** Name of the vendor; the active one by default. */
  readonly vendor?: string;
  readonly ownKey?: OwnKey;
}

/** Requests the text of a recording from our gateway. Rejects with CompletionError. */
export async function transcribeThroughGateway(
  { url, key, token }: GatewayService,
  recording: Blob,
  { vendor, ownKey, ...options }: TranscriptionOptions,
): Promise<string> {
  const form = new FormData();
  form.set('file', recording, 'speech');
  const text = await callForText({
    url: `${url.replace(/\/+$/, '')}/functions/v1/audio/transcriptions`,
    headers: {
      apikey: key,
      Authorization: `Bearer ${token}`,
      ...(vendor !== undefined && { 'x-clover-vendor': vendor }),
      ...(ownKey && ownKeyHeaders(ownKey)),
    },
    form,
    maxWait: maxTranscriptionWait,
    refusal: refusalOf,
    ...options,
  });
  const { data } = transcriptionSchema.safeParse(parseJson(text));
  if (!data) throw invalidFormatError();
  return data.text;
}

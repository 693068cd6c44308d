import { continuedTextOf } from '../../shared/completion/continued-text.ts';
import type { CompletionRequest, FinishReason, ReplyTarget } from '../../shared/completion/completion.ts';
import { CompletionError } from '../../shared/completion/error.ts';
import { streamCompletion } from '../../shared/providers/stream-completion.ts';
import type { Vendor } from '../../shared/providers/vendor.ts';
import { createReplyEncrypter, type ReplyEncrypter } from '../../shared/vault/reply-encryption.ts';
import { type ReplyPiece, startCheckpoints } from './checkpoints.ts';
import type { EndedReply, ReplyEnd } from './ended-reply.ts';
import type { LiveReply } from './live-reply.ts';
import type { BegunReply, ReplyCalls } from './reply-calls.ts';
import type { Tokens } from './tokens.ts';

export interface ReplyCall {
  readonly vendor: Vendor;
  readonly request: CompletionRequest;
  readonly target: ReplyTarget;
  readonly accessToken: string;
}

export interface ReplyControl {
  readonly signal: AbortSignal;
  readonly end: () => ReplyEnd;
  /** Stops the reply, as the user's Stop button does. */
  readonly stop: () => void;
}

export interface WrittenReply {
  readonly ended: EndedReply;
  readonly finishReason: FinishReason;
  /** Whether the vendor sent any text or reasoning. */
  readonly hasContent: boolean;
  /** Why the reply ended early; null if it is complete. */
  readonly failure: unknown;
}

export interface WriteDependencies {
  readonly calls: Pick<ReplyCalls, 'begin' | 'save'>;
  readonly tokens: Pick<Tokens, 'newest'>;
  readonly fetch: typeof globalThis.fetch;
}

const keyMismatch =
  'No reply was requested, because the service did not return the key of your encrypted history. Open the chat again.';

/**
 * @throws if the service's key is missing or differs from the page's: the service could otherwise receive the reply as
 * plain text, or encrypted with another key
 */
async function encrypterOf({ encryption }: BegunReply, target: ReplyTarget): Promise<ReplyEncrypter | null> {
  if (target.publicKey !== undefined && target.publicKey !== encryption?.public_key)
    throw new CompletionError('bad_request', keyMismatch);
  return encryption && createReplyEncrypter(encryption, target);
}

/** Returns a registered reply that was not requested from its vendor. Its chat is busy until the service ends it. */
const unrequested = (
  { id: replyId, userId }: LiveReply,
  { vendor, request: { model } }: ReplyCall,
  failure: unknown,
): WrittenReply => ({
  ended: { replyId, userId, text: '', reasoning: null, end: 'interrupted', model, vendor: vendor.name },
  finishReason: 'unknown',
  hasContent: false,
  failure,
});

/** In milliseconds. After ten seconds without a save, the service ends the reply and refuses later saves. */
const maxSilence = 9_000;

/** Encrypts a piece. Empty texts stay empty: they only show the service that the reply is still running. */
async function encryptPiece(
  { checkpoint }: ReplyEncrypter,
  { start, text, reasoningStart, reasoning }: ReplyPiece,
): Promise<ReplyPiece> {
  return {
    start,
    text: text && (await checkpoint('text', start, text)),
    reasoningStart,
    reasoning: reasoning && (await checkpoint('reasoning', reasoningStart, reasoning)),
  };
}

/** Returns the texts of a reply as they are stored, even on this computer while the service is unreachable. */
async function textsToStore(
  reply: LiveReply,
  encrypter: ReplyEncrypter | null,
  hasContent: boolean,
): Promise<Pick<EndedReply, 'text' | 'reasoning' | 'isEncrypted'>> {
  const [text, reasoning] = [reply.text(), reply.reasoning()];
  if (!encrypter) return { text, reasoning };
  // Without new content, the text is only the seed. The service couldn't tell that from an envelope and would store it.
  if (!hasContent) return { text: '', reasoning };
  return {
    text: await encrypter.content(text),
    reasoning: reasoning && { ...reasoning, text: await encrypter.reasoning(reasoning.text) },
    isEncrypted: true,
  };
}

/**
 * Requests a reply from its vendor and saves it while it runs.
 * @throws CompletionError if the service refuses to begin it
 */
export async function writeReply(
  reply: LiveReply,
  call: ReplyCall,
  { signal, end, stop }: ReplyControl,
  { calls, tokens, fetch }: WriteDependencies,
): Promise<WrittenReply> {
  const { vendor, request, target, accessToken } = call;
  const { id: replyId, userId } = reply;
  const grant = await calls.begin({ target, requestId: request.messageId, accessToken }, signal);
  let encrypter: ReplyEncrypter | null;
  try {
    encrypter = await encrypterOf(grant, target);
  } catch (error) {
    return unrequested(reply, call, error);
  }
  const isContinued = target.continues !== undefined;
  const seed = grant.seed || (isContinued && continuedTextOf(request.messages)) || '';
  reply.continueFrom(seed);
  // A seed alone is not a reply. The service can't save an encrypted seed itself, so it is saved with the first new
  // text.
  const hasText = (): boolean => reply.text().length > seed.length;
  const stopCheckpoints = startCheckpoints(
    {
      text: () => (encrypter && !hasText() ? '' : reply.text()),
      reasoning: () => reply.reasoning()?.text ?? '',
      save: async (piece) =>
        calls.save(
          { replyId, ...(encrypter ? await encryptPiece(encrypter, piece) : piece) },
          tokens.newest(userId) ?? accessToken,
        ),
      // After a long silence, the service has ended the reply by itself. Let the vendor finish: the text is still
      // stored.
      onRefused: (silence) => {
        if (silence < maxSilence) stop();
      },
    },
    encrypter ? 0 : seed.length,
  );
  const began = performance.now();
  let requestedModel = request.model;
  let finishReason: FinishReason = 'unknown';
  let failure: unknown = null;
  try {
    const options = {
      signal,
      fetch,
      requestId: request.messageId,
      onRequest: (model: string) => (requestedModel = model),
    };
    for await (const delta of streamCompletion(vendor, request, options)) {
      const isWhole = reply.append(delta);
      finishReason = isWhole ? (delta.finishReason ?? finishReason) : 'length';
      if (!isWhole) break;
    }
  } catch (error) {
    failure = error;
  } finally {
    stopCheckpoints();
  }
  reply.flush();
  const { model = request.model, usage } = reply.details();
  const natural = finishReason === 'length' ? 'length' : 'complete';
  const reasoning = reply.reasoning();
  const hasContent = hasText() || reasoning !== null;
  return {
    ended: {
      replyId,
      userId,
      ...(await textsToStore(reply, encrypter, hasContent)),
      end: failure === null ? natural : signal.aborted ? end() : 'interrupted',
      model,
      vendor: vendor.name,
      requestedModel,
      milliseconds: Math.round(performance.now() - began),
      ...(usage && { usage }),
    },
    finishReason,
    hasContent,
    failure,
  };
}

import type { CompletionRequest, FinishReason, ReplyTarget } from '../../shared/completion/completion.ts';
import { streamCompletion } from '../../shared/providers/stream-completion.ts';
import type { Vendor } from '../../shared/providers/vendor.ts';
import { startCheckpoints } from './checkpoints.ts';
import type { EndedReply, ReplyEnd } from './ended-reply.ts';
import type { LiveReply } from './live-reply.ts';
import type { ReplyCalls } from './reply-calls.ts';
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

/** In milliseconds. After ten seconds without a save, the service ends the reply and refuses later saves. */
const maxSilence = 9_000;

/**
 * Requests a reply from its vendor and saves it while it runs.
 * @throws CompletionError if the service refuses to begin it
 */
export async function writeReply(
  reply: LiveReply,
  { vendor, request, target, accessToken }: ReplyCall,
  { signal, end, stop }: ReplyControl,
  { calls, tokens, fetch }: WriteDependencies,
): Promise<WrittenReply> {
  const { id: replyId, userId } = reply;
  const seed = await calls.begin({ target, requestId: request.messageId, accessToken }, signal);
  reply.continueFrom(seed);
  const stopCheckpoints = startCheckpoints(
    {
      text: reply.text,
      reasoning: () => reply.reasoning()?.text ?? '',
      save: (piece) => calls.save({ replyId, ...piece }, tokens.newest(userId) ?? accessToken),
      // After a long silence, the service has ended the reply by itself. Let the vendor finish: the text is still
      // stored.
      onRefused: (silence) => {
        if (silence < maxSilence) stop();
      },
    },
    seed.length,
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
  const [text, reasoning] = [reply.text(), reply.reasoning()];
  return {
    ended: {
      replyId,
      userId,
      text,
      reasoning,
      end: failure === null ? natural : signal.aborted ? end() : 'interrupted',
      model,
      vendor: vendor.name,
      requestedModel,
      milliseconds: Math.round(performance.now() - began),
      ...(usage && { usage }),
    },
    finishReason,
    hasContent: text.length > seed.length || reasoning !== null,
    failure,
  };
}

import type {
  CompletionMessage,
  CompletionUsage,
  Delta,
  FinishReason,
} from '../../../src/shared/completion/completion.ts';
import type { CompletionError } from '../../../src/shared/completion/error.ts';
import { charactersPerToken, estimateTokens } from '../../../src/shared/domain/context-window.ts';
import { streamCompletion } from '../../../src/shared/providers/stream-completion.ts';
import type { Caller, FunctionContext } from './context.ts';
import { asCompletionError } from './failures.ts';
import { settle, type Grant } from './grant.ts';

/** What is sent to the vendor. */
export interface DeliveryRequest {
  readonly messages: readonly CompletionMessage[];
  readonly temperature?: number | undefined;
  readonly maxTokens?: number | undefined;
  readonly isStreaming: boolean;
}

/** A reply on its way from the vendor to the caller, and the account of what was delivered. */
export interface Delivery {
  /** The next delta, or undefined at the end. Throws CompletionError; the outcome is settled by then. */
  readonly next: () => Promise<Delta | undefined>;
  /** The caller has left: ends the call upstream. Settles too. */
  readonly stop: () => Promise<void>;
  readonly model: () => string;
  readonly usage: () => CompletionUsage;
  readonly finishReason: () => FinishReason;
}

/** Starts the call that a grant allows. Nothing is sent before the first `next`. */
export function startDelivery(
  context: FunctionContext,
  caller: Caller,
  grant: Grant,
  request: DeliveryRequest,
  callerLeft: AbortSignal,
): Delivery {
  const upstream = new AbortController();
  const leave = () => upstream.abort();
  callerLeft.addEventListener('abort', leave, { once: true });
  if (callerLeft.aborted) leave();

  const deltas = streamCompletion(
    grant.vendor,
    {
      messageId: grant.messageId,
      model: grant.model,
      messages: request.messages,
      stream: request.isStreaming,
      ...(request.temperature !== undefined && { temperature: request.temperature }),
      ...(request.maxTokens !== undefined && { maxTokens: request.maxTokens }),
    },
    { signal: upstream.signal, fetch: context.fetch, requestId: context.requestId },
  );

  let model = grant.model;
  let characters = 0;
  let reported: CompletionUsage | undefined;
  let finishReason: FinishReason = 'unknown';
  let settled: Promise<void> | undefined;

  // Vendors that stop early, or never tell, are counted by the rule of thumb that the whole product uses.
  const usage = (): CompletionUsage =>
    reported ?? {
      promptTokens: request.messages.reduce((sum, { content }) => sum + estimateTokens(content), 0),
      completionTokens: Math.ceil(characters / charactersPerToken),
    };

  const finish = (error?: CompletionError): Promise<void> => {
    callerLeft.removeEventListener('abort', leave);
    const isFailure = error !== undefined && error.code !== 'aborted' && characters === 0;
    settled ??= settle(context, caller, grant, {
      outcome: isFailure ? 'failed' : 'answered',
      model,
      usage: usage(),
    });
    return settled;
  };

  return {
    next: async () => {
      try {
        const { done, value } = await deltas.next();
        if (done) {
          // Not awaited: the reply is whole, and the caller need not wait for our bookkeeping.
          const settling = finish();
          context.waitUntil?.(settling);
          return undefined;
        }
        characters += value.text.length;
        model = value.model ?? model;
        reported = value.usage ?? reported;
        finishReason = value.finishReason ?? finishReason;
        return value;
      } catch (thrown) {
        const error = asCompletionError(thrown);
        // A fault of ours rather than the vendor's. Only its class: the text may quote what was sent.
        if (error !== thrown)
          context.log('completion-broken', { error: thrown instanceof Error ? thrown.name : 'unknown' });
        // Awaited: a caller who tries again at once must find the message given back.
        await finish(error);
        throw error;
      }
    },
    stop: async () => {
      upstream.abort();
      await deltas.return();
      await finish();
    },
    model: () => model,
    usage,
    finishReason: () => finishReason,
  };
}

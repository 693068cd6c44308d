import type {
  CompletionMessage,
  CompletionUsage,
  Delta,
  FinishReason,
} from '../../../src/shared/completion/completion.ts';
import type { CompletionError } from '../../../src/shared/completion/error.ts';
import { charactersPerToken, estimateTokens } from '../../../src/shared/domain/context-window.ts';
import { interrupted } from '../../../src/shared/providers/failures.ts';
import { startAttempts } from './attempts.ts';
import type { FunctionContext } from './context.ts';
import { asCompletionError } from './failures.ts';
import { settle, type Grant } from './grant.ts';

/** Milliseconds. A vendor that trickles for ever would hold its place, and ours, for ever. */
export const longestReply = 10 * 60_000;

/** What is sent to the vendor. */
export interface DeliveryRequest {
  readonly messages: readonly CompletionMessage[];
  readonly temperature?: number | undefined;
  readonly maxTokens?: number | undefined;
  readonly isStreaming: boolean;
  /** Whether the caller gets the reply at its end alone: what breaks off before has delivered nothing. */
  readonly isHandedOnWhole?: boolean;
}

/** A reply on its way from the vendor to the caller, and the account of what was delivered. */
export interface Delivery {
  /** The next delta, or undefined at the end. Throws CompletionError; the outcome is settled by then. */
  readonly next: () => Promise<Delta | undefined>;
  /** The caller has left: ends the call upstream. Settles too. */
  readonly stop: () => Promise<void>;
  readonly model: () => string;
  /** Name of the vendor that answers; known once the first delta is. */
  readonly vendor: () => string;
  /** Display name of the vendor for which another one stands in. */
  readonly unavailableVendor: () => string | undefined;
  readonly usage: () => CompletionUsage;
  readonly finishReason: () => FinishReason;
}

/** Starts the call that a grant allows. Nothing is sent before the first `next`. */
export function startDelivery(
  context: FunctionContext,
  grant: Grant,
  request: DeliveryRequest,
  callerLeft: AbortSignal,
): Delivery {
  const upstream = new AbortController();
  const leave = () => upstream.abort();
  callerLeft.addEventListener('abort', leave, { once: true });
  if (callerLeft.aborted) leave();
  let isOverdue = false;
  const overdue = setTimeout(() => {
    isOverdue = true;
    leave();
    // Settled here: a caller who does not read on would never be told, and would be given back what he holds.
    void finish(interrupted());
  }, longestReply);
  const attempts = startAttempts(context, grant, request, upstream.signal);

  let isAsked = false;
  let model = grant.model;
  let characters = 0;
  let reported: CompletionUsage | undefined;
  let finishReason: FinishReason = 'unknown';
  let unavailableVendor: string | undefined;
  let settled: Promise<void> | undefined;

  // Vendors that stop early, or never tell, are counted by the rule of thumb that the whole product uses.
  const usage = (): CompletionUsage =>
    reported ?? {
      promptTokens: request.messages.reduce((sum, { content }) => sum + estimateTokens(content), 0),
      completionTokens: Math.ceil(characters / charactersPerToken),
    };

  const finish = (error?: CompletionError): Promise<void> => {
    callerLeft.removeEventListener('abort', leave);
    clearTimeout(overdue);
    // A stop counts, because the vendor was at work; unless the caller had left before the vendor was asked.
    const isStopped = error?.code === 'aborted' && isAsked;
    const hasDelivered = characters > 0 && request.isHandedOnWhole !== true;
    const isFailure = error !== undefined && !isStopped && !hasDelivered;
    settled ??= settle(context, grant, {
      outcome: isFailure ? 'failed' : 'answered',
      vendorId: attempts.answerer().vendorId,
      model,
      usage: usage(),
      isEstimated: reported === undefined,
    });
    return settled;
  };

  const errorOf = (thrown: unknown): CompletionError => {
    if (isOverdue) return interrupted();
    const error = asCompletionError(thrown);
    // A fault of ours rather than the vendor's. Only its class: the text may quote what was sent.
    if (error !== thrown)
      context.log('completion-broken', { error: thrown instanceof Error ? thrown.name : 'unknown' });
    return error;
  };

  return {
    next: async () => {
      isAsked ||= !upstream.signal.aborted;
      try {
        const { done, value } = await attempts.next();
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
        unavailableVendor = value.unavailableVendor ?? unavailableVendor;
        return value;
      } catch (thrown) {
        const error = errorOf(thrown);
        // Awaited: a caller who tries again at once must find the message given back.
        await finish(error);
        throw error;
      }
    },
    stop: async () => {
      upstream.abort();
      await attempts.end();
      await finish();
    },
    model: () => model,
    vendor: () => attempts.answerer().vendor.name,
    unavailableVendor: () => unavailableVendor,
    usage,
    finishReason: () => finishReason,
  };
}

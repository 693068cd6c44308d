import type {
  CompletionUsage,
  Delta,
  FinishReason,
  ToolCallPiece,
} from '../../../src/shared/completion/completion.ts';
import type { CompletionError } from '../../../src/shared/completion/error.ts';
import { charactersPerToken, estimatePrompt } from '../../../src/shared/domain/context-window.ts';
import { interruptedError } from '../../../src/shared/providers/failures.ts';
import { startAttempts, type VendorRequest } from './attempts.ts';
import type { FunctionContext } from './context.ts';
import { reportOutcome, type Grant, type CompletionOutcome } from './grant.ts';
import { toCompletionError } from './http.ts';

/** Maximum duration in milliseconds. Without it, a vendor that sends very slowly could keep its connection forever. */
export const maxReplyDuration = 10 * 60_000;

export interface DeliveryRequest extends VendorRequest {
  /** Whether the caller gets the reply only once it is complete. An error then means that nothing was delivered. */
  readonly isSentWhole?: boolean;
}

/** Vendors count tool calls as output. */
const lengthOf = (toolCalls: readonly ToolCallPiece[] = []) =>
  toolCalls.reduce((sum, { name = '', arguments: text }) => sum + name.length + text.length, 0);

/** A reply on its way from the vendor to the caller. Records what was delivered. */
export interface Delivery {
  /** Returns the next delta, or undefined at the end. Throws CompletionError once the grant is settled. */
  readonly next: () => Promise<Delta | undefined>;
  /** Call if the caller disconnects. Ends the call to the vendor and settles. */
  readonly stop: () => Promise<void>;
  /** Ends the reply because it has reached the maximum length. */
  readonly cut: () => Promise<void>;
  readonly readAll: () => Promise<{
    readonly text: string;
    readonly reasoning: string;
    readonly toolCalls: readonly ToolCallPiece[];
  }>;
  readonly model: () => string;
  readonly vendorId: () => string;
  /** Name of the vendor that is answering, known after the first delta. */
  readonly vendor: () => string;
  /** Display name of the unavailable vendor, after a failover. */
  readonly unavailableVendor: () => string | undefined;
  /** Why that vendor was unavailable: an HTTP status, `timeout` or `network`. */
  readonly unavailableReason: () => string | undefined;
  /** Estimated if the vendor stops early or reports no usage. */
  readonly usage: () => CompletionUsage;
  readonly finishReason: () => FinishReason;
}

/**
 * Starts the call that a grant allows. The first `next` sends the request. The outcome is reported once, by default to
 * the database.
 */
export function startDelivery(
  context: FunctionContext,
  grant: Grant,
  request: DeliveryRequest,
  callerLeft: AbortSignal,
  report: (outcome: CompletionOutcome) => Promise<void> = (outcome) => reportOutcome(context, grant, outcome),
): Delivery {
  const upstream = new AbortController();
  const leave = () => upstream.abort();
  callerLeft.addEventListener('abort', leave, { once: true });
  if (callerLeft.aborted) leave();
  let isOverdue = false;
  const overdue = setTimeout(() => {
    isOverdue = true;
    leave();
    // A caller who has stopped reading never calls `next` again, so the grant is settled now.
    void finish(interruptedError());
  }, maxReplyDuration);
  const attempts = startAttempts(context, grant, request, upstream.signal);

  let hasStarted = false;
  let model = grant.model;
  let characters = 0;
  let reported: CompletionUsage | undefined;
  let finishReason: FinishReason = 'unknown';
  let unavailableVendor: string | undefined;
  let unavailableReason: string | undefined;
  let settled: Promise<void> | undefined;

  const usage = (): CompletionUsage =>
    reported ?? {
      promptTokens: estimatePrompt(request.messages),
      completionTokens: Math.ceil(characters / charactersPerToken),
      isEstimated: true,
    };

  const finish = (error?: CompletionError): Promise<void> => {
    callerLeft.removeEventListener('abort', leave);
    clearTimeout(overdue);
    // After the vendor was called, a stop counts as answered, because the vendor was already working.
    const isStopped = error?.code === 'aborted' && hasStarted;
    const hasDelivered = characters > 0 && request.isSentWhole !== true;
    const isFailure = error !== undefined && !isStopped && !hasDelivered;
    settled ??= report({
      outcome: isFailure ? 'failed' : 'answered',
      vendorId: attempts.target().vendorId,
      model,
      requestedModel: attempts.requestedModel(),
      usage: usage(),
      isEstimated: reported === undefined,
      failed: attempts.failed(),
    });
    return settled;
  };

  const errorOf = (thrown: unknown): CompletionError => {
    if (isOverdue) return interruptedError();
    const error = toCompletionError(thrown);
    // For internal errors, logs only the class, because the message may quote the request.
    if (error !== thrown)
      context.log('completion-failed', { error: thrown instanceof Error ? thrown.name : 'unknown' });
    return error;
  };

  const next = async (): Promise<Delta | undefined> => {
    hasStarted ||= !upstream.signal.aborted;
    try {
      const { done, value } = await attempts.next();
      if (done) {
        // Not awaited, because the reply is complete and the caller need not wait for the bookkeeping.
        const settling = finish();
        context.waitUntil?.(settling);
        return undefined;
      }
      // Vendors count reasoning as output.
      characters += value.text.length + (value.reasoning?.length ?? 0) + lengthOf(value.toolCalls);
      model = value.model ?? model;
      reported = value.usage ?? reported;
      finishReason = value.finishReason ?? finishReason;
      unavailableVendor = value.unavailableVendor ?? unavailableVendor;
      unavailableReason = value.unavailableReason ?? unavailableReason;
      return value;
    } catch (thrown) {
      const error = errorOf(thrown);
      // Awaited, so that the message is refunded before the caller can try again.
      await finish(error);
      throw error;
    }
  };

  const stop = async () => {
    upstream.abort();
    await attempts.end();
    await finish();
  };

  return {
    next,
    stop,
    cut: () => {
      finishReason = 'length';
      return stop();
    },
    readAll: async () => {
      const texts: string[] = [];
      const thoughts: string[] = [];
      const toolCalls: ToolCallPiece[] = [];
      for (let delta = await next(); delta; delta = await next()) {
        texts.push(delta.text);
        if (delta.reasoning !== undefined) thoughts.push(delta.reasoning);
        toolCalls.push(...(delta.toolCalls ?? []));
      }
      return { text: texts.join(''), reasoning: thoughts.join(''), toolCalls };
    },
    model: () => model,
    vendorId: () => attempts.target().vendorId,
    vendor: () => attempts.target().vendor.name,
    unavailableVendor: () => unavailableVendor,
    unavailableReason: () => unavailableReason,
    usage,
    finishReason: () => finishReason,
  };
}

import type { Delta } from '../../../src/shared/completion/completion.ts';
import { streamCompletion } from '../../../src/shared/providers/stream-completion.ts';
import { isUnavailable } from '../../../src/shared/providers/unavailable.ts';
import type { FunctionContext } from './context.ts';
import type { DeliveryRequest } from './delivery.ts';
import type { Answerer, Grant } from './grant.ts';

/** Design §3: one request makes at most this many upstream calls, fallback models and the stand-in together. */
const mostCalls = 3;

/** One fallback model of the stand-in would be one call too many: it is tried once. */
const withoutFallbacks = (answerer: Answerer): Answerer => ({
  ...answerer,
  vendor: { ...answerer.vendor, config: { ...answerer.vendor.config, fallback_models: [] } },
});

/** The deltas of a reply, and who gives them. */
export interface Attempts {
  readonly next: () => Promise<IteratorResult<Delta, void>>;
  /** Ends the call upstream. */
  readonly end: () => Promise<unknown>;
  /** Who answers, or was asked last. */
  readonly answerer: () => Answerer;
}

/**
 * Asks the granted vendor and, when it is unavailable before its first delta, its stand-in once. The stand-in's first
 * delta names the vendor that it stands in for. When both fail, the first one's error is thrown: it is the one to mend.
 */
export function startAttempts(
  context: FunctionContext,
  grant: Grant,
  request: DeliveryRequest,
  signal: AbortSignal,
): Attempts {
  let calls = 0;
  const ask = ({ vendor, model, supportsImages }: Answerer) =>
    streamCompletion(
      vendor,
      {
        messageId: grant.messageId,
        model,
        messages: request.messages,
        stream: request.isStreaming,
        ...(request.temperature !== undefined && { temperature: request.temperature }),
        ...(request.maxTokens !== undefined && { maxTokens: request.maxTokens }),
      },
      {
        signal,
        requestId: context.requestId,
        ...(supportsImages !== undefined && { supportsImages }),
        fetch: (input, init) => {
          calls += 1;
          return context.fetch(input, init);
        },
      },
    );

  let answerer: Answerer = grant;
  let deltas = ask(grant);
  let hasBegun = false;

  async function failOver(error: unknown): Promise<IteratorResult<Delta, void>> {
    const mayAskAnother = calls < mostCalls && !signal.aborted && isUnavailable(error);
    if (!mayAskAnother || grant.openStandIn === null) throw error;
    const standIn = withoutFallbacks(await grant.openStandIn());
    context.log('failover', { from: grant.vendor.name, to: standIn.vendor.name });
    const others = ask(standIn);
    try {
      const first = await others.next();
      answerer = standIn;
      deltas = others;
      if (first.done) return first;
      return { done: false, value: { ...first.value, unavailableVendor: grant.vendor.displayName } };
    } catch (failure) {
      // A stop while the stand-in was asked is a stop.
      throw signal.aborted ? failure : error;
    }
  }

  async function first(): Promise<IteratorResult<Delta, void>> {
    hasBegun = true;
    try {
      return await deltas.next();
    } catch (error) {
      return failOver(error);
    }
  }

  // Nothing around the generator: most calls come for one delta of thousands, and each layer costs as much again.
  return {
    next: () => (hasBegun ? deltas.next() : first()),
    end: () => deltas.return(),
    answerer: () => answerer,
  };
}

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

export interface Attempts {
  readonly deltas: AsyncGenerator<Delta, void, undefined>;
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
  let answerer: Answerer = grant;
  let calls = 0;
  const ask = ({ vendor, model }: Answerer) =>
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
        fetch: (input, init) => {
          calls += 1;
          return context.fetch(input, init);
        },
      },
    );

  async function* run(): AsyncGenerator<Delta, void, undefined> {
    let hasBegun = false;
    try {
      for await (const delta of ask(grant)) {
        hasBegun = true;
        yield delta;
      }
      return;
    } catch (error) {
      const mayFailOver = !hasBegun && calls < mostCalls && !signal.aborted && isUnavailable(error);
      if (!mayFailOver || grant.openStandIn === null) throw error;
      const standIn = withoutFallbacks(await grant.openStandIn());
      context.log('failover', { from: grant.vendor.name, to: standIn.vendor.name });
      try {
        for await (const delta of ask(standIn)) {
          answerer = standIn;
          yield hasBegun ? delta : { ...delta, unavailableVendor: grant.vendor.displayName };
          hasBegun = true;
        }
      } catch (failure) {
        // A stop while the stand-in was asked is a stop.
        throw hasBegun || signal.aborted ? failure : error;
      }
    }
  }
  return { deltas: run(), answerer: () => answerer };
}

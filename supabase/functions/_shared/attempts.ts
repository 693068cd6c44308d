import type {
  CompletionMessage,
  Delta,
  Effort,
  PassedFields,
} from '../../../src/shared/completion/completion.ts';
import { isUnavailable } from '../../../src/shared/providers/failures.ts';
import { maxUpstreamCalls, streamCompletion } from '../../../src/shared/providers/stream-completion.ts';
import type { FunctionContext } from './context.ts';
import type { CompletionTarget, Grant } from './grant.ts';

export interface VendorRequest {
  readonly messages: readonly CompletionMessage[];
  readonly temperature?: number | undefined;
  readonly topP?: number | undefined;
  readonly maxTokens?: number | undefined;
  readonly effort?: Effort | undefined;
  readonly passed?: PassedFields | undefined;
  readonly isStreaming: boolean;
}

/** Removes the fallback models. Trying them on the failover vendor too would take too many calls. */
const withoutFallbacks = (target: CompletionTarget): CompletionTarget => ({
  ...target,
  vendor: { ...target.vendor, config: { ...target.vendor.config, fallback_models: [] } },
});

/** How long (ms) events without content are withheld from the reader. */
const longestSilentStart = 10_000;

/**
 * Waits for the first delta with content. Some dialects start with events without content and may still refuse the
 * request after them. Until there is content, another vendor can answer.
 */
async function readFirst(deltas: AsyncIterator<Delta, void>): Promise<IteratorResult<Delta, void>> {
  const started = performance.now();
  let opening: Partial<Delta> = {};
  for (;;) {
    const first = await deltas.next();
    if (first.done) return first;
    const value = { ...opening, ...first.value };
    const { text, reasoning, toolCalls, finishReason } = value;
    const hasContent = text !== '' || (reasoning ?? toolCalls ?? finishReason) !== undefined;
    if (hasContent || performance.now() - started > longestSilentStart) return { done: false, value };
    opening = value;
  }
}

export interface Attempts {
  readonly next: () => Promise<IteratorResult<Delta, void>>;
  readonly end: () => Promise<unknown>;
  /** The vendor and model that are answering, or that were called last. */
  readonly target: () => CompletionTarget;
  /** Returns the granted vendor if its call failed and the failover vendor is answering, otherwise null. */
  readonly failed: () => CompletionTarget | null;
  readonly requestedModel: () => string;
}

/**
 * Calls the granted vendor. If it is unavailable before its first word, calls the failover vendor once; the first delta
 * then names the unavailable vendor. If both fail, throws the first error, because that is the one to fix.
 */
export function startAttempts(
  context: FunctionContext,
  grant: Grant,
  request: VendorRequest,
  signal: AbortSignal,
): Attempts {
  let calls = 0;
  const mayCallAgain = () => calls < maxUpstreamCalls;
  let requestedModel = grant.model;
  const stream = ({ vendor, model, supportsImages, facts }: CompletionTarget, effort?: Effort) =>
    streamCompletion(
      vendor,
      {
        messageId: grant.messageId,
        model,
        messages: request.messages,
        // A reply from OpenRouter has no limit unless it is streamed (PROV-008), but budgets need one.
        stream: request.isStreaming || vendor.name === 'openrouter',
        ...(request.temperature !== undefined && { temperature: request.temperature }),
        ...(request.topP !== undefined && { topP: request.topP }),
        ...(request.maxTokens !== undefined && {
          maxTokens: Math.min(request.maxTokens, facts.maxOutput ?? Infinity),
        }),
        facts,
        ...(effort !== undefined && { effort }),
        ...(request.passed && { passed: request.passed }),
      },
      {
        signal,
        requestId: context.requestId,
        mayCallAgain,
        onRequest: (requested) => (requestedModel = requested),
        ...(supportsImages !== undefined && { supportsImages }),
        fetch: (input, init) => {
          calls += 1;
          return context.fetch(input, init);
        },
      },
    );

  const circuit = `${grant.vendorId} ${grant.vendor.endpointUrl} ${grant.model}`;
  let target: CompletionTarget = grant;
  let deltas = stream(grant, request.effort);
  let hasStarted = false;
  let isGrantedUnavailable = false;

  async function failOver(error: unknown): Promise<IteratorResult<Delta, void>> {
    const canFailOver = mayCallAgain() && !signal.aborted && isUnavailable(error);
    if (!canFailOver || grant.loadFailover === null) throw error;
    const failover = withoutFallbacks(await grant.loadFailover());
    const reason = String(error.status ?? error.code);
    context.log('failover', { from: grant.vendor.name, to: failover.vendor.name, reason });
    // The effort is not passed on, because it was chosen for another model, and models refuse efforts that they don't
    // support.
    const failoverDeltas = stream(failover);
    try {
      const first = await readFirst(failoverDeltas);
      target = failover;
      deltas = failoverDeltas;
      if (first.done) return first;
      const origin = { unavailableVendor: grant.vendor.displayName, unavailableReason: reason };
      return { done: false, value: { ...first.value, ...origin } };
    } catch (failure) {
      throw signal.aborted ? failure : error;
    }
  }

  /** Calls the granted vendor. After failures, requests that have a failover vendor skip it for a while. */
  async function callGranted(): Promise<IteratorResult<Delta, void>> {
    try {
      const first = await readFirst(deltas);
      context.circuits.succeed(circuit);
      return first;
    } catch (error) {
      if (signal.aborted) throw error;
      isGrantedUnavailable = isUnavailable(error);
      if (grant.loadFailover && isUnavailable(error)) context.circuits.fail(circuit, error);
      // The vendor has responded, so it is available.
      else context.circuits.succeed(circuit);
      throw error;
    }
  }

  async function first(): Promise<IteratorResult<Delta, void>> {
    hasStarted = true;
    const failure = grant.loadFailover ? context.circuits.failureOf(circuit) : null;
    if (failure) {
      try {
        return await failOver(failure);
      } catch (error) {
        if (signal.aborted) throw error;
        // Both vendors may be unavailable, so call the requested one.
        return callGranted();
      }
    }
    try {
      return await callGranted();
    } catch (error) {
      return failOver(error);
    }
  }

  // Not a generator around the deltas: a reply has thousands of them, and each layer would add the same cost again.
  return {
    next: () => (hasStarted ? deltas.next() : first()),
    end: () => deltas.return(),
    target: () => target,
    failed: () => (isGrantedUnavailable && target !== grant ? grant : null),
    requestedModel: () => requestedModel,
  };
}

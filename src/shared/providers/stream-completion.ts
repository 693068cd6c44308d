import type { CompletionRequest, Delta } from '../completion/completion.ts';
import { CompletionError } from '../completion/error.ts';
import { createRedactor } from '../domain/redactor.ts';
import { retryWaitOf, stoppedError, noAnswerError } from './failures.ts';
import { createReasoningLimit, fitBytes, maxReplyBytes } from './reply-limits.ts';
import type { StreamOptions } from './provider.ts';
import { requireExpressible } from './passed-fields.ts';
import { providerOf } from './providers.ts';
import { createToolCallFilter } from './tool-calls.ts';
import { fetchFor, secretsOf, type Vendor } from './vendor.ts';
import { wait } from './wait.ts';

/** Returns whether another model may help after this failure (PROV-016). */
const isModelFault = (error: unknown) =>
  error instanceof CompletionError && (error.code === 'not_found' || error.code === 'model');

/** The maximum number of calls for one request, including fallback models and the failover vendor. */
export const maxUpstreamCalls = 3;

/** Returns fallback models only for the default model, because users who choose a model want that one. */
function modelsToTry({ config }: Vendor, known: readonly string[], requested: string): readonly string[] {
  const [first = config.default_model, ...others] = known;
  const usual = config.default_model ?? first;
  if (requested !== usual) return [requested];
  return [requested, ...(config.fallback_models ?? others)].slice(0, maxUpstreamCalls);
}

/**
 * Requests a reply from a vendor: at least one delta, the last one with `finishReason`. Before the first delta, the
 * call is repeated once if the vendor requests a short wait. If the default model fails, up to two fallback models are
 * tried.
 *
 * Nothing is sent before the first step of the iteration. Leaving the loop ends the upstream call. The vendor's key is
 * removed from the reply, because replies are stored and shown to users who must not learn the key. A reply ends with
 * the reason `length` after {@link maxReplyBytes} bytes of text, or as many characters of reasoning. If it has no text
 * by then, it fails with `no_answer`. Throws CompletionError with the texts of document B §8 (PROV-022..035,
 * VENDOR-024).
 */
export async function* streamCompletion(
  vendor: Vendor,
  request: CompletionRequest,
  options: StreamOptions,
): AsyncGenerator<Delta, void, undefined> {
  const provider = providerOf(vendor);
  requireExpressible(request, provider, vendor.displayName);
  const { complete, models: known } = provider;
  const models = modelsToTry(vendor, known, request.model);
  const secrets = secretsOf(vendor);
  const { take, end } = createRedactor(secrets);
  const thoughts = createRedactor(secrets);
  const limitReasoning = createReasoningLimit();
  const filterToolCalls = createToolCallFilter(secrets);
  const releaseHeldText = (): Delta | null => {
    const [text, reasoning] = [end(), limitReasoning(thoughts.end())];
    return text === '' && reasoning === '' ? null : { text, ...(reasoning !== '' && { reasoning }) };
  };
  const callOptions = { ...options, fetch: fetchFor(vendor, options.fetch) };
  const requestFor = (model: string, index: number): CompletionRequest => {
    // The effort and the facts apply only to the requested model.
    const { effort: _, facts: _facts, ...others } = request;
    return index === 0 ? request : { ...others, model };
  };
  let calls = 0;
  const { mayCallAgain = () => calls < maxUpstreamCalls } = options;
  let hasRetried = false;
  for (let index = 0; index < models.length; index += 1) {
    const model = models[index] ?? request.model;
    calls += 1;
    let hasStarted = false;
    let room = maxReplyBytes;
    let thinkingRoom = maxReplyBytes;
    options.onRequest?.(model);
    try {
      for await (const delta of complete(vendor, requestFor(model, index), callOptions)) {
        hasStarted = true;
        const fitting = fitBytes(delta.text, room);
        room -= fitting.bytes;
        const { reasoning: thought = '', toolCalls = [], ...rest } = delta;
        thinkingRoom -= thought.length;
        // Some models would think forever.
        if (thinkingRoom < 0 && room === maxReplyBytes) throw noAnswerError(true);
        const isCut = fitting.text !== delta.text || thinkingRoom < 0;
        const isLast = isCut || delta.finishReason !== undefined;
        const text = take(fitting.text) + (isLast ? end() : '');
        const reasoning = limitReasoning(thoughts.take(thought) + (isLast ? thoughts.end() : ''));
        const toolPieces = filterToolCalls(toolCalls, isLast);
        yield {
          ...rest,
          text,
          ...(toolPieces.length > 0 && { toolCalls: toolPieces }),
          ...(reasoning !== '' && { reasoning }),
          ...(isCut && { finishReason: 'length' as const }),
        };
        if (isCut) return;
      }
      // Text may still be buffered if the last delta had no finish reason.
      const heldText = releaseHeldText();
      if (heldText) yield heldText;
      return;
    } catch (error) {
      const canCallAgain = !hasStarted && mayCallAgain();
      const pause = canCallAgain && !hasRetried ? retryWaitOf(error) : null;
      if (pause !== null) {
        hasRetried = true;
        await (options.wait ?? wait)(pause, options.signal);
        if (options.signal.aborted) throw stoppedError();
        index -= 1;
        continue;
      }
      if (canCallAgain && index < models.length - 1 && isModelFault(error)) continue;
      const heldText = releaseHeldText();
      if (heldText) yield heldText;
      throw error;
    }
  }
}

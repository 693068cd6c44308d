import type { CompletionRequest, Delta } from '../completion/completion.ts';
import { CompletionError } from '../completion/error.ts';
import { createRedactor } from '../domain/redactor.ts';
import type { StreamOptions } from './provider.ts';
import { providerOf } from './providers.ts';
import { fetchFor, secretsOf, type Vendor } from './vendor.ts';

/** Only these failures can be different with another model (PROV-016). */
const isModelFault = (error: unknown) =>
  error instanceof CompletionError && (error.code === 'not_found' || error.code === 'model');

/** One request makes at most this many upstream calls, fallback models and the failover vendor included. */
export const maxUpstreamCalls = 3;

/** Bytes of a reply's text, as much as one message stores. */
export const longestReply = 1_048_576;

const encoder = new TextEncoder();

/** The part of the text that fits into so many bytes, in whole characters, and its bytes. */
export function fit(text: string, room: number): { readonly text: string; readonly bytes: number } {
  // Usually no copy is needed: a UTF-16 unit has at most three bytes.
  if (text.length * 3 <= room) return { text, bytes: encoder.encode(text).length };
  const { read, written } = encoder.encodeInto(text, new Uint8Array(room));
  return { text: text.slice(0, read), bytes: written };
}

/** Only the default model has fallbacks: users who choose another model want that one. */
function modelsToTry({ config }: Vendor, known: readonly string[], requested: string): readonly string[] {
  const [first = config.default_model, ...others] = known;
  const usual = config.default_model ?? first;
  if (requested !== usual) return [requested];
  return [requested, ...(config.fallback_models ?? others)].slice(0, maxUpstreamCalls);
}

/**
 * Requests a reply from a vendor: at least one delta, the last one with `finishReason`. If the default model fails before
 * its first delta, two fallback models are tried.
 *
 * Nothing is sent before the first step of the iteration; leaving the loop ends the upstream call. The vendor's key is
 * removed from the reply, because replies are stored and shown to users who may not know it. A reply of
 * {@link longestReply} bytes ends with the reason `length`. Throws CompletionError with the texts of document B §8
 * (PROV-022..035, VENDOR-024).
 */
export async function* streamCompletion(
  vendor: Vendor,
  request: CompletionRequest,
  options: StreamOptions,
): AsyncGenerator<Delta, void, undefined> {
  const { complete, models: known } = providerOf(vendor);
  const models = modelsToTry(vendor, known, request.model);
  const { take, end } = createRedactor(secretsOf(vendor));
  const callOptions = { ...options, fetch: fetchFor(vendor, options.fetch) };
  for (const [index, model] of models.entries()) {
    let hasStarted = false;
    let room = longestReply;
    try {
      for await (const delta of complete(vendor, { ...request, model }, callOptions)) {
        hasStarted = true;
        const fitting = fit(delta.text, room);
        room -= fitting.bytes;
        if (fitting.text !== delta.text) {
          yield { ...delta, text: take(fitting.text) + end(), finishReason: 'length' };
          return;
        }
        const text = take(delta.text);
        yield { ...delta, text: delta.finishReason ? text + end() : text };
      }
      // For replies whose last delta had no finish reason, or came before the last text.
      const rest = end();
      if (rest !== '') yield { text: rest };
      return;
    } catch (error) {
      if (!hasStarted && index < models.length - 1 && isModelFault(error)) continue;
      const text = end();
      if (text !== '') yield { text };
      throw error;
    }
  }
}

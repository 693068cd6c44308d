import type { CompletionRequest, Delta } from '../completion/completion.ts';
import { CompletionError } from '../completion/error.ts';
import { createRedactor } from '../domain/redactor.ts';
import type { StreamOptions } from './provider.ts';
import { providerOf } from './providers.ts';
import { secretForms } from './secret-forms.ts';
import { usableKey, type Vendor } from './vendor.ts';

/** Only what another model can cure; a wrong key fails with every model (PROV-016). */
const isModelFault = (error: unknown) =>
  error instanceof CompletionError && (error.code === 'not_found' || error.code === 'model');

/** One request makes at most this many upstream calls, fallback models and the failover vendor included. */
export const maxUpstreamCalls = 3;

/** Bytes of a reply's text: what one message may hold. */
export const longestReply = 1_048_576;

const encoder = new TextEncoder();

/** The text as far as it fits, whole characters only, and how many bytes that is. */
function fit(text: string, room: number): { readonly text: string; readonly bytes: number } {
  // The usual case without a copy: a UTF-16 unit is at most three bytes.
  if (text.length * 3 <= room) return { text, bytes: encoder.encode(text).length };
  const { read, written } = encoder.encodeInto(text, new Uint8Array(room));
  return { text: text.slice(0, read), bytes: written };
}

/** Only the default model has stand-ins; who chose another one wants that one. */
function modelsToTry({ config }: Vendor, known: readonly string[], asked: string): readonly string[] {
  const [first = config.default_model, ...others] = known;
  const usual = config.default_model ?? first;
  if (asked !== usual) return [asked];
  return [asked, ...(config.fallback_models ?? others)].slice(0, maxUpstreamCalls);
}

/**
 * Asks a vendor for a reply and hands it out as it comes: at least one delta, the last one with `finishReason`.
 * The provider layer's default model has two fallbacks, tried while nothing has come yet: at most 3 upstream calls.
 *
 * Nothing is sent before the first step of the iteration; leaving the loop early ends the upstream call. A vendor that
 * recites its key is not quoted: replies are shown to people who may not know it, and stored.
 * A reply ends with the reason `length` once it has {@link longestReply} bytes.
 * Throws CompletionError with the texts of document B §8 (PROV-022..035, VENDOR-024).
 */
export async function* streamCompletion(
  vendor: Vendor,
  request: CompletionRequest,
  options: StreamOptions,
): AsyncGenerator<Delta, void, undefined> {
  const { complete, models: known } = providerOf(vendor);
  const models = modelsToTry(vendor, known, request.model);
  const key = usableKey(vendor);
  const { take, end } = createRedactor(key === null ? [] : secretForms(key));
  for (const [index, model] of models.entries()) {
    let hasBegun = false;
    let room = longestReply;
    try {
      for await (const delta of complete(vendor, { ...request, model }, options)) {
        hasBegun = true;
        const fitting = fit(delta.text, room);
        room -= fitting.bytes;
        if (fitting.text !== delta.text) {
          yield { ...delta, text: take(fitting.text) + end(), finishReason: 'length' };
          return;
        }
        const text = take(delta.text);
        yield { ...delta, text: delta.finishReason ? text + end() : text };
      }
      // Also of a reply whose last delta gave no reason, or came before its last text.
      const rest = end();
      if (rest !== '') yield { text: rest };
      return;
    } catch (error) {
      if (!hasBegun && index < models.length - 1 && isModelFault(error)) continue;
      const text = end();
      if (text !== '') yield { text };
      throw error;
    }
  }
}

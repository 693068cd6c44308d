import type { CompletionRequest, Delta } from '../completion/completion.ts';
import { CompletionError } from '../completion/error.ts';
import { demo } from './demo.ts';
import * as dialects from './dialects.ts';
import { unsupportedVendor } from './failures.ts';
import { modelslab } from './modelslab.ts';
import { openAiStyle } from './openai-style.ts';
import type { ProviderClient, StreamOptions } from './provider.ts';
import { vendorNames, type Vendor, type VendorName } from './vendor.ts';

interface Provider {
  readonly complete: ProviderClient;
  /** The default model and those tried after it, in order, where the vendor's config names none (PROV-016). */
  readonly models: readonly string[];
}

const speaking = (dialect: dialects.Dialect): Provider => ({
  complete: openAiStyle(dialect),
  models: dialect.models,
});

const providers: Readonly<Record<VendorName, Provider>> = {
  deepinfra: speaking(dialects.deepinfra),
  openrouter: speaking(dialects.openrouter),
  openai: speaking(dialects.openai),
  ollama: speaking(dialects.ollama),
  modelslab: { complete: modelslab, models: [] },
  demo: { complete: demo, models: [] },
};

const isKnown = (name: string): name is VendorName => (vendorNames as readonly string[]).includes(name);

/** Only what another model can cure; a wrong key fails with every model (PROV-016). */
const isModelFault = (error: unknown) =>
  error instanceof CompletionError && (error.code === 'not_found' || error.code === 'model');

/** Design §3: one request makes at most this many upstream calls. */
const mostCalls = 3;

/** Only the default model has stand-ins; who chose another one wants that one. */
function modelsToTry({ config }: Vendor, known: readonly string[], asked: string): readonly string[] {
  const [first = config.default_model, ...others] = known;
  const usual = config.default_model ?? first;
  if (asked !== usual) return [asked];
  return [asked, ...(config.fallback_models ?? others)].slice(0, mostCalls);
}

/**
 * Asks a vendor for a reply and hands it out as it comes: at least one delta, the last one with `finishReason`.
 * The provider layer's default model has two fallbacks, tried while nothing has come yet: at most 3 upstream calls.
 *
 * Nothing is sent before the first step of the iteration; leaving the loop early ends the upstream call.
 * Throws CompletionError with the texts of document B §8 (PROV-022..035, VENDOR-024).
 */
export async function* streamCompletion(
  vendor: Vendor,
  request: CompletionRequest,
  options: StreamOptions,
): AsyncGenerator<Delta, void, undefined> {
  if (!isKnown(vendor.name)) throw unsupportedVendor();
  const { complete, models: known } = providers[vendor.name];
  const models = modelsToTry(vendor, known, request.model);
  for (const [index, model] of models.entries()) {
    let hasBegun = false;
    try {
      for await (const delta of complete(vendor, { ...request, model }, options)) {
        hasBegun = true;
        yield delta;
      }
      return;
    } catch (error) {
      if (hasBegun || index === models.length - 1 || !isModelFault(error)) throw error;
    }
  }
}

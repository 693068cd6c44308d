import { CompletionError } from '../completion/error.ts';
import { redact } from '../domain/redactor.ts';
import { parseJson } from './body.ts';
import { invalidFormatError } from './failures.ts';
import type { OfferedModel } from './listed-model.ts';
import { knownFacts } from './model-facts.ts';
import { callForText } from './post.ts';
import type { CallOptions, ModelListing } from './provider.ts';
import { providerOf } from './providers.ts';
import { errorInBody, errorOfResponse, isRecord } from './upstream-error.ts';
import { fetchFor, type Vendor } from './vendor.ts';

/** More than the longest known list, which has a few thousand models. */
const maxModels = 5000;
/** In bytes; some lists describe each model at length. */
const maxListBytes = 16_777_216;

/** Skips invalid entries, so that one of them doesn't hide the other models. */
function readModels(value: unknown, { url, entriesOf, readModel }: ModelListing): readonly OfferedModel[] {
  const entries = entriesOf(value);
  if (!Array.isArray(entries)) throw invalidFormatError();
  const host = new URL(url).hostname;
  const models = new Map<string, OfferedModel>();
  for (const entry of entries.slice(0, maxModels)) {
    const model = readModel(entry);
    if (!model || models.has(model.id)) continue;
    const { id, displayName, ...facts } = model;
    // The vendor's facts are more recent than our table.
    models.set(id, { id, displayName, ...knownFacts(id, host), ...facts });
  }
  return [...models.values()];
}

/**
 * Returns a vendor's own list of models.
 *
 * Takes at most 30 s. Rejects with CompletionError with the texts of document B §8; for vendors without a list (the
 * third provider, the demo) with "No available models for this vendor" (VENDOR-026).
 */
export async function listModels(vendor: Vendor, options: CallOptions): Promise<readonly OfferedModel[]> {
  const prepare = providerOf(vendor).listModels;
  if (!prepare) throw new CompletionError('not_found', 'No available models for this vendor');
  const listing = prepare(vendor);
  const { url, secrets } = listing;
  const { 'Content-Type': _, ...headers } = listing.headers;
  const text = await callForText({
    url,
    headers,
    signal: options.signal,
    limit: maxListBytes,
    fetch: fetchFor(vendor, options.fetch),
    refusal: (status, body) => errorOfResponse(status, body, secrets),
  });
  // Names are stored and shown to all users, so they must not contain the key.
  const value = parseJson(redact(text, secrets));
  if (isRecord(value) && (value['error'] ?? null) !== null) throw errorInBody(value['error'], secrets);
  return readModels(value, listing);
}

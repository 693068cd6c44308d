import { CompletionError } from '../completion/error.ts';
import { redact } from '../domain/redactor.ts';
import { parseJson } from './body.ts';
import { invalidFormat } from './failures.ts';
import { readListedModel, type OfferedModel } from './listed-model.ts';
import { knownFacts } from './model-facts.ts';
import { callForText } from './post.ts';
import { prepareCall, siblingOf } from './prepare-call.ts';
import type { CallOptions } from './provider.ts';
import { providerOf } from './providers.ts';
import { errorInBody, errorOfResponse, isRecord } from './upstream-error.ts';
import { fetchFor, type Vendor } from './vendor.ts';

/** The longest known list has a few thousand. */
const mostModels = 5000;
/** Bytes; some lists describe each model at length. */
const longestList = 16_777_216;

/** `{data: […]}` in the protocol; some servers return only the list. */
function entriesOf(value: unknown): readonly unknown[] {
  const list = isRecord(value) ? value['data'] : value;
  if (!Array.isArray(list)) throw invalidFormat();
  return list.slice(0, mostModels);
}

/** Skips entries that cannot be read: one odd model must not hide the others. */
function readModels(value: unknown, host: string): readonly OfferedModel[] {
  const models = new Map<string, OfferedModel>();
  for (const entry of entriesOf(value)) {
    const model = readListedModel(entry);
    if (!model || models.has(model.id)) continue;
    const { id, displayName, ...facts } = model;
    // What the vendor says is newer than the table.
    models.set(id, { id, displayName, ...knownFacts(id, host), ...facts });
  }
  return [...models.values()];
}

/**
 * A vendor's own list of models: `GET …/models` next to the completions.
 *
 * Takes at most 30 s. Rejects with CompletionError with the texts of document B §8; for vendors without a list (the third
 * provider, the demo) with "No available models for this vendor" (VENDOR-026).
 */
export async function listModels(vendor: Vendor, options: CallOptions): Promise<readonly OfferedModel[]> {
  const { dialect } = providerOf(vendor);
  if (!dialect) throw new CompletionError('not_found', 'No available models for this vendor');
  const { endpoint, headers, secrets } = prepareCall(vendor, dialect);
  const { 'Content-Type': _, ...withoutBody } = headers;
  const text = await callForText({
    url: siblingOf(endpoint, 'models'),
    headers: withoutBody,
    signal: options.signal,
    limit: longestList,
    fetch: fetchFor(vendor, options.fetch),
    refusal: (status, body) => errorOfResponse(status, body, secrets),
  });
  // Names are stored and shown to all users, so they must not contain the key.
  const value = parseJson(redact(text, secrets));
  if (isRecord(value) && (value['error'] ?? null) !== null) throw errorInBody(value['error'], secrets);
  return readModels(value, new URL(endpoint).hostname);
}

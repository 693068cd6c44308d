import { z } from 'zod';
import { CompletionError } from '../completion/error.ts';
import { redact } from '../domain/redactor.ts';
import { parseJson } from './body.ts';
import { invalidFormat } from './failures.ts';
import { callForText } from './post.ts';
import { prepareCall, siblingOf } from './prepare-call.ts';
import type { CallOptions } from './provider.ts';
import { providerOf } from './providers.ts';
import { errorInBody, errorOfResponse, isRecord } from './upstream-error.ts';
import { fetchFor, type Vendor } from './vendor.ts';

/** A model in a vendor's own list. */
export interface OfferedModel {
  readonly id: string;
  readonly displayName: string;
  /** Tokens. */
  readonly contextLength?: number;
}

/** The longest known list has a few hundred. */
const mostModels = 2000;

/** Names are shown and stored, so they must be one short line. */
const nameSchema = z
  .string()
  // oxlint-disable-next-line no-control-regex -- it refuses control characters
  .regex(/^[^\u0000-\u001f\u007f]{1,200}$/)
  // The database refuses lone surrogates.
  .refine((name) => name.isWellFormed())
  .transform((name) => name.trim())
  .refine((name) => name !== '');

const lengthSchema = z.number().int().min(1).max(1_000_000_000).optional().catch(undefined);

/** Servers agree only on `id`; the other fields have different names. */
const modelSchema = z
  .object({
    id: nameSchema,
    name: nameSchema.optional().catch(undefined),
    context_length: lengthSchema,
    context_window: lengthSchema,
    max_model_len: lengthSchema,
    metadata: z.object({ context_length: lengthSchema }).optional().catch(undefined),
  })
  .transform(({ id, name, metadata, ...lengths }): OfferedModel => {
    const contextLength =
      lengths.context_length ?? metadata?.context_length ?? lengths.context_window ?? lengths.max_model_len;
    return { id, displayName: name ?? id, ...(contextLength !== undefined && { contextLength }) };
  });

/** `{data: […]}` in the protocol; some servers return only the list. */
function entriesOf(value: unknown): readonly unknown[] {
  const list = isRecord(value) ? value['data'] : value;
  if (!Array.isArray(list)) throw invalidFormat();
  return list.slice(0, mostModels);
}

/** Skips entries that cannot be read: one odd model must not hide the others. */
function readModels(value: unknown): readonly OfferedModel[] {
  const models = new Map<string, OfferedModel>();
  for (const entry of entriesOf(value)) {
    const { data: model } = modelSchema.safeParse(entry);
    if (model && !models.has(model.id)) models.set(model.id, model);
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
    fetch: fetchFor(vendor, options.fetch),
    refusal: (status, body) => errorOfResponse(status, body, secrets),
  });
  // Names are stored and shown to all users, so they must not contain the key.
  const value = parseJson(redact(text, secrets));
  if (isRecord(value) && (value['error'] ?? null) !== null) throw errorInBody(value['error'], secrets);
  return readModels(value);
}

import { z } from 'zod';
import { CompletionError, completionErrorCodes } from '../../../src/shared/completion/error.ts';
import { listModels } from '../../../src/shared/providers/list-models.ts';
import type { FunctionContext, Sender } from '../_shared/context.ts';
import { decryptVendor, encryptedVendorSchema, type EncryptedVendor } from '../_shared/encrypted-vendor.ts';
import { toCompletionError } from '../_shared/http.ts';
import { senderFields } from '../_shared/sender.ts';
import { readResult } from '../_shared/service.ts';
import { checkSchema, shareCheck } from '../_shared/shared-check.ts';

interface ListedModel {
  readonly id: string;
  readonly object: 'model';
  /** Seconds since 1970. */
  readonly created: number;
  readonly owned_by: string;
}

const rowSchema = z.object({ id: z.string(), created_at: z.string() });
/** The models of enabled vendors other than the active one. */
const otherModelsSchema = z.array(rowSchema.extend({ vendor: z.string() }));

const storedListSchema = z.object({
  vendor: z.object({ name: z.string() }).nullable(),
  models: z.array(rowSchema),
  others: otherModelsSchema,
});
/** The response if the vendor must list its models, because the database has none. */
const startedCheckSchema = z.object({
  vendor: encryptedVendorSchema,
  models: z.null(),
  created_at: z.string(),
  subject: z.string(),
  check: checkSchema,
  others: otherModelsSchema,
});
const listSchema = z.union([storedListSchema, startedCheckSchema]);

/** Failures are shared too. Otherwise every caller would request the list from a server that is down. */
const sharedSchema = z.union([
  z.object({ ids: z.array(z.string()) }),
  z.object({ error: z.object({ code: z.enum(completionErrorCodes), message: z.string() }) }),
]);
type SharedList = z.infer<typeof sharedSchema>;

/** Maximum bytes of names in the column of shared results, enough for tens of thousands of typical names. */
const sharedBytes = 2_000_000;

const encoder = new TextEncoder();

/** Keeps the first names that fit into the limit. */
function limitNames(names: string[]): string[] {
  let room = sharedBytes;
  // The size includes quotes, comma and space.
  const end = names.findIndex((name) => (room -= encoder.encode(JSON.stringify(name)).length + 2) < 0);
  return end === -1 ? names : names.slice(0, end);
}

const toListedModel = (id: string, createdAt: string, vendor: string): ListedModel => ({
  id,
  object: 'model',
  created: Math.floor(Date.parse(createdAt) / 1000),
  owned_by: vendor,
});

/**
 * Adds the models of the other vendors. If vendors share a model name, only the first vendor's model is listed, because
 * requests without a vendor get that one.
 */
function addOtherModels(
  own: readonly ListedModel[],
  more: z.infer<typeof otherModelsSchema>,
): readonly ListedModel[] {
  const models = new Map<string, ListedModel>();
  const foreign = more.map(({ id, created_at, vendor }) => toListedModel(id, created_at, vendor));
  for (const model of [...own, ...foreign]) if (!models.has(model.id)) models.set(model.id, model);
  return [...models.values()];
}

async function listFromVendor(
  context: FunctionContext,
  row: EncryptedVendor,
  signal: AbortSignal,
): Promise<SharedList> {
  try {
    const vendor = await decryptVendor(context, row);
    const models = await listModels(vendor, { signal, fetch: context.fetch });
    return { ids: limitNames(models.map(({ id }) => id)) };
  } catch (thrown) {
    const { code, message } = toCompletionError(thrown);
    if (code === 'aborted') throw thrown;
    return { error: { code, message } };
  }
}

/**
 * Lists the models that can be used now. For the active vendor these are its curated models, otherwise its models in
 * `api_vendor_models`, otherwise the list that the vendor itself returns (shared for 15 s). The models of the other
 * enabled vendors follow. Each name occurs once. Throws Refusal if the sender has no access, and CompletionError if the
 * vendor's own list can't be loaded.
 */
export async function listOfferedModels(
  context: FunctionContext,
  sender: Sender,
  signal: AbortSignal,
): Promise<readonly ListedModel[]> {
  const begin = async () =>
    // Runs as the service, because a developer API key provides no token for reading rows.
    readResult(await context.callAsService('begin_model_list', senderFields(sender)), listSchema);
  const list = await begin();
  if (list.models !== null) {
    const { vendor } = list;
    const own = vendor
      ? list.models.map(({ id, created_at }) => toListedModel(id, created_at, vendor.name))
      : [];
    return addOtherModels(own, list.others);
  }
  let first: typeof list | undefined = list;
  const { started, result } = await shareCheck(context, {
    begin: async () => {
      const check = first ?? startedCheckSchema.parse(await begin());
      first = undefined;
      return check;
    },
    run: ({ vendor }) => listFromVendor(context, vendor, signal),
    read: (shared) => sharedSchema.parse(shared),
    signal,
  });
  if ('error' in result) throw new CompletionError(result.error.code, result.error.message);
  const own = result.ids.map((id) => toListedModel(id, started.created_at, started.vendor.name));
  return addOtherModels(own, started.others);
}

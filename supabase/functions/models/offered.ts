import { z } from 'zod';
import { CompletionError, completionErrorCodes } from '../../../src/shared/completion/error.ts';
import { listModels } from '../../../src/shared/providers/list-models.ts';
import type { FunctionContext, Sender } from '../_shared/context.ts';
import { decryptVendor, encryptedVendorSchema, type EncryptedVendor } from '../_shared/encrypted-vendor.ts';
import { toCompletionError } from '../_shared/http.ts';
import { senderFields } from '../_shared/sender.ts';
import { readResult } from '../_shared/service.ts';
import { checkSchema, shareCheck } from '../_shared/shared-check.ts';

/** A model in OpenAI's format. */
interface ListedModel {
  readonly id: string;
  readonly object: 'model';
  /** Seconds since 1970. */
  readonly created: number;
  readonly owned_by: string;
}

const storedListSchema = z.object({
  vendor: z.object({ name: z.string() }).nullable(),
  models: z.array(z.object({ id: z.string(), created_at: z.string() })),
});
/** The database knows no models of the vendor, so the vendor itself must list them. */
const startedCheckSchema = z.object({
  vendor: encryptedVendorSchema,
  models: z.null(),
  created_at: z.string(),
  subject: z.string(),
  check: checkSchema,
});
const listSchema = z.union([storedListSchema, startedCheckSchema]);

/** Failures are shared too, so that not every caller calls a server that is down. */
const sharedSchema = z.union([
  z.object({ ids: z.array(z.string()) }),
  z.object({ error: z.object({ code: z.enum(completionErrorCodes), message: z.string() }) }),
]);
type SharedList = z.infer<typeof sharedSchema>;

/** So many of the longest names fit the column of shared answers. */
const mostShared = 2500;

const listed = (id: string, createdAt: string, vendor: string): ListedModel => ({
  id,
  object: 'model',
  created: Math.floor(Date.parse(createdAt) / 1000),
  owned_by: vendor,
});

async function listFromVendor(
  context: FunctionContext,
  row: EncryptedVendor,
  signal: AbortSignal,
): Promise<SharedList> {
  try {
    const vendor = await decryptVendor(context, row);
    const models = await listModels(vendor, { signal, fetch: context.fetch });
    return { ids: models.slice(0, mostShared).map(({ id }) => id) };
  } catch (thrown) {
    const { code, message } = toCompletionError(thrown);
    if (code === 'aborted') throw thrown;
    return { error: { code, message } };
  }
}

/**
 * The models that can be used now: the curated ones that the active vendor has, otherwise the vendor's rows, otherwise
 * the vendor's own list (shared for 15 s). Throws Refusal if the sender has no access, CompletionError if the vendor's
 * own list cannot be loaded.
 */
export async function offeredModels(
  context: FunctionContext,
  sender: Sender,
  signal: AbortSignal,
): Promise<readonly ListedModel[]> {
  const begin = async () =>
    // As the service: a developer API key has no token that could read rows.
    readResult(await context.callAsService('begin_model_list', senderFields(sender)), listSchema);
  const list = await begin();
  if (list.models !== null) {
    const { vendor } = list;
    return vendor ? list.models.map(({ id, created_at }) => listed(id, created_at, vendor.name)) : [];
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
  return result.ids.map((id) => listed(id, started.created_at, started.vendor.name));
}

import { z } from 'zod';
import { CompletionError, completionErrorCodes } from '../../../src/shared/completion/error.ts';
import { listModels } from '../../../src/shared/providers/list-models.ts';
import { readAnswer } from '../_shared/answer.ts';
import type { FunctionContext, Sender } from '../_shared/context.ts';
import { asCompletionError } from '../_shared/failures.ts';
import { openVendor, sealedVendorSchema } from '../_shared/sealed-vendor.ts';
import { senderFields } from '../_shared/sender.ts';
import { callAsService } from '../_shared/service.ts';
import { checkSchema, shareAnswer } from '../_shared/shared-answer.ts';

/** A model in OpenAI's shape. */
export interface ListedModel {
  readonly id: string;
  readonly object: 'model';
  /** Seconds since 1970. */
  readonly created: number;
  readonly owned_by: string;
}

const listedSchema = z.object({
  vendor: z.object({ name: z.string() }).nullable(),
  models: z.array(z.object({ id: z.string(), created_at: z.string() })),
});
const unlistedSchema = z.object({
  vendor: sealedVendorSchema,
  models: z.null(),
  created_at: z.string(),
  subject: z.string(),
  check: checkSchema,
});
const begunSchema = z.union([listedSchema, unlistedSchema]);
type Unlisted = z.infer<typeof unlistedSchema>;

/** What is shared: a failure too, so that a server that is down is not asked by everyone in turn. */
const answerSchema = z.union([
  z.object({ ids: z.array(z.string()) }),
  z.object({ error: z.object({ code: z.enum(completionErrorCodes), message: z.string() }) }),
]);
type Answer = z.infer<typeof answerSchema>;

const listed = (id: string, createdAt: string, vendor: string): ListedModel => ({
  id,
  object: 'model',
  created: Math.floor(Date.parse(createdAt) / 1000),
  owned_by: vendor,
});

async function askVendor(
  context: FunctionContext,
  row: Unlisted['vendor'],
  signal: AbortSignal,
): Promise<Answer> {
  try {
    const vendor = await openVendor(context, row);
    const models = await listModels(vendor, { signal, fetch: context.fetch });
    return { ids: models.map(({ id }) => id) };
  } catch (thrown) {
    const { code, message } = asCompletionError(thrown);
    if (code === 'aborted') throw thrown;
    return { error: { code, message } };
  }
}

/**
 * The models that can be asked for now: the curated ones that the active vendor has, otherwise the vendor's rows,
 * otherwise what the vendor itself lists (15 s, shared). Throws Refusal for a sender who may not ask, CompletionError
 * where the vendor's own list cannot be had.
 */
export async function offeredModels(
  context: FunctionContext,
  sender: Sender,
  signal: AbortSignal,
): Promise<readonly ListedModel[]> {
  const begin = async () =>
    // As the service: a key of the developer API brings no token to read rows with.
    readAnswer(await callAsService(context, 'begin_model_list', senderFields(sender)), begunSchema);
  const first = await begin();
  if (first.models !== null) {
    const { vendor } = first;
    return vendor ? first.models.map(({ id, created_at }) => listed(id, created_at, vendor.name)) : [];
  }
  let opened: Unlisted | undefined = first;
  const { begun, answer } = await shareAnswer(context, {
    begin: async () => {
      const begun = opened ?? unlistedSchema.parse(await begin());
      opened = undefined;
      return begun;
    },
    ask: ({ vendor }) => askVendor(context, vendor, signal),
    read: (result) => answerSchema.parse(result),
    signal,
  });
  if ('error' in answer) throw new CompletionError(answer.error.code, answer.error.message);
  return answer.ids.map((id) => listed(id, begun.created_at, begun.vendor.name));
}

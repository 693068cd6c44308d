import { z } from 'zod';
import type { CompletionUsage } from '../../../src/shared/completion/completion.ts';
import { completionErrorCodes, CompletionError } from '../../../src/shared/completion/error.ts';
import type { Vendor } from '../../../src/shared/providers/vendor.ts';
import type { FunctionContext, Sender } from './context.ts';
import { keepLast } from './keep-last.ts';
import { requireOrigin, type OwnKey } from './own-key.ts';
import { sealedVendorSchema, vendorWithKey, type SealedVendor } from './sealed-vendor.ts';
import { senderFields } from './sender.ts';
import { callAsService, ServiceError } from './service.ts';
import { openVendorKey } from './vendor-key.ts';
import { networkOf } from './visitor-network.ts';

/** What administrators typed of a model; what is unreadable counts as not said. */
const modelConfigSchema = z.object({ supports_vision: z.boolean().optional().catch(undefined) }).catch({});
const modelSchema = z.object({
  id: z.string().nullable(),
  config: modelConfigSchema.optional(),
  is_known: z.boolean().optional(),
});
type GrantedModel = z.infer<typeof modelSchema>;

const grantSchema = z.discriminatedUnion('ok', [
  z.object({ ok: z.literal(false), code: z.enum(completionErrorCodes), message: z.string() }),
  z.object({
    ok: z.literal(true),
    user_id: z.string(),
    vendor: sealedVendorSchema,
    model: modelSchema,
    stand_in: z.object({ vendor: sealedVendorSchema, model: modelSchema }).nullish(),
    reservation: z.object({ message_id: z.string() }),
  }),
]);

/** What a function asks a grant for. */
export interface GrantRequest {
  /** Id of the message answered: its place in the day's count is bought once. Null makes one. */
  readonly messageId: string | null;
  /** The model wanted; null leaves the choice to the vendor's default. */
  readonly model: string | null;
  /** The user's own key; without one the active vendor is called with the service's. */
  readonly ownKey?: OwnKey | null;
}

/** Who can answer: a vendor with its key opened, and the model to ask for. */
export interface Answerer {
  readonly vendorId: string;
  readonly vendor: Vendor;
  readonly model: string;
  /** Whether the model can make images, where its row tells (PROV-018). */
  readonly supportsImages?: boolean | undefined;
}

/** What the database grants for one request: who answers, with which key, and the place in the day's count. */
export interface Grant extends Answerer {
  readonly userId: string;
  readonly messageId: string;
  /** Who answers when the vendor is unavailable; null where nobody does. The key is opened only when it is needed. */
  readonly openStandIn: (() => Promise<Answerer>) | null;
}

const encoder = new TextEncoder();

const importAddressKey = keepLast((secret) =>
  crypto.subtle.importKey('raw', encoder.encode(secret), { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']),
);

/** Guests are counted by address too; the address itself is kept nowhere, and without the key its hash tells nothing. */
async function hashAddress(context: FunctionContext): Promise<string | null> {
  if (context.clientAddress === null) return null;
  const key = await importAddressKey(context.secretKey);
  const digest = new Uint8Array(
    await crypto.subtle.sign('HMAC', key, encoder.encode(networkOf(context.clientAddress))),
  );
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

const answererOf = (
  row: SealedVendor,
  apiKey: string | null,
  { id, config }: GrantedModel,
  asked: string,
): Answerer => ({
  vendorId: row.id,
  model: id ?? asked,
  supportsImages: config?.supports_vision,
  vendor: vendorWithKey(row, apiKey),
});

/**
 * Asks the database whether this request may be answered, and by whom: session or API key, ban, restriction, plan,
 * model, quota and vendor in one round trip. Throws CompletionError with the refusal's code and text. A grant must be
 * followed by `settle`.
 */
export async function beginCompletion(
  context: FunctionContext,
  sender: Sender,
  request: GrantRequest,
): Promise<Grant> {
  const { ownKey = null } = request;
  let answer: unknown;
  try {
    // As the service: it hands out the vendor's sealed key, which no caller may read.
    answer = await callAsService(context, 'begin_completion', {
      ...senderFields(sender),
      message_id: request.messageId,
      // The active vendor. Another one is only ever called with a user's own key.
      vendor_name: ownKey?.vendor ?? null,
      is_own_key: ownKey !== null,
      model_id: request.model,
      client_address_hash: await hashAddress(context),
    });
  } catch (error) {
    if (error instanceof ServiceError && error.code === '42501') {
      throw new CompletionError('forbidden', 'This message belongs to someone else.');
    }
    throw error;
  }
  const granted = grantSchema.parse(answer);
  if (!granted.ok) throw new CompletionError(granted.code, granted.message);
  const { vendor, model, stand_in: standIn, reservation, user_id: userId } = granted;
  const asked = request.model ?? '';
  // Asked with the default parameters (MODEL-027). An id may be anything that a caller wrote: it is not logged.
  if (model.is_known === false) context.log('model-unknown', { vendor: vendor.name });
  const apiKey = ownKey === null ? await openVendorKey(context, vendor) : ownKey.key;
  const grant: Grant = {
    ...answererOf(vendor, apiKey, model, asked),
    userId,
    messageId: reservation.message_id,
    openStandIn: standIn
      ? async () =>
          answererOf(standIn.vendor, await openVendorKey(context, standIn.vendor), standIn.model, asked)
      : null,
  };
  try {
    if (ownKey !== null) requireOrigin(vendor, ownKey);
  } catch (error) {
    const usage = { promptTokens: 0, completionTokens: 0 };
    await settle(context, grant, { outcome: 'failed', vendorId: grant.vendorId, model: grant.model, usage });
    throw error;
  }
  return grant;
}

/** What became of a granted request. */
export interface Outcome {
  /** `failed` gives the message back; anything delivered, and a stop, is `answered`. */
  readonly outcome: 'answered' | 'failed';
  /** Who answered: the vendor granted, or its stand-in. */
  readonly vendorId: string;
  readonly model: string;
  readonly usage: CompletionUsage;
  /** Whether the vendor told no usage, so that it is an estimate. */
  readonly isEstimated?: boolean;
}

/** Tells the database the outcome of a grant. Never rejects: the reply has been given, so a failure is only logged. */
export async function settle(
  context: FunctionContext,
  grant: Pick<Grant, 'userId' | 'messageId'>,
  { outcome, vendorId, model, usage, isEstimated = false }: Outcome,
): Promise<void> {
  try {
    // As the service: what was delivered is the gateway's word, not the caller's.
    await callAsService(context, 'finish_completion', {
      user_id: grant.userId,
      message_id: grant.messageId,
      outcome,
      vendor_id: vendorId,
      model_id: model,
      prompt_tokens: usage.promptTokens,
      completion_tokens: usage.completionTokens,
      is_estimated: isEstimated,
    });
  } catch (error) {
    context.log('completion-unsettled', { error: error instanceof Error ? error.name : 'unknown' });
  }
}

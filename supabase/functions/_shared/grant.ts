import { z } from 'zod';
import type { CompletionUsage, ModelLimits, ReplyTarget } from '../../../src/shared/completion/completion.ts';
import { completionErrorCodes, CompletionError } from '../../../src/shared/completion/error.ts';
import { encodeHex } from '../../../src/shared/domain/encoding.ts';
import type { Vendor } from '../../../src/shared/providers/vendor.ts';
import {
  createReplyEncrypter,
  type ReplyEncrypter,
  replyEncryptionSchema,
} from '../../../src/shared/vault/reply-encryption.ts';
import type { FunctionContext, Sender } from './context.ts';
import {
  decryptVendor,
  encryptedVendorSchema,
  vendorWithKey,
  type EncryptedVendor,
} from './encrypted-vendor.ts';
import { memoizeLast } from './memoize-last.ts';
import { requireKeyOrigin, type OwnKey } from './own-key.ts';
import type { Reasoning, ReplyOrigin } from './running-reply.ts';
import { senderFields } from './sender.ts';
import { SqlError } from './service.ts';
import type { TokenLimits } from './token-limits.ts';
import { networkOf } from './visitor-network.ts';

/** An administrator's configuration of a model. Fields that can't be parsed count as missing. */
const modelConfigSchema = z
  .object({
    supports_vision: z.boolean().optional().catch(undefined),
    max_output: z.number().int().min(1).optional().catch(undefined),
    context_length: z.number().int().min(1).optional().catch(undefined),
    reasoning_model: z.boolean().optional().catch(undefined),
  })
  .catch({});
const modelSchema = z.object({
  id: z.string().nullable(),
  config: modelConfigSchema.optional(),
  is_known: z.boolean().optional(),
});

const grantSchema = z.discriminatedUnion('ok', [
  z.object({ ok: z.literal(false), code: z.enum(completionErrorCodes), message: z.string() }),
  z.object({
    ok: z.literal(true),
    user_id: z.string(),
    seed: z.string().nullish(),
    encryption: replyEncryptionSchema.nullish(),
    vendor: encryptedVendorSchema,
    model: modelSchema,
    failover: z.object({ vendor: encryptedVendorSchema, model: modelSchema }).nullish(),
    reservation: z.object({ message_id: z.string() }),
  }),
]);

interface GrantRequest {
  /** Id of the message to answer, which counts once toward the quota. If null, an id is created. */
  readonly messageId: string | null;
  /** Null for the vendor's default model. */
  readonly model: string | null;
  /** The vendor to call, if the service offers it. By default the active one. */
  readonly vendorName?: string | null;
  /** The user's own key and its vendor. Without it, the service's key is used. */
  readonly ownKey?: OwnKey | null;
  /** Where to store the reply. By default it is not stored. */
  readonly target?: ReplyTarget | null;
  /** The text of the cut-off reply to continue, if the service can't read it. */
  readonly continuedText?: string | undefined;
  /** Maximum tokens that the request can use, which budgets reserve. */
  readonly tokenLimits: TokenLimits;
}

/** The vendor and model to call, with a decrypted key. */
export interface CompletionTarget {
  readonly vendorId: string;
  readonly vendor: Vendor;
  readonly model: string;
  /** Whether the model can create images, if known (PROV-018). */
  readonly supportsImages?: boolean | undefined;
  /** The model's limits. Vendors refuse requests for longer replies. */
  readonly facts: ModelLimits;
}

/** What the database grants for one request: the vendor, its key, and the reservation. */
export interface Grant extends CompletionTarget {
  readonly userId: string;
  readonly messageId: string;
  /** The text of the cut-off reply that this reply continues. */
  readonly seed?: string | undefined;
  /** Encrypts the stored reply of an account with encrypted history. Null if it is stored plain. */
  readonly encrypter: ReplyEncrypter | null;
  /**
   * Loads the vendor to call if this one is unavailable. Null if there is none. The key is decrypted only when needed.
   */
  readonly loadFailover: (() => Promise<CompletionTarget>) | null;
}

const encoder = new TextEncoder();

const importAddressKey = memoizeLast((secret) =>
  crypto.subtle.importKey('raw', encoder.encode(secret), { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']),
);

/** Hashes the IP address, because guests are also counted by network. Without the key, the hash reveals nothing. */
async function hashAddress({ clientAddress, secretKey }: FunctionContext): Promise<string | null> {
  if (clientAddress === null) return null;
  const key = await importAddressKey(secretKey);
  return encodeHex(await crypto.subtle.sign('HMAC', key, encoder.encode(networkOf(clientAddress))));
}

const targetOf = (
  row: EncryptedVendor,
  vendor: Vendor,
  { id, config }: z.infer<typeof modelSchema>,
  requestedModel: string,
): CompletionTarget => ({
  vendorId: row.id,
  model: id ?? requestedModel,
  supportsImages: config?.supports_vision,
  facts: {
    ...(config?.max_output !== undefined && { maxOutput: config.max_output }),
    ...(config?.context_length !== undefined && { contextLength: config.context_length }),
    ...(config?.reasoning_model && { isReasoning: true }),
  },
  vendor,
});

/**
 * Requests permission from the database to answer this request, and the vendor to call. One round trip checks session
 * or API key, ban, restriction, plan, model, quota and vendor. Throws CompletionError with the code and text of a
 * refusal. Every grant must be settled.
 */
export async function beginCompletion(
  context: FunctionContext,
  sender: Sender,
  request: GrantRequest,
): Promise<Grant> {
  const { ownKey = null, target = null, vendorName = null } = request;
  let result: unknown;
  try {
    // Runs as the service, because it returns the vendor's encrypted key, which no caller may read.
    result = await context.callAsService('begin_completion', {
      ...senderFields(sender),
      message_id: request.messageId,
      vendor_name: ownKey?.vendor ?? vendorName,
      is_own_key: ownKey !== null,
      model_id: request.model,
      prompt_tokens: request.tokenLimits.prompt,
      reply_tokens: request.tokenLimits.reply,
      client_address_hash: await hashAddress(context),
      ...(target && {
        reply_id: target.replyId,
        question_id: target.questionId,
        continues: target.continues,
        instructions: target.instructions,
      }),
    });
  } catch (error) {
    if (error instanceof SqlError && error.code === '42501')
      throw new CompletionError('forbidden', 'This message belongs to someone else.');
    throw error;
  }
  const granted = grantSchema.parse(result);
  if (!granted.ok) throw new CompletionError(granted.code, granted.message);
  const { vendor: row, model, failover, reservation, user_id: userId } = granted;
  const requestedModel = request.model ?? '';
  // An unknown model is called with default parameters (MODEL-027). Its id is not logged, because it may be any text
  // that the caller sent.
  if (model.is_known === false) context.log('model-unknown', { vendor: row.name });
  const vendor = ownKey === null ? await decryptVendor(context, row) : vendorWithKey(row, ownKey.key);
  const grant: Grant = {
    ...targetOf(row, vendor, model, requestedModel),
    userId,
    messageId: reservation.message_id,
    seed: granted.seed ?? (target?.continues === undefined ? undefined : request.continuedText),
    encrypter: null,
    loadFailover: failover
      ? async () =>
          targetOf(
            failover.vendor,
            await decryptVendor(context, failover.vendor),
            failover.model,
            requestedModel,
          )
      : null,
  };
  try {
    if (ownKey !== null) requireKeyOrigin(row, ownKey);
    const { encryption } = granted;
    return encryption && target
      ? { ...grant, encrypter: await createReplyEncrypter(encryption, target) }
      : grant;
  } catch (error) {
    const usage = { promptTokens: 0, completionTokens: 0 };
    const outcome = { outcome: 'failed', vendorId: grant.vendorId, model: grant.model, usage } as const;
    await reportOutcome(context, grant, outcome, target?.replyId);
    throw error;
  }
}

export interface CompletionOutcome {
  /**
   * `failed` refunds the message. If anything was delivered, or the user stopped the reply, the outcome is `answered`.
   */
  readonly outcome: 'answered' | 'failed';
  /** The vendor that answered: the granted one or the failover vendor. */
  readonly vendorId: string;
  readonly model: string;
  /** The requested model. The vendor may report a specific version of it. */
  readonly requestedModel?: string;
  readonly usage: CompletionUsage;
  /** Whether the usage is an estimate, because the vendor reported none. */
  readonly isEstimated?: boolean;
  /** The vendor that was unavailable before the failover vendor answered. */
  readonly failed?: Pick<CompletionTarget, 'vendorId' | 'model'> | null;
}

interface EndedReply {
  readonly id: string;
  /** The complete text; null if there is nothing to store. */
  readonly text: string | null;
  readonly reasoning: Reasoning | null;
  readonly status: 'complete' | 'length' | 'stopped' | 'interrupted';
  readonly origin: ReplyOrigin;
  /** Time from the request to the end of the reply. */
  readonly milliseconds?: number;
}

/**
 * Reports the outcome of a grant to the database and stores its reply in the same transaction. Resolves to the stored
 * row, or null. Can be repeated: a reply is stored and counted once. Rejects with SqlError.
 */
export const finishCompletion = (
  context: FunctionContext,
  grant: Pick<Grant, 'userId' | 'messageId'>,
  { outcome, vendorId, model, requestedModel, usage, isEstimated = false, failed }: CompletionOutcome,
  reply?: EndedReply,
): Promise<unknown> =>
  // Runs as the service, because the gateway reports what was delivered, not the caller.
  context.callAsService('finish_completion', {
    user_id: grant.userId,
    message_id: grant.messageId,
    outcome,
    vendor_id: vendorId,
    model_id: model,
    requested_model: requestedModel ?? null,
    prompt_tokens: usage.promptTokens,
    completion_tokens: usage.completionTokens,
    reasoning_tokens: usage.reasoningTokens ?? null,
    cached_tokens: usage.cachedTokens ?? null,
    is_estimated: isEstimated,
    ...(failed && { failed_vendor_id: failed.vendorId, failed_model_id: failed.model }),
    ...(reply && {
      reply_id: reply.id,
      reply_text: reply.text,
      reply_reasoning: reply.reasoning?.text ?? null,
      reasoning_ms: reply.reasoning?.milliseconds ?? null,
      reply_status: reply.status,
      vendor_name: reply.origin.vendor,
      unavailable_vendor: reply.origin.unavailableVendor ?? null,
      unavailable_reason: reply.origin.unavailableReason ?? null,
      reply_ms: reply.milliseconds ?? null,
    }),
  });

/**
 * Reports the outcome of a grant whose reply is not stored. With `replyId`, reports that a reply to be stored failed
 * before it began. Never rejects, because the caller already has the result; a failure is only logged.
 */
export async function reportOutcome(
  context: FunctionContext,
  grant: Pick<Grant, 'userId' | 'messageId'>,
  outcome: CompletionOutcome,
  replyId?: string,
): Promise<void> {
  const { model } = outcome;
  const unbegun =
    replyId === undefined
      ? undefined
      : ({
          id: replyId,
          text: null,
          reasoning: null,
          status: 'interrupted',
          origin: { model, vendor: null },
        } as const);
  try {
    await finishCompletion(context, grant, outcome, unbegun);
  } catch (error) {
    context.log('completion-not-settled', { error: error instanceof Error ? error.name : 'unknown' });
  }
}

import { z } from 'zod';
import type { CompletionUsage } from '../../../src/shared/completion/completion.ts';
import { completionErrorCodes, CompletionError } from '../../../src/shared/completion/error.ts';
import { parseVendorConfig, type Vendor } from '../../../src/shared/providers/vendor.ts';
import type { Caller, FunctionContext } from './context.ts';
import { open, readKeyRing } from './envelope.ts';
import { callAsService, ServiceError } from './service.ts';

const grantSchema = z.discriminatedUnion('ok', [
  z.object({ ok: z.literal(false), code: z.enum(completionErrorCodes), message: z.string() }),
  z.object({
    ok: z.literal(true),
    vendor: z.object({
      id: z.string(),
      name: z.string(),
      display_name: z.string(),
      endpoint_url: z.string().nullable(),
      api_key_encrypted: z.string().nullable(),
      config: z.unknown(),
    }),
    model: z.object({ id: z.string().nullable() }),
    reservation: z.object({ message_id: z.string() }),
  }),
]);

/** What a function asks a grant for. */
export interface GrantRequest {
  /** Id of the message answered: its place in the day's count is bought once. Null makes one. */
  readonly messageId: string | null;
  /** The model wanted; null leaves the choice to the vendor's default. */
  readonly model: string | null;
}

/** What the database grants for one request: who answers, with which key, and the place in the day's count. */
export interface Grant {
  readonly messageId: string;
  readonly vendorId: string;
  readonly vendor: Vendor;
  readonly model: string;
}

type GrantedVendor = Extract<z.infer<typeof grantSchema>, { ok: true }>['vendor'];

/** Guests are counted by address too; the address itself is kept nowhere, and without the key its hash tells nothing. */
async function hashAddress(context: FunctionContext): Promise<string | null> {
  if (context.clientAddress === null) return null;
  const encoder = new TextEncoder();
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', encoder.encode(context.secretKey), algorithm, false, [
    'sign',
  ]);
  const digest = new Uint8Array(await crypto.subtle.sign('HMAC', key, encoder.encode(context.clientAddress)));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

async function openKey(context: FunctionContext, vendor: GrantedVendor): Promise<string | null> {
  if (vendor.api_key_encrypted === null || vendor.endpoint_url === null) return null;
  try {
    const ring = await readKeyRing(context.env('CLOVER_ENCRYPTION_KEYS') ?? '');
    const binding = { vendorId: vendor.id, origin: new URL(vendor.endpoint_url).origin };
    return await open(ring, vendor.api_key_encrypted, binding);
  } catch {
    // The provider client then says that the key is not set, and the log says why.
    context.log('vendor-key-unusable', { vendor: vendor.name });
    return null;
  }
}

/**
 * Asks the database whether this request may be answered, and by whom: ban, restriction, plan, model, quota and vendor
 * in one round trip. Throws CompletionError with the refusal's code and text. A grant must be followed by `settle`.
 */
export async function beginCompletion(
  context: FunctionContext,
  caller: Caller,
  request: GrantRequest,
): Promise<Grant> {
  let answer: unknown;
  try {
    // As the service: it hands out the vendor's sealed key, which no caller may read.
    answer = await callAsService(context, 'begin_completion', {
      user_id: caller.userId,
      message_id: request.messageId,
      // The active vendor. Another one is only ever called with a user's own key.
      vendor_name: null,
      model_id: request.model,
      client_address_hash: await hashAddress(context),
    });
  } catch (error) {
    if (error instanceof ServiceError && error.code === '42501') {
      throw new CompletionError('forbidden', 'This message belongs to someone else.');
    }
    throw error;
  }
  const grant = grantSchema.parse(answer);
  if (!grant.ok) throw new CompletionError(grant.code, grant.message);
  const { vendor, model, reservation } = grant;
  return {
    messageId: reservation.message_id,
    vendorId: vendor.id,
    model: model.id ?? request.model ?? '',
    vendor: {
      name: vendor.name,
      displayName: vendor.display_name,
      endpointUrl: vendor.endpoint_url ?? '',
      apiKey: await openKey(context, vendor),
      config: parseVendorConfig(vendor.config),
    },
  };
}

/** What became of a granted request. */
export interface Outcome {
  /** `failed` gives the message back; anything delivered, and a stop, is `answered`. */
  readonly outcome: 'answered' | 'failed';
  readonly model: string;
  readonly usage: CompletionUsage;
}

/** Tells the database the outcome of a grant. Never rejects: the reply has been given, so a failure is only logged. */
export async function settle(
  context: FunctionContext,
  caller: Caller,
  grant: Grant,
  { outcome, model, usage }: Outcome,
): Promise<void> {
  try {
    // As the service: what was delivered is the gateway's word, not the caller's.
    await callAsService(context, 'finish_completion', {
      user_id: caller.userId,
      message_id: grant.messageId,
      outcome,
      vendor_id: grant.vendorId,
      model_id: model,
      prompt_tokens: usage.promptTokens,
      completion_tokens: usage.completionTokens,
    });
  } catch (error) {
    context.log('completion-unsettled', { error: error instanceof Error ? error.name : 'unknown' });
  }
}

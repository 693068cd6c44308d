import { z } from 'zod';
import {
  createApiKeyRequestSchema,
  revokeApiKeyRequestSchema,
  type CreatedApiKey,
} from '../../../src/shared/account/api-keys.ts';
import { createApiKey, hashApiKey } from '../_shared/api-key.ts';
import { readJson } from '../_shared/body.ts';
import type { Caller, FunctionContext } from '../_shared/context.ts';
import { json, Refusal } from '../_shared/http.ts';
import { callAsCaller, callAsService } from '../_shared/service.ts';

/** Bytes. A name and nothing else. */
const largestBody = 4096;

const storedSchema = z.discriminatedUnion('ok', [
  z.object({
    ok: z.literal(true),
    id: z.string(),
    name: z.string(),
    prefix: z.string(),
    created_at: z.string(),
  }),
  z.object({ ok: z.literal(false), code: z.enum(['forbidden', 'too_many']), message: z.string() }),
]);

const statuses = { forbidden: 403, too_many: 409 } as const;

/** `POST account/api-keys/create {name}`: a new key for the caller, shown in this answer and never again. */
export async function create(request: Request, context: FunctionContext, caller: Caller): Promise<Response> {
  const { name } = await readJson(request, createApiKeyRequestSchema, largestBody);
  const { key, prefix } = createApiKey();
  // As the service: whoever may choose the hash may choose a key that others guess.
  const answer = await callAsService(context, 'create_api_key', {
    user_id: caller.userId,
    name,
    prefix,
    key_hash: await hashApiKey(key),
  });
  const stored = storedSchema.parse(answer);
  if (!stored.ok) throw new Refusal(statuses[stored.code], stored.code, stored.message);
  const { id, created_at } = stored;
  return json({ id, name: stored.name, prefix: stored.prefix, key, created_at } satisfies CreatedApiKey);
}

/** `POST account/api-keys/revoke {id}`: ends a key of the caller. Repeating it is no mistake. */
export async function revoke(request: Request, context: FunctionContext, caller: Caller): Promise<Response> {
  const { id } = await readJson(request, revokeApiKeyRequestSchema, largestBody);
  const isRevoked = await callAsCaller(context, caller, 'revoke_api_key', { key_id: id });
  if (isRevoked !== true) throw new Refusal(404, 'not_found', 'You have no such API key.');
  return json({ id });
}

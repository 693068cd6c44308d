import { z } from 'zod';
import {
  createApiKeyRequestSchema,
  revokeApiKeyRequestSchema,
  type CreatedApiKey,
} from '../../../src/shared/account/api-keys.ts';
import { createApiKey, hashApiKey } from '../_shared/api-key.ts';
import { readJson } from '../_shared/body.ts';
import { Refusal, type CallerAction } from '../_shared/http.ts';
import { callAsCaller, readResult } from '../_shared/service.ts';

const maximumBodyBytes = 4096;

const storedSchema = z.object({
  id: z.string(),
  name: z.string(),
  prefix: z.string(),
  created_at: z.string(),
});

/** `POST account/api-keys/create {name}`: creates a key for the caller. Only this response contains it. */
export const createKey: CallerAction = async (request, context, caller) => {
  const { name } = await readJson(request, createApiKeyRequestSchema, maximumBodyBytes);
  const { key, prefix } = createApiKey();
  // Runs as the service, because callers who set the hash themselves could choose a key that is easy to guess.
  const result = await context.callAsService('create_api_key', {
    user_id: caller.userId,
    name,
    prefix,
    key_hash: await hashApiKey(key),
  });
  return { ...readResult(result, storedSchema), key } satisfies CreatedApiKey;
};

/** `POST account/api-keys/revoke {id}`: revokes one of the caller's keys. Can be repeated. */
export const revokeKey: CallerAction = async (request, context, caller) => {
  const { id } = await readJson(request, revokeApiKeyRequestSchema, maximumBodyBytes);
  const isRevoked = await callAsCaller(context, caller, 'revoke_api_key', { key_id: id });
  if (isRevoked !== true) throw new Refusal(404, 'not_found', 'This API key does not exist.');
  return { id };
};

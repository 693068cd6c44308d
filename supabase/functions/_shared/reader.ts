import { z } from 'zod';
import { completionErrorCodes, CompletionError } from '../../../src/shared/completion/error.ts';
import { hashApiKey, isApiKey } from './api-key.ts';
import type { FunctionContext } from './context.ts';
import { refusalOf } from './failures.ts';
import { unauthenticated } from './http.ts';
import { bearerOf } from './sender.ts';
import { callAsService, readAsCaller, readAsService } from './service.ts';

/** Reads rows of a path of the REST interface. */
export type RowReader = (query: string) => Promise<unknown>;

const identitySchema = z.discriminatedUnion('ok', [
  z.object({ ok: z.literal(true), user_id: z.string() }),
  z.object({ ok: z.literal(false), code: z.enum(completionErrorCodes), message: z.string() }),
]);

/**
 * A reader for whoever sends this request: a session reads as its user, a key of the developer API as the service.
 * Only for rows that are the same for every user. Throws Refusal 401 or 403.
 */
export async function readerFor(request: Request, context: FunctionContext): Promise<RowReader> {
  const bearer = bearerOf(request);
  if (bearer !== null && isApiKey(bearer)) {
    // As the service: whose key it is, no caller may ask; and a key has no token by which row-level security knows it.
    const answer = await callAsService(context, 'identify_sender', {
      api_key_hash: await hashApiKey(bearer),
    });
    const identity = identitySchema.parse(answer);
    if (!identity.ok) throw refusalOf(new CompletionError(identity.code, identity.message));
    return (query) => readAsService(context, query);
  }
  const caller = await context.verifyBearer(request);
  if (!caller) throw unauthenticated();
  return (query) => readAsCaller(context, caller, query);
}

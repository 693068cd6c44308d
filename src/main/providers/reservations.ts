import { z } from 'zod';
import { CompletionError } from '../../shared/completion/error.ts';
import type { Connection } from '../service/service.ts';

/** How the service words a refusal: its hint says which one, its message is a sentence for the user. */
const refusalSchema = z.object({
  message: z.string(),
  hint: z.enum(['quota', 'limit', 'banned', 'restricted']),
});

export interface MessageOfUser {
  readonly messageId: string;
  readonly accessToken: string;
}

function call(
  connection: Connection,
  name: 'reserve_message' | 'release_reservation',
  { messageId, accessToken }: MessageOfUser,
  fetch: typeof globalThis.fetch,
  signal: AbortSignal,
): Promise<Response> {
  return fetch(`${connection.url}/rest/v1/rpc/${name}`, {
    method: 'POST',
    headers: {
      apikey: connection.publishableKey,
      authorization: `Bearer ${accessToken}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ message_id: messageId }),
    signal,
  });
}

/**
 * Counts a message that the gateway will not see, as the gateway does with each of its requests. Idempotent, so a
 * message that its insert has counted is not counted again. The service's word is asked for every call: a user who
 * was banned a second ago does not get another reply with their own key.
 *
 * @throws CompletionError `quota`, `forbidden` or `unauthenticated` with the service's sentence, `network` where the
 * service does not answer
 */
export async function reserveMessage(
  connection: Connection,
  message: MessageOfUser,
  fetch: typeof globalThis.fetch,
  signal: AbortSignal,
): Promise<void> {
  const response = await call(connection, 'reserve_message', message, fetch, signal).catch(() => {
    signal.throwIfAborted();
    throw new CompletionError('network', 'The service cannot be reached.');
  });
  if (response.ok) return;
  if (response.status === 401)
    throw new CompletionError('unauthenticated', 'Please sign in to use the chat', 401);
  const refusal = refusalSchema.safeParse(await response.json().catch(() => null));
  if (!refusal.success) throw new CompletionError('network', 'The service could not count the message.');
  const { hint, message: sentence } = refusal.data;
  throw new CompletionError(
    hint === 'quota' || hint === 'limit' ? 'quota' : 'forbidden',
    sentence,
    response.status,
  );
}

/** How long a release may take (ms): nobody waits longer for the reason of a failure. */
const releaseLimit = 5_000;

/**
 * Gives a message back that delivered nothing. Never rejects: the failure that led here is what the user must hear,
 * and a message too many is the smaller harm.
 */
export async function releaseMessage(
  connection: Connection,
  message: MessageOfUser,
  fetch: typeof globalThis.fetch,
): Promise<void> {
  await call(connection, 'release_reservation', message, fetch, AbortSignal.timeout(releaseLimit)).catch(
    () => undefined,
  );
}

import { z } from 'zod';
import { CompletionError } from '../../shared/completion/error.ts';
import type { Connection } from '../service/service.ts';

/** The service's refusal: the hint is its kind, the message is for the user. */
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
 * Counts a message that the gateway will not see. Idempotent: a message that its insert has counted is not counted
 * again. Called for every request, so that a user who was just banned gets no further reply with their own key.
 *
 * @throws CompletionError `quota`, `forbidden` or `unauthenticated` with the service's message, `network` if the service
 * does not respond
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
  const { hint, message: text } = refusal.data;
  throw new CompletionError(
    hint === 'quota' || hint === 'limit' ? 'quota' : 'forbidden',
    text,
    response.status,
  );
}

/** The user waits for this before seeing the error. */
const releaseTimeoutMs = 5_000;

/** Refunds a message without a reply. Never rejects: the user must see the original error, not this one. */
export async function releaseMessage(
  connection: Connection,
  message: MessageOfUser,
  fetch: typeof globalThis.fetch,
): Promise<void> {
  await call(connection, 'release_reservation', message, fetch, AbortSignal.timeout(releaseTimeoutMs)).catch(
    () => undefined,
  );
}

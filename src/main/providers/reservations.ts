import { CompletionError } from '../../shared/completion/error.ts';
import { callFunction, readRefusal } from '../service/call-function.ts';
import type { Connection } from '../service/service.ts';

export interface MessageOfUser {
  readonly messageId: string;
  readonly accessToken: string;
}

/**
 * Counts a message that bypasses the gateway. A message that was counted when it was stored is not counted again.
 * Called for every request, so that a banned user gets no reply even with their own key.
 * @throws CompletionError `quota`, `forbidden` or `unauthenticated` with the service's message, `network` if the
 * service does not respond
 */
export async function reserveMessage(
  connection: Connection,
  { messageId, accessToken }: MessageOfUser,
  fetch: typeof globalThis.fetch,
  signal: AbortSignal,
): Promise<void> {
  const args = { message_id: messageId };
  const response = await callFunction(connection, 'reserve_message', args, {
    accessToken,
    fetch,
    signal,
  }).catch(() => {
    signal.throwIfAborted();
    throw new CompletionError('network', "The service can't be reached.");
  });
  if (response.ok) return;
  throw (
    (await readRefusal(response)) ??
    new CompletionError('network', "The service couldn't count this message. Try again.")
  );
}

/** In milliseconds. Short, because the user sees the error only after the refund. */
const releaseTimeoutMs = 5_000;

/** Refunds a message that got no reply. Never rejects, so that the user sees the original error. */
export async function releaseMessage(
  connection: Connection,
  { messageId, accessToken }: MessageOfUser,
  fetch: typeof globalThis.fetch,
): Promise<void> {
  const signal = AbortSignal.timeout(releaseTimeoutMs);
  await callFunction(
    connection,
    'release_reservation',
    { message_id: messageId },
    { accessToken, fetch, signal },
  ).catch(() => undefined);
}

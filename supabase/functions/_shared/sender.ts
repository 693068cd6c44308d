import { hashApiKey, isApiKey } from './api-key.ts';
import type { Sender } from './context.ts';

export const bearerOf = (request: Request): string | null =>
  /^Bearer\s+(\S+)$/i.exec(request.headers.get('authorization') ?? '')?.[1] ?? null;

/** Identifies the sender by a developer API key, or by an access token, which each host verifies differently. */
export async function identifySender(
  request: Request,
  identifySession: (token: string) => Promise<Sender | null>,
): Promise<Sender | null> {
  const bearer = bearerOf(request);
  if (bearer === null) return null;
  return isApiKey(bearer) ? { apiKeyHash: await hashApiKey(bearer) } : identifySession(bearer);
}

/** Returns the sender as arguments for SQL functions. */
export const senderFields = (sender: Sender) =>
  'apiKeyHash' in sender
    ? { user_id: null, session_id: null, api_key_hash: sender.apiKeyHash }
    : { user_id: sender.userId, session_id: sender.sessionId, api_key_hash: null };

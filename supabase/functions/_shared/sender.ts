import { hashApiKey, isApiKey } from './api-key.ts';
import type { Sender } from './context.ts';

/** The token of `Authorization: Bearer …`, or null. */
export const bearerOf = (request: Request): string | null =>
  /^Bearer\s+(\S+)$/i.exec(request.headers.get('authorization') ?? '')?.[1] ?? null;

/** Tells an API key from a session's token, which `identifySession` makes out in the host's own way. */
export async function identifySender(
  request: Request,
  identifySession: (token: string) => Promise<Sender | null>,
): Promise<Sender | null> {
  const bearer = bearerOf(request);
  if (bearer === null) return null;
  return isApiKey(bearer) ? { apiKeyHash: await hashApiKey(bearer) } : identifySession(bearer);
}

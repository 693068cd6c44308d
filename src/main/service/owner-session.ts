import { z } from 'zod';
import { ownerSessionPath } from '../../shared/service/owner.ts';
import type { OwnerSession } from './service.ts';

const tokensSchema = z.object({ access_token: z.string().min(1), refresh_token: z.string().min(1) });

/**
 * Has the embedded service open a session for the owner of this computer, who has no password.
 *
 * @param headers what opens the service to this app
 * @throws Error without any part of the answer: it may repeat what was sent
 */
export async function openOwnerSession(
  origin: string,
  headers: Readonly<Record<string, string>>,
  fetch: typeof globalThis.fetch,
): Promise<OwnerSession> {
  const response = await fetch(origin + ownerSessionPath, { method: 'POST', headers, redirect: 'error' });
  if (!response.ok) throw new Error(`The owner's session was refused (${response.status}).`);
  const tokens = tokensSchema.safeParse(await response.json().catch(() => null));
  if (!tokens.success) throw new Error("The owner's session was answered in an unknown form.");
  return { accessToken: tokens.data.access_token, refreshToken: tokens.data.refresh_token };
}

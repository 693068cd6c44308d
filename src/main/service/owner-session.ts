import { z } from 'zod';
import type { Connection, OwnerSession } from './service.ts';

const tokensSchema = z.object({ access_token: z.string().min(1), refresh_token: z.string().min(1) });

export interface OwnerCredential {
  readonly email: string;
  readonly password: string;
}

/**
 * Signs the owner of this computer in at the embedded service. The page gets the session; the password stays in main.
 *
 * @throws Error without any part of the answer: it may repeat what was sent
 */
export async function openOwnerSession(
  { url, publishableKey }: Connection,
  credential: OwnerCredential,
  fetch: typeof globalThis.fetch,
): Promise<OwnerSession> {
  const response = await fetch(`${url}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { apikey: publishableKey, 'content-type': 'application/json' },
    body: JSON.stringify(credential),
    redirect: 'error',
  });
  if (!response.ok) throw new Error(`The owner's sign-in was refused (${response.status}).`);
  const tokens = tokensSchema.safeParse(await response.json());
  if (!tokens.success) throw new Error("The owner's sign-in was answered in an unknown form.");
  return { accessToken: tokens.data.access_token, refreshToken: tokens.data.refresh_token };
}

import { z } from 'zod';
import { CompletionError } from '../../shared/completion/error.ts';
import type { Connection } from './service.ts';

export interface CallOptions {
  /** The access token of the user who calls the function. */
  readonly accessToken: string;
  readonly fetch: typeof globalThis.fetch;
  readonly signal: AbortSignal;
}

export const callFunction = (
  { url, publishableKey }: Connection,
  name: string,
  args: Readonly<Record<string, unknown>>,
  { accessToken, fetch, signal }: CallOptions,
): Promise<Response> =>
  fetch(`${url}/rest/v1/rpc/${name}`, {
    method: 'POST',
    headers: {
      apikey: publishableKey,
      authorization: `Bearer ${accessToken}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify(args),
    signal,
  });

/** The service's error. Its hint is the kind of error, and its message is for the user. */
const refusalSchema = z.object({
  message: z.string(),
  hint: z.enum(['quota', 'limit', 'banned', 'restricted', 'reply_exists', 'forbidden']),
});

const codes = {
  quota: 'quota',
  limit: 'quota',
  banned: 'forbidden',
  restricted: 'forbidden',
  forbidden: 'forbidden',
  reply_exists: 'reply_exists',
} as const;

/** Reads the error of a refused completion; null for any other failure. */
export async function readRefusal(response: Response): Promise<CompletionError | null> {
  if (response.status === 401)
    return new CompletionError('unauthenticated', 'Please sign in to use the chat', 401);
  const { data } = refusalSchema.safeParse(await response.json().catch(() => null));
  return data ? new CompletionError(codes[data.hint], data.message, response.status) : null;
}

import { z } from 'zod';
import { userOfToken } from '../../shared/domain/token-user.ts';
import type { Service } from '../service/service.ts';

/**
 * The access tokens that pages pass to the main process. A token may expire while the main process still writes its
 * user's reply without a page.
 */
export interface Tokens {
  /** Remembers a user's newest token. The token is not checked, because it is only sent back to the service. */
  readonly use: (accessToken: string) => void;
  readonly newest: (userId: string) => string | undefined;
  /**
   * Returns the token's user if the service accepts the token, otherwise null. Called before the user's data is
   * returned or deleted.
   */
  readonly check: (accessToken: string) => Promise<string | null>;
  /** After sign-out, the user's tokens are no longer accepted. */
  readonly forget: (userId: string) => void;
  readonly onUse: (listener: (userId: string) => void) => void;
}

/** The maximum number of users and of tokens. One computer needs fewer. */
const maxRemembered = 50;

const accountSchema = z.object({ id: z.string() });

export function createTokens(service: Pick<Service, 'connect'>, fetch: typeof globalThis.fetch): Tokens {
  const newest = new Map<string, string>();
  const accepted = new Map<string, string>();
  const listeners = new Set<(userId: string) => void>();

  const ask = async (accessToken: string): Promise<string | null> => {
    const { url, publishableKey } = await service.connect();
    const response = await fetch(`${url}/auth/v1/user`, {
      headers: { apikey: publishableKey, authorization: `Bearer ${accessToken}` },
    });
    const account = response.ok ? accountSchema.safeParse(await response.json()).data : undefined;
    return account !== undefined && account.id === userOfToken(accessToken) ? account.id : null;
  };

  const check = async (accessToken: string): Promise<string | null> => {
    const acceptedUser = accepted.get(accessToken);
    if (acceptedUser !== undefined) return acceptedUser;
    if (userOfToken(accessToken) === null) return null;
    const userId = await ask(accessToken).catch(() => null);
    if (userId !== null) remember(accepted, accessToken, userId);
    return userId;
  };

  return {
    use: (accessToken) => {
      const userId = userOfToken(accessToken);
      if (userId === null || newest.get(userId) === accessToken) return;
      remember(newest, userId, accessToken);
      for (const listener of listeners) listener(userId);
      // Check it now: when the result is needed, the service may be unreachable.
      void check(accessToken);
    },
    newest: (userId) => newest.get(userId),
    check,
    forget: (userId) => {
      newest.delete(userId);
      for (const [token, owner] of accepted) if (owner === userId) accepted.delete(token);
    },
    onUse: (listener) => void listeners.add(listener),
  };
}

/** Deletes the old entry first, which moves the new one to the end of the map. */
function remember(entries: Map<string, string>, key: string, value: string): void {
  entries.delete(key);
  entries.set(key, value);
  const [oldest] = entries.keys();
  if (entries.size > maxRemembered && oldest !== undefined) entries.delete(oldest);
}

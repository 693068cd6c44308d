import { createClient, type Session, type SupabaseClient } from '@supabase/supabase-js';
import type { Database } from '../database/database.ts';

export interface RefreshRounds {
  /** For each round, the number of refresh tokens that the session got. */
  readonly rotations: readonly number[];
  readonly signedOut: number;
}

/**
 * Uses one session in many clients with separate storage, which is worse than tabs, because only the service
 * coordinates them. In every round, all clients refresh at the same time and continue with the result.
 */
export async function runRefreshRounds(
  service: { readonly url: string; readonly publishableKey: string },
  database: Database,
  plan: { readonly clients: number; readonly rounds: number },
): Promise<RefreshRounds> {
  const newClient = () =>
    createClient(service.url, service.publishableKey, {
      auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
    });
  const { data, error } = await newClient().auth.signInAnonymously();
  if (error || !data.session) throw error ?? new Error('There is no session.');
  const { user } = data.session;
  const countTokens = async () =>
    (
      await database.query<{ count: number }>(
        'select count(*)::int as count from auth.refresh_tokens where user_id = $1',
        [user.id],
      )
    )[0]?.count ?? 0;

  const clients: SupabaseClient[] = Array.from({ length: plan.clients }, newClient);
  const sessions: (Session | null)[] = clients.map(() => data.session);
  const rotations: number[] = [];
  for (let round = 0; round < plan.rounds; round += 1) {
    const before = await countTokens();
    await Promise.all(
      clients.map(async (client, index) => {
        const refreshToken = sessions[index]?.refresh_token;
        if (!refreshToken) return;
        const refreshed = await client.auth.refreshSession({ refresh_token: refreshToken });
        sessions[index] = refreshed.data.session;
      }),
    );
    rotations.push((await countTokens()) - before);
  }
  return { rotations, signedOut: sessions.filter((session) => session === null).length };
}

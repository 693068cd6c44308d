import type { SupabaseClient } from '@supabase/supabase-js';
import type { Database } from '../../shared/database/types.ts';
import { platform } from '../platform/index.ts';
import { firstScreen } from './first-screen.ts';
import { historyFetch } from './history-fetch.ts';
import { loadModule } from './load-module.ts';
import { cacheSuccess } from './cache-success.ts';
import type { ServiceProblem } from './service-problem.ts';
import { readStored, sessionKey } from './storage.ts';

export type Supabase = SupabaseClient<Database>;

let current: Supabase | null = null;
const clientListeners = new Set<(client: Supabase) => void>();

/**
 * Loads supabase-js at the first call, so that visitors without a session don't load it. Rejects if the
 * service is unreachable; the next call retries.
 */
export const getSupabase = cacheSuccess(load);

/** Calls the listener as soon as the client exists. Returns an unsubscribe function. */
export function onSupabase(listener: (client: Supabase) => void): () => void {
  clientListeners.add(listener);
  if (current) listener(current);
  return () => clientListeners.delete(listener);
}

/** Checks only storage, without loading the client. */
export const hasStoredSession = (): boolean => readStored(sessionKey(platform.service)) !== null;

const problemListeners = new Set<(problem: ServiceProblem) => void>();

/**
 * Calls the listener if the service has a problem that only its operator can fix. Returns an unsubscribe
 * function.
 */
export function onServiceProblem(listener: (problem: ServiceProblem) => void): () => void {
  problemListeners.add(listener);
  return () => problemListeners.delete(listener);
}

async function load(): Promise<Supabase> {
  // The first screen needs no data, so don't delay it.
  await firstScreen();
  await new Promise((resolve) => setTimeout(resolve));
  const [{ openSupabase }, config] = await Promise.all([
    loadModule(() => import('./supabase-library.ts')),
    platform.loadConfig(),
  ]);
  const reportProblem = (problem: ServiceProblem) => {
    for (const listener of problemListeners) listener(problem);
  };
  const client = await openSupabase(config, sessionKey(platform.service), reportProblem, historyFetch);
  current = client;
  for (const listener of clientListeners) listener(client);
  return client;
}

/** Returns a valid access token, refreshed if necessary. Empty if no one is signed in. */
export async function readAccessToken(): Promise<string> {
  const { data } = await (await getSupabase()).auth.getSession();
  return data.session?.access_token ?? '';
}

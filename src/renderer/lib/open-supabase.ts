import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import type { Database } from '../../shared/database/types.ts';
import type { AppConfig } from '../platform/platform.ts';
import { realtimeOptions } from './realtime-options.ts';
import { connection } from './service-connection.ts';
import { createServiceFetch, ownMigrations, type ServiceFetchOptions } from './service-fetch.ts';
import { sessionLock } from './session-lock.ts';
import { createSessionStorage, isSessionExpired, isSessionExpiring } from './session-storage.ts';
import { localStorageIfAllowed } from './storage.ts';

export async function openSupabase(
  { supabaseUrl: url, supabaseKey: key }: AppConfig,
  storageKey: string,
  onProblem: ServiceFetchOptions['onProblem'],
  /** Encrypts and decrypts for encrypted history. */
  wrap: (send: typeof fetch) => typeof fetch,
): Promise<SupabaseClient<Database>> {
  const storage = localStorageIfAllowed();
  connection.connect();
  // Without a connection, the client would otherwise try to refresh the session for half a minute before the
  // app opens.
  if (storage && isSessionExpiring(storage, storageKey)) await connection.check();
  const client = createClient<Database>(url, key, {
    // With PKCE, an emailed link is useless without the verifier in this browser.
    auth: {
      flowType: 'pkce',
      experimental: { passkey: true },
      storageKey,
      ...(storage && { storage: createSessionStorage(storage, connection) }),
      ...sessionLock(),
    },
    realtime: realtimeOptions,
    global: {
      fetch: wrap(
        createServiceFetch({
          url,
          key,
          migrations: ownMigrations,
          onProblem,
          // Makes the auth client remove the session, which no longer exists on the service. Delayed until after this
          // response, so that the caller can save unsent text first.
          onSessionEnded: () => setTimeout(() => void client.auth.getUser().catch(() => {}), 0),
          isSessionExpired: () => storage !== null && isSessionExpired(storage, storageKey),
        }),
      ),
    },
  });
  // The client would retry a failed read three times, for 7 seconds. Queries are retried once [UX-006].
  client['rest'].retry = false;
  connection.subscribe(() => {
    // Refreshes a session that expired without a connection.
    if (connection.get() === 'online') void client.auth.getSession().catch(() => {});
  });
  // Channels join with this token. A channel that joins without a token never gets one, and receives no events.
  await client.realtime.setAuth();
  return client;
}

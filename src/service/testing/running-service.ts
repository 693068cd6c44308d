import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import type { OpenedDatabase } from '../database/opened-database.ts';
import { parseEnvironment } from '../environment.ts';
import { silentLog, type Log } from '../log.ts';
import type { Secrets } from '../secrets.ts';
import { startServer } from '../server.ts';
import { createService } from '../service.ts';

/** Keys of a service that lives for one test. */
export const testSecrets: Secrets = {
  jwtSecret: 'a secret of thirty-two bytes or more, for tests',
  publishableKey: 'sb_publishable_test',
  secretKey: 'sb_secret_test',
  encryptionKeys: `test:${Buffer.alloc(32, 7).toString('base64')}`,
};

export interface RunningTestService {
  readonly url: string;
  /** A client of its own, as one device has; `key` is the publishable one unless given. */
  readonly client: (key?: string) => SupabaseClient;
  /** Acts with the secret key: what an administrator's function could do. */
  readonly admin: SupabaseClient;
  readonly close: () => Promise<void>;
}

/** The whole service over a migrated database, listening on a loopback port as it does in real life. */
export async function startTestService(
  database: OpenedDatabase,
  log: Log = silentLog,
  secrets: Secrets = testSecrets,
): Promise<RunningTestService> {
  // As behind a proxy: a test may say which address its visitor has.
  const environment = parseEnvironment({ PORT: '0', CLOVER_TRUSTED_PROXIES: '127.0.0.1' });
  let url = 'http://localhost';
  const service = await createService({
    database,
    environment,
    secrets,
    mailer: () => Promise.resolve(),
    publicOrigin: () => url,
    log,
  });
  const server = await startServer(
    environment,
    {
      handle: async (request, visitor) =>
        (await service.handle(request, visitor)) ?? new Response(null, { status: 404 }),
      handleUpgrade: service.handleUpgrade,
    },
    log,
  );
  url = `http://localhost:${server.port}`;
  const client = (key = secrets.publishableKey) =>
    createClient(url, key, { auth: { persistSession: false, autoRefreshToken: false } });
  return {
    url,
    client,
    admin: client(secrets.secretKey),
    close: async () => {
      await service.close();
      await server.close();
    },
  };
}

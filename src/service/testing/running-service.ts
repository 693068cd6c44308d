import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import type { OpenedDatabase } from '../database/opened-database.ts';
import { parseEnvironment } from '../environment.ts';
import { silentLog, type Log } from '../log.ts';
import type { Secrets } from '../secrets.ts';
import { startServer } from '../server.ts';
import { createService } from '../service.ts';
import { createObjectFiles } from '../storage/object-files.ts';

export const testSecrets: Secrets = {
  jwtSecret: 'a secret of thirty-two bytes or more, for tests',
  publishableKey: 'sb_publishable_test',
  secretKey: 'sb_secret_test',
  encryptionKeys: `test:${Buffer.alloc(32, 7).toString('base64')}`,
};

export interface RunningTestService {
  readonly url: string;
  readonly objects: string;
  /** Creates a client that represents one device. `key` is the publishable one by default. */
  readonly client: (key?: string) => SupabaseClient;
  readonly admin: SupabaseClient;
  readonly close: () => Promise<void>;
}

/** Starts the complete service on a migrated database and a loopback port. */
export async function startTestService(
  database: OpenedDatabase,
  log: Log = silentLog,
  secrets: Secrets = testSecrets,
): Promise<RunningTestService> {
  // Trusts X-Forwarded-For as if behind a proxy, so that tests can choose a visitor's IP address.
  const environment = parseEnvironment({ PORT: '0', CLOVER_TRUSTED_PROXIES: '127.0.0.1' });
  const objects = await mkdtemp(join(tmpdir(), 'objects-'));
  let url = 'http://localhost';
  const service = await createService({
    hostHealth: async () => ({ is_damaged: false, backup: null, unclean_starts: 0 }),
    database,
    environment,
    secrets,
    objectFiles: createObjectFiles(objects),
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
    objects,
    client,
    admin: client(secrets.secretKey),
    close: async () => {
      await service.close();
      await server.close();
      await rm(objects, { recursive: true });
    },
  };
}

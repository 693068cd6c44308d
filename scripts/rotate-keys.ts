// npm run keys:rotate: re-encrypts the vendor keys with a new encryption key and deletes the old one. Stop the service
// first. The lock of the data directory or of the database ensures this. The command can be killed at any time and run
// again.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseInUse } from '../src/service/database/database-lock.ts';
import { DataDirectoryLocked } from '../src/service/database/data-directory-lock.ts';
import { newestVersion } from '../src/service/database/migrate.ts';
import { openDatabase } from '../src/service/database/open.ts';
import { parseEnvironment, type Environment } from '../src/service/environment.ts';
import {
  beginRotation,
  endRotation,
  createRingEntry,
  reencryptKeys,
  type ReencryptionResult,
  type RingStore,
} from '../src/service/keys/rotate-ring.ts';
import { loadSecrets, writePrivately } from '../src/service/secrets.ts';
import { objectsOf } from '../src/service/storage/object-files.ts';
import { readCommandLine } from './lib/command-line.mjs';

async function openInstallation({ databaseUrl, dataDir }: Environment, onBackupFailed: () => void) {
  if (databaseUrl) return openDatabase({ url: databaseUrl });
  if (!existsSync(join(dataDir, 'database')))
    throw new Error(`There is no installation in ${dataDir}. Set CLOVER_DATA_DIR to the right directory.`);
  const schema = await newestVersion(join(import.meta.dirname, '..', 'supabase', 'migrations'));
  return openDatabase(
    { dataDir: join(dataDir, 'database') },
    {
      backups: { directory: join(dataDir, 'backups'), schema, objects: { directory: objectsOf(dataDir) } },
      onBackup: (error) => error !== undefined && onBackupFailed(),
    },
  );
}

function fileStore(dataDir: string): RingStore {
  const path = join(dataDir, 'secrets.json');
  if (!existsSync(path))
    throw new Error(`There are no keys in ${dataDir}. Start the service once, then try again.`);
  return {
    read: async () => (await loadSecrets(path)).encryptionKeys,
    write: async (encryptionKeys) =>
      writePrivately(path, `${JSON.stringify({ ...(await loadSecrets(path)), encryptionKeys }, null, 2)}\n`),
  };
}

function report({ reencrypted, unchanged, failed }: ReencryptionResult): void {
  console.log(`${reencrypted} keys re-encrypted, ${unchanged} already used the first key.`);
  if (failed.length > 0)
    console.log(`Couldn't decrypt the key of: ${failed.join(', ')}. Enter it again, then run this again.`);
}

/** Rotates the key ring in the installation's file: adds a key, re-encrypts with it, and deletes the old keys. */
async function rotateFile(environment: Environment): Promise<void> {
  const store = fileStore(environment.dataDir);
  let isBackedUp = true;
  const database = await openInstallation(environment, () => (isBackedUp = false));
  let result: ReencryptionResult;
  try {
    result = await reencryptKeys(database, await beginRotation(store));
  } finally {
    // Closing the database makes a durable backup. Keep the old keys until then.
    await database.close();
  }
  report(result);
  const dropped = isBackedUp ? await endRotation(store, result) : 0;
  if (dropped > 0)
    console.log(
      'The old encryption key was deleted. If you restore an earlier backup, enter the vendor keys again.',
    );
  else console.log('The old encryption keys stay in the ring until the next run.');
}

/**
 * Re-encrypts with a key ring in the environment and prints the next step, because only the operator can change that
 * ring.
 */
async function rotateEnvironment(environment: Environment, ring: string): Promise<void> {
  const database = await openInstallation(environment, () => {});
  let result: ReencryptionResult;
  try {
    result = await reencryptKeys(database, ring);
  } finally {
    await database.close();
  }
  report(result);
  const ids = ring.split(',').map((entry) => entry.trim().split(':')[0]);
  if (result.failed.length === 0 && ids.length > 1)
    console.log(`${ids.slice(1).join(', ')} are no longer used: remove them from CLOVER_ENCRYPTION_KEYS.`);
  if (ids.length === 1)
    console.log(
      `To change the encryption key, insert this new key and a comma at the start of CLOVER_ENCRYPTION_KEYS, then run this command again:\n${createRingEntry()}`,
    );
}

readCommandLine(
  'Usage: npm run keys:rotate\n\nRe-encrypts the vendor keys of the stopped service under a new encryption key.',
);
try {
  const environment = parseEnvironment(process.env);
  if (environment.hosted)
    throw new Error('The data is on a hosted service. Rotate the keys there with admin/vendors/rotate.');
  if (environment.encryptionKeys) await rotateEnvironment(environment, environment.encryptionKeys);
  else await rotateFile(environment);
} catch (error) {
  const isRunning = error instanceof DataDirectoryLocked || error instanceof DatabaseInUse;
  console.error(error instanceof Error ? error.message : error);
  if (isRunning)
    console.error('Stop the service first: a running service would keep the old encryption key.');
  process.exitCode = 1;
}

import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { readKeyRing } from '../../../supabase/functions/_shared/envelope.ts';
import { createEncryption } from '../auth/encryption.ts';
import { copyDirectory } from '../database/backup.ts';
import { unfinishedMarker } from '../database/data-directory.ts';
import { lockDataDirectory } from '../database/data-directory-lock.ts';
import { exists } from '../database/files.ts';
import { openDatabase } from '../database/open.ts';
import type { OpenedDatabase } from '../database/opened-database.ts';
import type { Environment } from '../environment.ts';
import { loadSecrets } from '../secrets.ts';
import { objectsOf } from '../storage/object-files.ts';
import type { InstallationKeys } from './encrypted-values.ts';
import { explainStop, MoveRefused } from './errors.ts';
import type { MoveSide } from './move.ts';
import { detectLayout } from './schema-check.ts';

/** Reads the installation's keys from this folder. `ring` replaces its encryption keys. */
export async function readInstallationKeys(dataDir: string, ring: string | null): Promise<InstallationKeys> {
  const secrets = await loadSecrets(join(dataDir, 'secrets.json'));
  return {
    ring: await readKeyRing(ring ?? secrets.encryptionKeys),
    factors: createEncryption(secrets.jwtSecret),
  };
}

/** Reads a hosted project's keys. Only those of its functions can be known. */
export const readHostedKeys = async (ring: string | null): Promise<InstallationKeys> => ({
  ring: ring === null ? null : await readKeyRing(ring),
  factors: null,
});

async function keysOfSource(
  database: OpenedDatabase,
  { dataDir, encryptionKeys }: Environment,
): Promise<InstallationKeys> {
  if ((await detectLayout(database)) === 'hosted') return readHostedKeys(encryptionKeys);
  // Without the file, `readInstallationKeys` would create new keys, which can't decrypt anything.
  if (!(await exists(join(dataDir, 'secrets.json'))))
    throw new MoveRefused(
      `There are no keys in ${dataDir}. Set CLOVER_DATA_DIR to the installation that you want to move.`,
    );
  return readInstallationKeys(dataDir, encryptionKeys);
}

/**
 * Opens a copy of the embedded database, because PGlite writes to every directory that it opens. The original stays
 * locked, so that no service changes it.
 */
async function openCopy(dataDir: string): Promise<OpenedDatabase> {
  const original = join(dataDir, 'database');
  if (!(await exists(join(original, 'PG_VERSION'))) || (await exists(unfinishedMarker(original))))
    throw new MoveRefused(
      `There is no installation in ${dataDir}. Set CLOVER_DATA_DIR to the one that you want to move.`,
    );
  const copy = join(dataDir, 'database.moving');
  const release = await lockDataDirectory(original);
  const cleanUp = async () => {
    await rm(copy, { recursive: true, force: true });
    await release();
  };
  try {
    // Left behind by a killed move.
    await rm(copy, { recursive: true, force: true });
    await copyDirectory(original, copy);
    const database = await openDatabase({ dataDir: copy });
    return {
      ...database,
      async close() {
        await database.close();
        await cleanUp();
      },
    };
  } catch (error) {
    await cleanUp();
    throw explainStop(error, `The database in ${dataDir} can't be copied`);
  }
}

export async function openSource(environment: Environment): Promise<MoveSide> {
  if (environment.hosted)
    throw new MoveRefused(
      'CLOVER_SUPABASE_URL is the URL of the service, not of its database: set CLOVER_DATABASE_URL instead.',
    );
  const database = environment.databaseUrl
    ? await openDatabase({ url: environment.databaseUrl, maxSessions: 2 })
    : await openCopy(environment.dataDir);
  try {
    return {
      database,
      keys: await keysOfSource(database, environment),
      objects: (await detectLayout(database)) === 'hosted' ? null : objectsOf(environment.dataDir),
    };
  } catch (error) {
    await database.close();
    throw error;
  }
}

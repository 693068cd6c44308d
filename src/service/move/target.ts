import { join, resolve } from 'node:path';
import { z } from 'zod';
import { authSchema } from '../auth/schema.ts';
import { DatabaseUnreachable } from '../database/database-unreachable.ts';
import { newestVersion, type MigrationSources } from '../database/migrate.ts';
import { openDatabase } from '../database/open.ts';
import { findTemplate } from '../database/template.ts';
import { keyRing } from '../environment.ts';
import { objectsOf } from '../storage/object-files.ts';
import { MoveRefused } from './errors.ts';
import type { MoveSide } from './move.ts';
import { detectLayout } from './schema-check.ts';
import { readHostedKeys, readInstallationKeys } from './source.ts';

/** The URL of a PostgreSQL database, or the data directory of an embedded service. */
type TargetLocation = { readonly url: string } | { readonly dataDir: string };

export interface TargetOptions {
  readonly location: TargetLocation;
  /** `CLOVER_TARGET_DATA_DIR`: the folder with the target's secrets.json. */
  readonly dataDir: string;
  /** `CLOVER_TARGET_ENCRYPTION_KEYS`: keys that replace those in that folder. */
  readonly ring: string | null;
}

const variables = z.object({
  CLOVER_TARGET_DATA_DIR: z.string().optional(),
  CLOVER_TARGET_ENCRYPTION_KEYS: keyRing.optional(),
});

const withoutEmptyValues = (environment: Readonly<Record<string, string | undefined>>) =>
  Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));

/**
 * Parses the target and its keys. By default, a target URL uses the source's keys, as if the installation only changed
 * its database. Throws MoveRefused.
 */
export function parseTarget(
  to: string | undefined,
  environment: Readonly<Record<string, string | undefined>>,
  source: { readonly dataDir: string; readonly databaseUrl: string | null },
): TargetOptions {
  if (!to) throw new MoveRefused('Name the target: npm run move -- --to <database url or data directory>');
  const parsed = variables.safeParse(withoutEmptyValues(environment));
  if (!parsed.success)
    throw new MoveRefused(
      parsed.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`).join('\n'),
    );
  const ring = parsed.data.CLOVER_TARGET_ENCRYPTION_KEYS ?? null;
  if (/^postgres(ql)?:\/\//.test(to)) {
    if (!URL.canParse(to)) throw new MoveRefused('The URL after --to is not valid.');
    return {
      location: { url: to },
      dataDir: resolve(parsed.data.CLOVER_TARGET_DATA_DIR ?? source.dataDir),
      ring,
    };
  }
  // The message doesn't repeat the URL, because it may contain a password.
  if (to.includes('://')) throw new MoveRefused('The URL after --to must start with postgres://');
  const dataDir = resolve(to);
  if (source.databaseUrl === null && dataDir === source.dataDir)
    throw new MoveRefused('Source and target are the same directory.');
  return { location: { dataDir }, dataDir, ring };
}

/**
 * Opens the target exclusively, and fails if a service uses it. A data directory is created if needed, and backed up
 * when it is closed.
 *
 * @param templates folder of prepared databases, which save time
 */
export async function openTarget(
  { location, dataDir, ring }: TargetOptions,
  sources: MigrationSources,
  templates: string,
): Promise<MoveSide> {
  const isDirectory = 'dataDir' in location;
  const database = isDirectory
    ? await openDatabase(
        { dataDir: join(dataDir, 'database') },
        {
          template: await findTemplate(templates, { authSchema, ...sources }),
          backups: {
            directory: join(dataDir, 'backups'),
            schema: await newestVersion(sources.migrations),
            objects: { directory: objectsOf(dataDir) },
          },
        },
      )
    : await openDatabase({ url: location.url, maxSessions: 2 }).catch((error: unknown) => {
        if (!(error instanceof DatabaseUnreachable)) throw error;
        throw new MoveRefused(`The target can't be used: ${error.reason}. Nothing was written.`, {
          cause: error,
        });
      });
  try {
    const isHosted = !isDirectory && (await detectLayout(database)) === 'hosted';
    return {
      database,
      keys: isHosted ? await readHostedKeys(ring) : await readInstallationKeys(dataDir, ring),
      objects: isHosted ? null : objectsOf(dataDir),
    };
  } catch (error) {
    await database.close();
    throw error;
  }
}

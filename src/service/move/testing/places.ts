import { createHash, randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openDatabase } from '../../database/open.ts';
import { parseEnvironment } from '../../environment.ts';
import { objectsOf } from '../../storage/object-files.ts';
import { moveInstallation, type MoveOptions, type MoveReport } from '../move.ts';
import { readInstallationKeys, openSource } from '../source.ts';
import { openTarget, parseTarget } from '../target.ts';
import { fillInstallation, type FilledInstallation } from './installation.ts';

const path = (relative: string) => fileURLToPath(new URL(`../../../../${relative}`, import.meta.url));

export const productSources = { migrations: path('supabase/migrations'), seed: path('supabase/seed.sql') };

/** The folder to which the build writes prepared databases. */
export const templatesFolder = path('out/template');

/** Creates an installation in `dataDir` from a dump of a migrated database, and fills it. */
export async function makeInstallation(
  dataDir: string,
  dump: string | undefined,
  size: { readonly users: number; readonly messages: number },
): Promise<FilledInstallation> {
  const database = await openDatabase({ dataDir: join(dataDir, 'database') }, { template: dump });
  try {
    return await fillInstallation(database, {
      ...size,
      keys: await readInstallationKeys(dataDir, null),
      objects: objectsOf(dataDir),
    });
  } finally {
    await database.close();
  }
}

export async function hashOfFolder(folder: string): Promise<string> {
  const hash = createHash('sha256');
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  for (const file of files.toSorted()) hash.update(`${file}\0`).update(await readFile(file));
  return hash.digest('hex');
}

/** Creates an empty database on the server of `url`. Resolves to its URL and a function that drops it. */
export async function makeEmptyDatabase(
  url: string,
  template = 'template1',
): Promise<{ readonly url: string; readonly drop: () => Promise<void> }> {
  const name = `move_${randomUUID().replaceAll('-', '')}`;
  const administer = async (statement: string) => {
    const administration = await openDatabase({ url: `${url}/postgres`, maxSessions: 1, isShared: true });
    try {
      await administration.execute(statement);
    } finally {
      await administration.close();
    }
  };
  await administer(`create database ${name} template ${template}`);
  return { url: `${url}/${name}`, drop: () => administer(`drop database if exists ${name} with (force)`) };
}

export interface MoveArguments {
  readonly to: string;
  readonly environment: Readonly<Record<string, string>>;
}

export async function runMove(
  { to, environment }: MoveArguments,
  options: Pick<MoveOptions, 'onBatch' | 'limits'> & { readonly stop?: AbortController } = {},
): Promise<MoveReport> {
  const { stop = new AbortController(), ...others } = options;
  const parsed = parseEnvironment(environment);
  const place = parseTarget(to, environment, parsed);
  const source = await openSource(parsed);
  try {
    return await moveInstallation(source, () => openTarget(place, productSources, templatesFolder), {
      ...others,
      sources: productSources,
      signal: stop.signal,
    });
  } finally {
    await source.database.close();
  }
}

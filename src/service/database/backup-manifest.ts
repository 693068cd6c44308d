import { readFile, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join, sep } from 'node:path';
import { z } from 'zod';
import { brand } from '../../shared/brand.ts';
import { digest, sharedObjects, type Digests } from './backup-objects.ts';
import { forEachFile } from './files.ts';

export const manifestName = 'backup.json';

const digests = z.record(z.string(), z.object({ bytes: z.number(), sha256: z.string() }));

const manifestSchema = z.object({
  format: z.literal(1),
  /** Version of the newest migration of the database. */
  schema: z.string(),
  /** Bytes and SHA-256 of every file, by its path with slashes. */
  files: digests,
  /** Bytes and SHA-256 of the objects, which all backups share. */
  objects: digests.default({}),
});

/** Thrown if a backup can't be restored. The message contains the reason and what to do. */
export class BackupUnusable extends Error {
  override readonly name = 'BackupUnusable';
}

/** Lists the files of a copy in a manifest, so that incomplete copies are found. Resolves to the manifest's path. */
export async function writeManifest(
  directory: string,
  files: readonly string[],
  schema: string,
  objects: Digests,
): Promise<string> {
  const entries: Record<string, { bytes: number; sha256: string }> = {};
  await forEachFile(files, async (file) => {
    const path = join(directory, file);
    entries[file.replaceAll(sep, '/')] = { bytes: (await stat(path)).size, sha256: await digest(path) };
  });
  await writeFile(
    join(directory, manifestName),
    JSON.stringify({ format: 1, schema, files: entries, objects }),
    {
      mode: 0o600,
    },
  );
  return manifestName;
}

/** The objects of a backup; null if its manifest can't be read. */
export async function readObjects(directory: string): Promise<Digests | null> {
  const text = await readFile(join(directory, manifestName), 'utf8').catch(() => '');
  const manifest = manifestSchema.safeParse(parseJson(text));
  return manifest.success ? manifest.data.objects : null;
}

/** The databases that this version of the product can read. */
export interface Readable {
  /** Major version of PostgreSQL. */
  readonly postgres: string;
  /** Versions of the known migrations. */
  readonly schemas: ReadonlySet<string>;
}

/**
 * Checks that a backup is complete and can be read by this version of the product. Reads every byte of it.
 *
 * @returns its objects
 * @throws BackupUnusable
 */
export async function checkBackup(directory: string, { postgres, schemas }: Readable): Promise<Digests> {
  const name = basename(directory);
  const text = await readFile(join(directory, manifestName), 'utf8').catch(() => null);
  if (text === null)
    throw new BackupUnusable(
      `${directory} is not a backup of ${brand}: it has no ${manifestName}. Copy every file of the backup's folder.`,
    );
  const manifest = manifestSchema.safeParse(parseJson(text));
  if (!manifest.success)
    throw new BackupUnusable(`The backup ${name} is damaged: ${manifestName} can't be read.`);
  const { schema, files, objects } = manifest.data;
  if (!schemas.has(schema)) {
    const age = [...schemas].every((known) => known < schema) ? 'a newer' : 'another';
    throw new BackupUnusable(
      `The backup ${name} was made by ${age} version of ${brand}, with the migration ${schema}. Install that version, then restore.`,
    );
  }
  await checkFiles(name, directory, files);
  await checkFiles(name, sharedObjects(dirname(directory)), objects);
  const written = await readFile(join(directory, 'PG_VERSION'), 'utf8').catch(() => '');
  if (written.trim() !== postgres)
    throw new BackupUnusable(
      `The backup ${name} was made by PostgreSQL ${written.trim() || '(unknown)'}, and this version of ${brand} reads ${postgres}. Install the version that made it.`,
    );
  return objects;
}

/** Throws BackupUnusable unless every file is there as it was written. */
async function checkFiles(name: string, folder: string, files: Digests): Promise<void> {
  const paths = Object.keys(files);
  if (paths.some((path) => path.startsWith('/') || path.split(/[/\\]/).includes('..')))
    throw new BackupUnusable(`The backup ${name} is damaged: it lists files outside of its folder.`);
  await forEachFile(paths, async (path) => {
    const expected = files[path];
    const found = await stat(join(folder, path)).catch(() => null);
    if (!found) throw new BackupUnusable(`The backup ${name} is incomplete: ${path} is missing.`);
    if (found.size !== expected?.bytes)
      throw new BackupUnusable(
        `The backup ${name} is incomplete: ${path} has ${found.size} of ${expected?.bytes} bytes.`,
      );
    if ((await digest(join(folder, path))) !== expected.sha256)
      throw new BackupUnusable(
        `The backup ${name} is damaged: ${path} has changed since the backup was made.`,
      );
  });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

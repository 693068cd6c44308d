import { readFile, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join, sep } from 'node:path';
import { z } from 'zod';
import { brand } from '../../shared/brand.ts';
import { digestFile, sharedObjects, type Digests } from './backup-objects.ts';
import { forEachFile } from './files.ts';

export const manifestName = 'backup.json';

const digestsSchema = z.record(z.string(), z.object({ bytes: z.number(), sha256: z.string() }));

const manifestSchema = z.object({
  format: z.literal(1),
  schema: z.string(),
  /** All files by path, with forward slashes. */
  files: digestsSchema,
  /** Stored objects by path. All backups share one copy of each. */
  objects: digestsSchema.default({}),
});

/** Thrown if a backup can't be restored. The message says why and what to do. */
export class BackupUnusable extends Error {
  override readonly name = 'BackupUnusable';
}

/** Writes a manifest of all files of a copy, so that incomplete copies can be detected. Resolves to its path. */
export async function writeManifest(
  directory: string,
  files: readonly string[],
  schema: string,
  objects: Digests,
): Promise<string> {
  const entries: Record<string, { bytes: number; sha256: string }> = {};
  await forEachFile(files, async (file) => {
    const path = join(directory, file);
    entries[file.replaceAll(sep, '/')] = { bytes: (await stat(path)).size, sha256: await digestFile(path) };
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

/** Reads the objects of a backup from its manifest. Returns null if the manifest can't be read. */
export async function readObjects(directory: string): Promise<Digests | null> {
  const text = await readFile(join(directory, manifestName), 'utf8').catch(() => '');
  const manifest = manifestSchema.safeParse(parseJson(text));
  return manifest.success ? manifest.data.objects : null;
}

export interface SupportedVersions {
  readonly postgres: string;
  readonly schemas: ReadonlySet<string>;
}

/**
 * Checks that a backup is complete and that this version of the product can restore it. Reads every byte.
 *
 * @returns the backup's objects
 * @throws BackupUnusable
 */
export async function checkBackup(
  directory: string,
  { postgres, schemas }: SupportedVersions,
): Promise<Digests> {
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
  const writtenVersion = await readFile(join(directory, 'PG_VERSION'), 'utf8').catch(() => '');
  if (writtenVersion.trim() !== postgres)
    throw new BackupUnusable(
      `The backup ${name} was made by PostgreSQL ${writtenVersion.trim() || '(unknown)'}, and this version of ${brand} reads ${postgres}. Install the version that made it.`,
    );
  return objects;
}

/** Throws BackupUnusable unless all files exist and are unchanged. */
async function checkFiles(name: string, folder: string, files: Digests): Promise<void> {
  const paths = Object.keys(files);
  if (paths.some((path) => path.startsWith('/') || path.split(/[/\\]/).includes('..')))
    throw new BackupUnusable(`The backup ${name} is damaged: it lists files outside of its folder.`);
  await forEachFile(paths, async (path) => {
    const expectedDigest = files[path];
    const fileStats = await stat(join(folder, path)).catch(() => null);
    if (!fileStats) throw new BackupUnusable(`The backup ${name} is incomplete: ${path} is missing.`);
    if (fileStats.size !== expectedDigest?.bytes)
      throw new BackupUnusable(
        `The backup ${name} is incomplete: ${path} has ${fileStats.size} of ${expectedDigest?.bytes} bytes.`,
      );
    if ((await digestFile(join(folder, path))) !== expectedDigest.sha256)
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

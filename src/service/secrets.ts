import { randomBytes } from 'node:crypto';
import { open, readFile, rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import { z } from 'zod';
import { ensureDataDirectory } from './data-directory-access.ts';
import { exists } from './database/files.ts';

const secretsSchema = z.object({
  jwtSecret: z.string().min(32),
  publishableKey: z.string().startsWith('sb_publishable_'),
  secretKey: z.string().startsWith('sb_secret_'),
  encryptionKeys: z.string().min(1),
});

/** The keys of one installation, made at its first start. */
export type Secrets = Readonly<z.infer<typeof secretsSchema>>;

/** The file of keys cannot be used. The message says which file and what to do; the file stays as it is. */
export class SecretsUnreadable extends Error {
  override readonly name = 'SecretsUnreadable';
}

const token = (bytes: number) => randomBytes(bytes).toString('base64url');

const generate = (): Secrets => ({
  jwtSecret: token(48),
  publishableKey: `sb_publishable_${token(24)}`,
  secretKey: `sb_secret_${token(32)}`,
  encryptionKeys: `${token(4)}:${randomBytes(32).toString('base64')}`,
});

/** Writes a file that only its owner may read, whole or not at all: temp, fsync, rename. */
export async function writePrivately(path: string, text: string): Promise<void> {
  const temporary = `${path}.${process.pid}.tmp`;
  const file = await open(temporary, 'w', 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(temporary, path);
}

/** Creates the keys of an installation (mode 0600). Throws SecretsUnreadable if there are some. */
export async function createSecrets(path: string): Promise<Secrets> {
  if (await exists(path))
    throw new SecretsUnreadable(`There are keys in ${path} already. Nothing was changed.`);
  const secrets = generate();
  await ensureDataDirectory(dirname(path));
  await writePrivately(path, `${JSON.stringify(secrets, null, 2)}\n`);
  return secrets;
}

/**
 * Reads the installation's keys, or creates them at the first start.
 *
 * @param isFirstStart false for a database in use: its vendor keys and sessions need the keys that they were made with
 * @throws SecretsUnreadable
 */
export async function loadSecrets(path: string, isFirstStart = true): Promise<Secrets> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT')
      throw new SecretsUnreadable(`The keys in ${path} can't be read. Allow this user to read the file.`, {
        cause: error,
      });
    if (isFirstStart) return createSecrets(path);
    throw new SecretsUnreadable(
      `The keys of this installation are missing, but its database is in use. Put your copy back: cp <copy of secrets.json> ${path}. Without a copy, create new keys: npm run keys:new (everyone has to sign in again, and vendor keys and second factors have to be set up again).`,
    );
  }
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch {
    content = null;
  }
  const parsed = secretsSchema.safeParse(content);
  // New keys in the place of damaged ones would sign everybody out and lose every vendor key, so nothing is overwritten.
  if (!parsed.success)
    throw new SecretsUnreadable(
      `The keys in ${path} are damaged. Restore the file from a backup, or move it away to start with new keys (everybody must sign in again, vendor keys must be entered again).`,
    );
  return parsed.data;
}

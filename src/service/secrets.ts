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

export type Secrets = Readonly<z.infer<typeof secretsSchema>>;

/** Thrown if the file with the keys can't be used. The file was not changed, and the message says what to do. */
export class SecretsUnreadable extends Error {
  override readonly name = 'SecretsUnreadable';
  /** Advice for the command line, which users of the desktop app don't have. */
  readonly commands: string | undefined;

  constructor(message: string, { commands, ...options }: ErrorOptions & { readonly commands?: string } = {}) {
    super(message, options);
    this.commands = commands;
  }
}

const randomToken = (bytes: number) => randomBytes(bytes).toString('base64url');

const generateSecrets = (): Secrets => ({
  jwtSecret: randomToken(48),
  publishableKey: `sb_publishable_${randomToken(24)}`,
  secretKey: `sb_secret_${randomToken(32)}`,
  encryptionKeys: `${randomToken(4)}:${randomBytes(32).toString('base64')}`,
});

/** Writes a file that only its owner may read. It is renamed after fsync, so that it is never incomplete. */
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

/** Creates the keys of an installation. Throws SecretsUnreadable if it already has keys. */
export async function createSecrets(path: string): Promise<Secrets> {
  if (await exists(path)) throw new SecretsUnreadable(`${path} already contains keys. Nothing was changed.`);
  const secrets = generateSecrets();
  await ensureDataDirectory(dirname(path));
  await writePrivately(path, `${JSON.stringify(secrets, null, 2)}\n`);
  return secrets;
}

/**
 * Reads the installation's keys, or creates them at the first start.
 *
 * @param isFirstStart false if the database is in use, because its vendor keys and sessions need their original keys
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
      `The keys of this installation are missing, but its database is in use. Put your copy of secrets.json back: ${path}.`,
      {
        commands: `Without a copy, create new keys: npm run keys:new (everyone has to sign in again, and vendor keys and second factors have to be set up again).`,
      },
    );
  }
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch {
    content = null;
  }
  const parsed = secretsSchema.safeParse(content);
  // Not overwritten, because new keys would sign everyone out and make all vendor keys unreadable.
  if (!parsed.success)
    throw new SecretsUnreadable(
      `The keys in ${path} are damaged. Restore the file from a backup, or move it away to start with new keys (everyone has to sign in again, and vendor keys have to be entered again).`,
    );
  return parsed.data;
}

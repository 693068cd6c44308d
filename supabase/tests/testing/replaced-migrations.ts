import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliDecompressSync } from 'node:zlib';
import { migrate } from '../../../src/service/database/migrate.ts';
import type { OpenedDatabase } from '../../../src/service/database/opened-database.ts';

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));

export const sources = { migrations: path('../../migrations'), seed: path('../../seed.sql') };

/** Applies the migrations that the baseline has replaced. A compressed file contains their texts. */
export async function applyReplacedMigrations(database: OpenedDatabase): Promise<void> {
  const packed = brotliDecompressSync(await readFile(path('replaced-migrations.json.br'))).toString();
  const folder = await mkdtemp(join(tmpdir(), 'clover-replaced-'));
  try {
    for (const [file, sql] of Object.entries(JSON.parse(packed) as Record<string, string>))
      await writeFile(join(folder, file), sql);
    await migrate(database, { migrations: folder, seed: sources.seed });
  } finally {
    await rm(folder, { recursive: true });
  }
}

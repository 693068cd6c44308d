// npm run restore: replaces a damaged or missing database with a backup. The damaged database is kept under another
// name.
import { join, resolve } from 'node:path';
import { supportedVersions } from '../src/service/database/migrate.ts';
import { restoreBackup, restoreToNewDirectory } from '../src/service/database/restore.ts';
import { parseEnvironment } from '../src/service/environment.ts';
import { readCommandLine } from './lib/command-line.mjs';

const usage = `Usage: npm run restore [-- options]

Replaces the database of the stopped service with its newest backup. The previous database is renamed and kept.

  --backup <name>   restores this backup instead of the newest one
  --from <folder>   restores into an empty CLOVER_DATA_DIR, from a folder with "backups" and "secrets.json"`;
const values = readCommandLine(usage, { backup: { type: 'string' }, from: { type: 'string' } });

try {
  const { dataDir } = parseEnvironment(process.env);
  const schemas = await supportedVersions(join(import.meta.dirname, '..', 'supabase', 'migrations'));
  const choice = { name: values.backup, schemas };
  if (values.from === undefined) {
    const database = join(dataDir, 'database');
    const { backup, setAside } = await restoreBackup(database, {
      ...choice,
      backups: join(dataDir, 'backups'),
    });
    console.log(`The backup ${backup} is in place. The previous database is in ${setAside}.`);
  } else {
    const backup = await restoreToNewDirectory(dataDir, resolve(values.from), choice);
    console.log(`${dataDir} contains the backup ${backup} and its keys.`);
  }
  console.log('Start again with: npm start');
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

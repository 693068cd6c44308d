// npm run restore: puts the newest backup in the place of a damaged database, which is set aside and kept.
//   -- --backup <name>   another one of the backups
//   -- --from <folder>   into an empty CLOVER_DATA_DIR, from a folder that holds `backups` and `secrets.json`
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { readMigrations } from '../src/service/database/migrate.ts';
import { restoreBackup, restoreElsewhere } from '../src/service/database/restore.ts';
import { parseEnvironment } from '../src/service/environment.ts';

try {
  const { values } = parseArgs({ options: { backup: { type: 'string' }, from: { type: 'string' } } });
  const { dataDir } = parseEnvironment(process.env);
  const migrations = await readMigrations(join(import.meta.dirname, '..', 'supabase', 'migrations'));
  const choice = { name: values.backup, schemas: new Set(migrations.map(({ version }) => version)) };
  if (values.from === undefined) {
    const database = join(dataDir, 'database');
    const { backup, setAside } = await restoreBackup(database, {
      ...choice,
      backups: join(dataDir, 'backups'),
    });
    console.log(`The backup ${backup} is in place. The former database lies in ${setAside}.`);
  } else {
    const backup = await restoreElsewhere(dataDir, resolve(values.from), choice);
    console.log(`${dataDir} holds the backup ${backup} and the keys that belong to it.`);
  }
  console.log('Start again with: npm start');
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

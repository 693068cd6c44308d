// npm run restore: puts the newest backup in the place of a damaged database. The damaged one is set aside and kept.
import { join } from 'node:path';
import { restoreNewestBackup } from '../src/service/database/restore.ts';
import { parseEnvironment } from '../src/service/environment.ts';

try {
  const { dataDir } = parseEnvironment(process.env);
  const { backup, setAside } = await restoreNewestBackup(join(dataDir, 'database'), join(dataDir, 'backups'));
  console.log(
    `The backup ${backup} is in place. The former database lies in ${setAside}.\nStart again with: npm start`,
  );
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

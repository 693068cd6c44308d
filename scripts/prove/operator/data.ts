import { spawnSync } from 'node:child_process';
import { open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '../../lib/run.mjs';
import { openDatabase } from '../../../src/service/database/open.ts';
import type { Fault } from './fault.ts';
import { sourceService, startServiceProcess } from '../lib/service-process.ts';
import { observeRefusal, startAndFail } from './start.ts';

/** Creates an installation that has run once and is stopped. */
async function installation(folder: string): Promise<{ readonly CLOVER_DATA_DIR: string }> {
  const environment = { CLOVER_DATA_DIR: join(folder, 'data') };
  await (await startServiceProcess(sourceService, environment)).stop();
  return environment;
}

/** Runs one of the project's commands. Returns its exit code and its output in one line. */
function runCommand(script: string, environment: Readonly<Record<string, string>>, ...options: string[]) {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(root, 'scripts', script), ...options],
    {
      encoding: 'utf8',
      env: { ...process.env, ...environment },
    },
  );
  return { status, output: `${stdout}${stderr}`.trim().split('\n').join(' / ') };
}

/** Changes one bit in the middle of the largest table. */
async function flipOneBit(dataDir: string): Promise<void> {
  const databases = join(dataDir, 'database', 'base');
  const files: { readonly path: string; readonly size: number }[] = [];
  for (const database of await readdir(databases))
    for (const name of await readdir(join(databases, database)))
      if (/^\d+$/.test(name)) {
        const path = join(databases, database, name);
        files.push({ path, size: (await stat(path)).size });
      }
  const largest = files.toSorted((one, other) => other.size - one.size)[0];
  if (!largest) throw new Error('There is no table.');
  const file = await open(largest.path, 'r+');
  const byte = Buffer.alloc(1);
  // Rows are stored from the end of a page, so the changed bit is in use.
  await file.read(byte, 0, 1, largest.size - 100);
  byte.writeUInt8(byte.readUInt8(0) ^ 1, 0);
  await file.write(byte, 0, 1, largest.size - 100);
  await file.close();
}

const backupsOf = async (dataDir: string) => (await readdir(join(dataDir, 'backups'))).toSorted().join(' ');

export const dataFaults: readonly Fault[] = [
  {
    name: 'the database is missing beside its backups',
    async run(folder) {
      const environment = await installation(folder);
      await rm(join(environment.CLOVER_DATA_DIR, 'database'), { recursive: true });
      const seen = observeRefusal(
        await startAndFail(environment),
        /is missing, but there are backups.*npm run restore/s,
      );
      const restored = runCommand('restore.ts', environment);
      const again = await startServiceProcess(sourceService, environment);
      const ready = await again.readyz();
      await again.stop();
      return {
        ...seen,
        readyz: `not running; after npm run restore ${ready}`,
        isRight: seen.isRight && restored.status === 0 && ready.startsWith('200'),
      };
    },
  },
  {
    name: 'secrets.json is missing beside its database',
    async run(folder) {
      const environment = await installation(folder);
      await rm(join(environment.CLOVER_DATA_DIR, 'secrets.json'));
      const seen = observeRefusal(
        await startAndFail(environment),
        /Put your copy of secrets.json back: .*npm run keys:new/s,
      );
      const created = runCommand('new-keys.ts', environment);
      const again = await startServiceProcess(sourceService, environment);
      const ready = await again.readyz();
      await again.stop();
      return {
        ...seen,
        readyz: `not running; after npm run keys:new ${ready}`,
        isRight: seen.isRight && created.status === 0 && ready.startsWith('200'),
      };
    },
  },
  {
    name: 'one bit of the stopped database has changed',
    async run(folder) {
      const environment = await installation(folder);
      await flipOneBit(environment.CLOVER_DATA_DIR);
      const backups = await backupsOf(environment.CLOVER_DATA_DIR);
      const seen = observeRefusal(
        await startAndFail(environment),
        /is damaged: the checksum of base\/\d+\/\d+ is wrong.*npm run restore/s,
      );
      const hasSameBackups = (await backupsOf(environment.CLOVER_DATA_DIR)) === backups;
      const restored = runCommand('restore.ts', environment);
      const again = await startServiceProcess(sourceService, environment);
      const ready = await again.readyz();
      await again.stop();
      return {
        ...seen,
        readyz: `not running; after npm run restore ${ready}`,
        isRight: seen.isRight && hasSameBackups && restored.status === 0 && ready.startsWith('200'),
      };
    },
  },
  {
    name: 'one bit of the running database has changed',
    async run(folder) {
      const environment = await installation(folder);
      const service = await startServiceProcess(sourceService, environment);
      const before = await backupsOf(environment.CLOVER_DATA_DIR);
      await flipOneBit(environment.CLOVER_DATA_DIR);
      process.kill(service.pid, 'SIGUSR2');
      const log = await service.logged('database-damaged');
      const readyz = await service.readyz();
      await service.stop();
      const after = await backupsOf(environment.CLOVER_DATA_DIR);
      return {
        readyz,
        log,
        user: after === before ? 'continues; the good backups are kept' : `other backups: ${after}`,
        isRight: readyz.startsWith('503') && readyz.includes('damaged') && after === before,
      };
    },
  },
  {
    name: 'data of another version',
    async run(folder) {
      const environment = await installation(folder);
      const place = { dataDir: join(environment.CLOVER_DATA_DIR, 'database') };
      const database = await openDatabase(place);
      await database.query(`update supabase_migrations.schema_migrations set statements = '{select 1}'`);
      await database.close();
      const seen = observeRefusal(
        await startAndFail(environment),
        /can't upgrade.*Nothing was changed.*export them under Account/s,
      );
      const again = await openDatabase(place);
      const rows = await again.query(
        `select from supabase_migrations.schema_migrations where statements <> '{select 1}'`,
      );
      await again.close();
      return {
        ...seen,
        user: `${seen.user}, data ${rows.length === 0 ? 'as they were' : 'CHANGED'}`,
        isRight: seen.isRight && rows.length === 0,
      };
    },
  },
  {
    name: 'keys:rotate with --help',
    async run(folder) {
      const environment = await installation(folder);
      const secrets = join(environment.CLOVER_DATA_DIR, 'secrets.json');
      const before = (await stat(secrets)).mtimeMs;
      const help = runCommand('rotate-keys.ts', environment, '--help');
      const refused = runCommand('rotate-keys.ts', environment, 'now');
      const isUnchanged = (await stat(secrets)).mtimeMs === before;
      return {
        readyz: 'not running',
        log: help.output.slice(0, 160),
        user: `exit codes ${help.status} and ${refused.status}, keys ${isUnchanged ? 'unchanged' : 'CHANGED'}`,
        isRight: help.status === 0 && refused.status === 1 && isUnchanged,
      };
    },
  },
];

// Uploads, sends, downloads and deletes files of eight accounts at random while the service is killed: afterwards no file
// may be without a row, no row without its file, and all files of messages must be unchanged. `npm run prove -- objects
// [acts] [kills] [seed]`, with 1,000 acts and 20 kills by default.
import { readdir, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { openDatabase } from '../../src/service/database/open.ts';
import { ensureBuilt } from '../lib/build.mjs';
import { withFolder } from './lib/databases.ts';
import { Random, seedOf } from './lib/random.ts';
import { builtService, startServiceProcess, type ServiceProcess } from './lib/service-process.ts';
import { Person } from './objects/person.ts';

const [acts = 1_000, kills = 20, seed = Date.now() % 2 ** 31] = process.argv.slice(2).map(Number);
const accounts = 8;
const hour = 60 * 60_000;

/** Compares the files with the database's rows. The service must not be running. */
async function compare(dataDir: string) {
  const database = await openDatabase({ dataDir: join(dataDir, 'database') });
  try {
    const rows = await database.query<{ version: string }>('select version from storage.objects');
    const versions = new Set(rows.map(({ version }) => version));
    const entries = await readdir(join(dataDir, 'objects'), { recursive: true, withFileTypes: true });
    const files = entries.filter((entry) => entry.isFile());
    const names = new Set(files.map(({ name }) => name));
    return {
      paths: files.map(({ parentPath, name }) => join(parentPath, name)),
      objects: versions.size,
      orphaned: files.filter(({ name }) => !versions.has(name)).length,
      missing: [...versions].filter((version) => !names.has(version)).length,
    };
  } finally {
    await database.close();
  }
}

/** Starts the service again on the port of its first start, so that clients stay connected. */
async function openService(dataDir: string) {
  let service = await startServiceProcess(builtService, { CLOVER_DATA_DIR: dataDir });
  const { port } = new URL(service.url);
  return {
    current: (): ServiceProcess => service,
    async start() {
      service = await startServiceProcess(builtService, { CLOVER_DATA_DIR: dataDir, PORT: port });
    },
  };
}

async function prove(dataDir: string): Promise<boolean> {
  const random = new Random(seed);
  const service = await openService(dataDir);
  const people = Array.from(
    { length: accounts },
    (_, place) => new Person(service.current, new Random(seedOf(seed, place))),
  );
  let [done, interrupted] = [0, 0];
  const faults: string[] = [];
  /** Resolves when the killed service runs again. */
  let restart: PromiseWithResolvers<void> | null = null;
  const live = async (person: Person) => {
    while (done < acts) {
      await restart?.promise;
      await person.act().catch((error: Error) => {
        if (restart) interrupted += 1;
        else faults.push(error.message);
      });
      done += 1;
    }
  };
  const lives = Promise.all(people.map(live));
  for (let kill = 1; kill <= kills; kill += 1) {
    while (done < Math.min((acts * kill) / (kills + 0.5), acts - accounts)) await pause(1);
    await pause(random.below(20));
    restart = Promise.withResolvers<void>();
    await service.current().stop('SIGKILL');
    if (kill === kills) {
      const { orphaned, missing } = await compare(dataDir);
      console.log(`after the last kill: ${orphaned} files without a row, ${missing} rows without a file`);
    }
    await service.start();
    const { resolve } = restart;
    restart = null;
    resolve();
  }
  await lives;
  const damaged = (await Promise.all(people.map((person) => person.findDamage()))).flat();
  const files = people.reduce((sum, { fileCount }) => sum + fileCount, 0);
  await service.current().stop();

  // The service removes such files once they are an hour old, because younger ones may belong to running uploads.
  const old = new Date(Date.now() - 2 * hour);
  for (const path of (await compare(dataDir)).paths) await utimes(path, old, old);
  await service.start();
  await service.current().stop();
  const { objects, orphaned, missing } = await compare(dataDir);
  for (const fault of new Set(faults)) console.log(`FAILED ${fault}`);
  console.log(
    `${done} acts, ${kills} kills, ${interrupted} acts interrupted (seed ${seed}): ${objects} objects, ${orphaned} orphaned, ` +
      `${missing} missing; of ${files} files of messages ${damaged.length} lost or changed`,
  );
  return done >= acts && files > 0 && orphaned + missing + damaged.length + faults.length === 0;
}

// supabase-js logs each request that a kill interrupts.
console.error = () => {};
await ensureBuilt('web', 'service');
await withFolder('objects', async (folder) => {
  process.exitCode = (await prove(join(folder, 'data'))) ? 0 : 1;
});

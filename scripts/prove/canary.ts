// Enters vendor keys in every possible way, then searches responses, output, tables, files and backups: no key may be
// readable. `npm run prove -- canary` runs every flow that uses a key, with a vendor that repeats the key in all its
// errors. It searches for plain text, base64, hex and URL-encoded parts.
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { startVendor } from '../../e2e/vendor/vendor.ts';
import { openDatabase, type DatabaseSource } from '../../src/service/database/open.ts';
import { dumpTables, filesBelow, runCanary, searchPieces } from '../../src/service/testing/canary.ts';
import { withFolder, withPostgresIn } from './lib/databases.ts';
import { sourceService, startServiceProcess } from './lib/service-process.ts';

interface Installation {
  readonly name: string;
  readonly dataDir: string;
  readonly environment: Readonly<Record<string, string>>;
  /** How to open the database after the service has stopped. */
  readonly source: DatabaseSource;
  /** The folders with all of the installation's data. */
  readonly folders: readonly string[];
}

/** Tests one installation. Resolves to the number of places where a key is readable. */
async function prove({ name, dataDir, environment, source, folders }: Installation): Promise<number> {
  const vendor = await startVendor();
  const service = await startServiceProcess(sourceService, { CLOVER_DATA_DIR: dataDir, ...environment });
  const { admin: owner } = service;

  const signIn = async (table: string, row: Readonly<Record<string, string>>) => {
    const [email, password] = [`${randomUUID()}@example.test`, randomUUID()];
    const created = await owner.auth.admin.createUser({ email, password, email_confirm: true });
    if (created.error) throw created.error;
    const { error } = await owner.from(table).insert({ user_id: created.data.user.id, ...row });
    if (error) throw new Error(error.message);
    const session = await service.newClient().auth.signInWithPassword({ email, password });
    if (session.error) throw session.error;
    return session.data.session.access_token;
  };

  const admin = await signIn('user_roles', { role: 'admin' });
  const user = await signIn('subscriptions', { plan: 'professional', source: 'admin' });
  await owner.from('api_vendors').update({ endpoint_url: vendor.endpoints.openai }).eq('name', 'openai');
  const run = await runCanary({ url: service.url, admin, user }, vendor);
  // A clean stop also writes a backup.
  await service.stop();
  await vendor.close();

  const keys = Object.values(run.secrets);
  const database = await openDatabase(source);
  const tables = await dumpTables(database);
  await database.close();
  const wasEncrypted = tables.some(
    ([table, rows]) => table === 'table public.api_vendors' && rows.includes('v1.'),
  );
  const wasSent = [keys[0] ?? '', keys[1] ?? ''].every(
    (key) => searchPieces([['sent', run.sent]], [key]).found.length > 0,
  );
  const files = await filesBelow(folders);
  const places = {
    responses: run.responses,
    'the output': [['the output', service.output()]] as const,
    tables,
    'files and backups': files,
  };
  let open = 0;
  console.log(`\n${name}: ${keys.length} keys, ${run.faults} faults, ${run.responses.length} responses`);
  for (const [place, pieces] of Object.entries(places)) {
    const { bytes, found } = searchPieces(pieces, keys);
    open += found.length;
    console.log(
      `  ${place}: ${pieces.length} pieces, ${(bytes / 1e6).toFixed(1)} MB, found ${found.length} times`,
    );
    for (const line of found.slice(0, 20)) console.log(`    ${line}`);
  }
  if (!wasSent || !wasEncrypted)
    console.log('  The keys were not used or not stored, so this proves nothing.');
  return wasSent && wasEncrypted ? open : open + 1;
}

const open = await withFolder('canary', async (folder) => {
  const dataDir = join(folder, 'embedded');
  const embedded = await prove({
    name: 'The embedded database',
    dataDir,
    environment: {},
    source: { dataDir: join(dataDir, 'database') },
    folders: [dataDir],
  });
  const server = await withPostgresIn(folder, async (postgres) => {
    const url = `${postgres.url}/postgres`;
    return prove({
      name: 'PostgreSQL',
      dataDir: join(folder, 'beside'),
      environment: { CLOVER_DATABASE_URL: url },
      source: { url },
      folders: [join(folder, 'beside'), join(folder, 'postgres')],
    });
  });
  return embedded + (server ?? 0);
});
console.log(open === 0 ? '\nNo key is readable anywhere.' : `\nA key is readable in ${open} places.`);
process.exitCode = open === 0 ? 0 : 1;

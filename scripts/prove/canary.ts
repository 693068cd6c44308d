// npm run prove:canary: enters a key by each path of the service, runs every flow that touches a key against a vendor
// that sends it back in all its faults, then looks for the key everywhere: answers, output, tables, files, backups.
// Ends with 1 when it lies open anywhere, in plain text, base64, hex or as part of a URL.
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@supabase/supabase-js';
import { startVendor } from '../../e2e/vendor/vendor.ts';
import { openDatabase, type DatabaseSource } from '../../src/service/database/open.ts';
import { dumpTables, filesBelow, runCanary, searchPieces } from '../../src/service/testing/canary.ts';
import { startPostgres } from '../../src/service/testing/postgres-server.ts';
import { stopProcess } from './lib/service-process.ts';

const main = join(import.meta.dirname, '..', '..', 'src', 'service', 'main.ts');

/** The service as it ships, with everything that it prints. */
async function startPrinting(environment: Readonly<Record<string, string>>) {
  const child = spawn(process.execPath, [main], { env: { ...process.env, ...environment } });
  let printed = '';
  const url = await new Promise<string>((resolve, reject) => {
    const listen = (chunk: Buffer) => {
      printed += chunk.toString();
      const [, ready] = /^Clover is ready at (\S+)$/m.exec(printed) ?? [];
      if (ready !== undefined) resolve(ready);
    };
    child.stdout.on('data', listen);
    child.stderr.on('data', listen);
    child.once('exit', () => reject(new Error(`The service ended before it was ready:\n${printed}`)));
  });
  return { url, stop: () => stopProcess(child), printed: () => printed };
}

interface Installation {
  readonly name: string;
  readonly dataDir: string;
  readonly environment: Readonly<Record<string, string>>;
  /** How the database is opened once the service has stopped. */
  readonly source: DatabaseSource;
  /** Folders with everything that the installation keeps. */
  readonly folders: readonly string[];
}

/** Runs everything on one installation. Resolves to the number of places in which a key lay open. */
async function prove({ name, dataDir, environment, source, folders }: Installation): Promise<number> {
  const vendor = await startVendor();
  const service = await startPrinting({ PORT: '0', CLOVER_DATA_DIR: dataDir, ...environment });
  const secrets = JSON.parse(await readFile(join(dataDir, 'secrets.json'), 'utf8')) as Record<string, string>;
  const connect = (key = '') =>
    createClient(service.url, key, { auth: { persistSession: false, autoRefreshToken: false } });
  const owner = connect(secrets['secretKey']);

  const signIn = async (table: string, row: Readonly<Record<string, string>>) => {
    const [email, password] = [`${randomUUID()}@example.test`, randomUUID()];
    const made = await owner.auth.admin.createUser({ email, password, email_confirm: true });
    if (made.error) throw made.error;
    const { error } = await owner.from(table).insert({ user_id: made.data.user.id, ...row });
    if (error) throw new Error(error.message);
    const session = await connect(secrets['publishableKey']).auth.signInWithPassword({ email, password });
    if (session.error) throw session.error;
    return session.data.session.access_token;
  };

  const admin = await signIn('user_roles', { role: 'admin' });
  const user = await signIn('subscriptions', { plan: 'professional', source: 'admin' });
  await owner.from('api_vendors').update({ endpoint_url: vendor.endpoints.openai }).eq('name', 'openai');
  const run = await runCanary({ url: service.url, admin, user }, vendor);
  // A clean stop makes a backup as well.
  await service.stop();
  await vendor.close();

  const keys = Object.values(run.secrets);
  const database = await openDatabase(source);
  const tables = await dumpTables(database);
  await database.close();
  const wasSealed = tables.some(
    ([table, rows]) => table === 'table public.api_vendors' && rows.includes('v1.'),
  );
  const wasSent = [keys[0] ?? '', keys[1] ?? ''].every(
    (key) => searchPieces([['sent', run.sent]], [key]).found.length > 0,
  );
  const files = await filesBelow(folders);
  const places = {
    answers: run.answers,
    'the output': [['the output', service.printed()]] as const,
    tables,
    'files and backups': files,
  };
  let open = 0;
  console.log(`\n${name}: ${keys.length} keys, ${run.faults} faults, ${run.answers.length} answers`);
  for (const [place, pieces] of Object.entries(places)) {
    const { bytes, found } = searchPieces(pieces, keys);
    open += found.length;
    console.log(
      `  ${place}: ${pieces.length} pieces, ${(bytes / 1e6).toFixed(1)} MB, found ${found.length} times`,
    );
    for (const line of found.slice(0, 20)) console.log(`    ${line}`);
  }
  if (!wasSent || !wasSealed) console.log('  The keys were not used or not stored, so this proves nothing.');
  return wasSent && wasSealed ? open : open + 1;
}

const folder = await mkdtemp(join(tmpdir(), 'clover-canary-'));
// PostgreSQL runs as another user where this runs as root, and must be able to pass through.
await chmod(folder, 0o711);
let open = 0;
try {
  const dataDir = join(folder, 'embedded');
  open += await prove({
    name: 'The embedded database',
    dataDir,
    environment: {},
    source: { dataDir: join(dataDir, 'database') },
    folders: [dataDir],
  });

  const cluster = join(folder, 'postgres');
  const server = await startPostgres(cluster);
  if (server) {
    const url = `${server.url}/postgres`;
    try {
      open += await prove({
        name: 'PostgreSQL',
        dataDir: join(folder, 'beside'),
        environment: { CLOVER_DATABASE_URL: url },
        source: { url },
        folders: [join(folder, 'beside'), cluster],
      });
    } finally {
      await server.stop();
    }
  } else console.log('not run here: PostgreSQL is not installed');
} finally {
  await rm(folder, { recursive: true, force: true });
}
console.log(open === 0 ? '\nNo key lies open anywhere.' : `\nA key lies open in ${open} places.`);
process.exitCode = open === 0 ? 0 : 1;

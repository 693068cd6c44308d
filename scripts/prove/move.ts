// Moves an installation to PostgreSQL and back, killed 10 times each way: all rows must arrive, and passwords must
// still work. `npm run prove -- move [users] [messages] [kills]` moves 1,000 users and 100,000 messages by default,
// compares counts and hashes, and signs in on both sides with supabase-js. Needs `npm run build:service`.
import { join } from 'node:path';
import { Secret, TOTP } from 'otpauth';
import { openDatabase } from '../../src/service/database/open.ts';
import { findTemplate } from '../../src/service/database/template.ts';
import { authSchema } from '../../src/service/auth/schema.ts';
import { comparableSettings, fingerprint, readShape } from '../../src/service/move/rows.ts';
import { movedTables } from '../../src/service/move/tables.ts';
import type { FilledInstallation } from '../../src/service/move/testing/installation.ts';
import { killMove } from '../../src/service/move/testing/move-kills.ts';
import {
  templatesFolder,
  hashOfFolder,
  makeInstallation,
  productSources,
  runMove,
  type MoveArguments,
} from '../../src/service/move/testing/places.ts';
import { withPostgresServer } from './lib/databases.ts';
import { secondsSince } from './lib/figures.ts';
import { builtService, startServiceProcess } from './lib/service-process.ts';

const users = Number(process.argv[2] ?? 1_000);
const messages = Number(process.argv[3] ?? 100_000);
const kills = Number(process.argv[4] ?? 10);
const limits = { rows: 1_000, bytes: 4 * 1024 * 1024 };
const failures: string[] = [];

const since = (start: number) => secondsSince(start).toFixed(1);
const expect = (isTrue: boolean, what: string) => {
  if (!isTrue) failures.push(what);
};

/** Hashes all tables that are moved. The move itself decrypts encrypted columns and compares them. */
async function hashesOf(source: { readonly url: string } | { readonly dataDir: string }) {
  const database = await openDatabase(source);
  try {
    return await database.transaction(async (tx) => {
      await tx.query(comparableSettings);
      const hashes: Record<string, string> = {};
      for (const { name, encrypted } of movedTables) {
        const { rows, hash } = await fingerprint(tx, await readShape(tx, tx, name), encrypted);
        hashes[name] = `${rows} ${hash}`;
      }
      return hashes;
    });
  } finally {
    await database.close();
  }
}

/** Kills a move at `kills` points, then completes it and reports. */
async function proveDirection(name: string, way: MoveArguments, batches: number): Promise<void> {
  const start = performance.now();
  let interrupted = 0;
  for (let round = 0; round < kills; round += 1) {
    const { wasKilled } = await killMove(
      { to: way.to, limits, sources: productSources, templates: templatesFolder },
      way.environment,
      // Each kill is a little early, because it takes effect some batches later.
      Math.max(1, Math.floor((0.8 * batches) / kills)),
    );
    if (wasKilled) interrupted += 1;
  }
  const last = performance.now();
  const report = await runMove(way, { limits });
  const rows = Object.values(report.tables).reduce((sum, each) => sum + each, 0);
  expect(interrupted === kills, `${name}: only ${interrupted} of ${kills} kills came before the end`);
  expect(report.recopied.length === 0, `${name}: ${report.recopied.join(', ')} had to be copied again`);
  expect(report.vendorKeys === 1 && report.factors === 1, `${name}: not every secret was moved`);
  console.log(
    `${name}: killed ${interrupted} times, ${rows} rows in ${Object.keys(report.tables).length} tables, ` +
      `${report.tables['auth.users']} users, ${report.tables['public.chat_messages']} messages; ` +
      `${since(start)} s in all, the last run with its comparison ${since(last)} s`,
  );
}

/** Starts the built service on the target and signs in with the source's accounts. */
async function proveSignIn(
  name: string,
  environment: Readonly<Record<string, string>>,
  { accounts, factorSecret, text }: FilledInstallation,
): Promise<void> {
  const service = await startServiceProcess(builtService, environment);
  try {
    let signedIn = 0;
    for (const account of accounts)
      if (!(await service.newClient().auth.signInWithPassword(account)).error) signedIn += 1;
    const client = service.newClient();
    await client.auth.signInWithPassword(accounts[0] ?? { email: '', password: '' });
    const { data: factors } = await client.auth.mfa.listFactors();
    const confirmed = await client.auth.mfa.challengeAndVerify({
      factorId: factors?.totp[0]?.id ?? '',
      code: new TOTP({ secret: Secret.fromBase32(factorSecret) }).generate(),
    });
    const { data: texts } = await client.from('chat_messages').select('content').eq('content', text);
    expect(signedIn === accounts.length, `${name}: ${signedIn} of ${accounts.length} signed in`);
    expect(confirmed.error === null, `${name}: the second factor was refused`);
    expect((texts ?? []).length > 0, `${name}: a message is missing`);
    console.log(
      `${name}: ${signedIn} of ${accounts.length} signed in with their old passwords, ` +
        `${confirmed.error ? 'NOT ' : ''}with the old second factor`,
    );
  } finally {
    await service.stop();
  }
}

const isProven = await withPostgresServer('move', async (postgres, folder) => {
  const source = join(folder, 'source');
  /** Contains only keys, because the data is in PostgreSQL. */
  const target = join(folder, 'target');
  const back = join(folder, 'back');
  const url = `${postgres.url}/postgres`;
  const filling = performance.now();
  const template = await findTemplate(templatesFolder, { authSchema, ...productSources });
  if (template === undefined) throw new Error('Run npm run build:service first.');
  const filled = await makeInstallation(source, template, { users, messages });
  console.log(`source: filled with ${users} users and ${messages} messages in ${since(filling)} s`);
  const files = await hashOfFolder(join(source, 'database'));

  // Each table has at least one batch, and a last one that finds no more rows.
  const batches = movedTables.length + Math.ceil((2.2 * messages) / limits.rows);
  await proveDirection(
    'to PostgreSQL',
    { to: url, environment: { CLOVER_DATA_DIR: source, CLOVER_TARGET_DATA_DIR: target } },
    batches,
  );
  expect((await hashOfFolder(join(source, 'database'))) === files, 'the files of the source have changed');
  const moved = await hashesOf({ url });
  await proveDirection(
    'back into a data directory',
    { to: back, environment: { CLOVER_DATABASE_URL: url, CLOVER_DATA_DIR: target } },
    batches,
  );
  const returned = await hashesOf({ dataDir: join(back, 'database') });
  const original = await hashesOf({ dataDir: join(source, 'database') });
  for (const { name } of movedTables) {
    expect(moved[name] === original[name], `${name} in PostgreSQL differs from the source`);
    expect(returned[name] === original[name], `${name} after the return differs from the source`);
  }
  console.log(
    `hashes: ${movedTables.length} tables compared between the source, PostgreSQL and the returned installation; the source's files are ${failures.some((each) => each.startsWith('the files')) ? 'NOT ' : ''}unchanged`,
  );
  await proveSignIn('service over PostgreSQL', { CLOVER_DATABASE_URL: url, CLOVER_DATA_DIR: target }, filled);
  await proveSignIn('service over the returned installation', { CLOVER_DATA_DIR: back }, filled);
  for (const failure of failures) console.log(`WRONG: ${failure}`);
  return failures.length === 0;
});
process.exitCode = isProven ? 0 : 1;

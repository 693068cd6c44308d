// Moves an installation of 1,000 users and 100,000 messages from the embedded database to PostgreSQL and back into a
// data directory, killed (-9) at 10 points each way, and signs in on both with the old passwords through supabase-js
// against the service as it ships. `npm run prove:move [users] [messages] [kills]` prints the figures and ends with 1
// where counts or hashes differ, or anything that must come along has not. Needs `npm run build:service` before it.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createClient } from '@supabase/supabase-js';
import { Secret, TOTP } from 'otpauth';
import { openDatabase } from '../../src/service/database/open.ts';
import { findTemplate } from '../../src/service/database/template.ts';
import { authSchema } from '../../src/service/auth/schema.ts';
import { comparable, fingerprint, readShape } from '../../src/service/move/rows.ts';
import { movedTables } from '../../src/service/move/tables.ts';
import type { FilledInstallation } from '../../src/service/move/testing/installation.ts';
import { killMove } from '../../src/service/move/testing/move-kills.ts';
import {
  builtTemplates,
  hashOfFolder,
  makeInstallation,
  productSources,
  runMove,
  type Way,
} from '../../src/service/move/testing/places.ts';
import { withServer } from './lib/proof-database.ts';
import { startProcess, stopProcess } from './lib/service-process.ts';

const users = Number(process.argv[2] ?? 1_000);
const messages = Number(process.argv[3] ?? 100_000);
const kills = Number(process.argv[4] ?? 10);
const limits = { rows: 1_000, bytes: 4 * 1024 * 1024 };
const main = fileURLToPath(new URL('../../out/service/main.js', import.meta.url));
const failures: string[] = [];

/** Seconds since `began`. */
const since = (began: number) => ((performance.now() - began) / 1_000).toFixed(1);
const expect = (isTrue: boolean, what: string) => {
  if (!isTrue) failures.push(what);
};

/** Hashes of all tables that move; the sealed columns are compared by the move itself, opened. */
async function hashesOf(source: { readonly url: string } | { readonly dataDir: string }) {
  const database = await openDatabase(source);
  try {
    return await database.transaction(async (tx) => {
      await tx.query(comparable);
      const hashes: Record<string, string> = {};
      for (const { name, sealed } of movedTables) {
        const { rows, hash } = await fingerprint(tx, await readShape(tx, tx, name), sealed);
        hashes[name] = `${rows} ${hash}`;
      }
      return hashes;
    });
  } finally {
    await database.close();
  }
}

/** Kills a move at `kills` points over its length, lets the last run end, and tells how it went. */
async function proveWay(name: string, way: Way, batches: number): Promise<void> {
  const began = performance.now();
  let meanwhile = 0;
  for (let round = 0; round < kills; round += 1) {
    const { wasMeanwhile } = await killMove(
      { to: way.to, limits, sources: productSources, templates: builtTemplates },
      way.environment,
      // Evenly, and a little early, because a kill falls some batches after the one that it waits for.
      Math.max(1, Math.floor((0.8 * batches) / kills)),
    );
    if (wasMeanwhile) meanwhile += 1;
  }
  const last = performance.now();
  const report = await runMove(way, { limits });
  const rows = Object.values(report.tables).reduce((sum, each) => sum + each, 0);
  expect(meanwhile === kills, `${name}: only ${meanwhile} of ${kills} kills came before the end`);
  expect(report.again.length === 0, `${name}: ${report.again.join(', ')} had to be copied anew`);
  expect(report.vendorKeys === 1 && report.factors === 1, `${name}: not every secret came along`);
  console.log(
    `${name}: killed ${meanwhile} times, ${rows} rows in ${Object.keys(report.tables).length} tables, ` +
      `${report.tables['auth.users']} users, ${report.tables['public.chat_messages']} messages; ` +
      `${since(began)} s in all, the last run with its comparison ${since(last)} s`,
  );
}

/** Starts the service as it ships on a target, and signs in as people did at the source. */
async function proveSignIn(
  name: string,
  environment: Readonly<Record<string, string>>,
  { accounts, factorSecret, text }: FilledInstallation,
): Promise<void> {
  const ready = /^Clover is ready at (\S+)$/;
  const { line, process: child } = await startProcess(
    main,
    { PORT: '0', HOST: '127.0.0.1', ...environment },
    (said) => ready.test(said),
  );
  try {
    const url = ready.exec(line)?.[1] ?? '';
    const secrets = JSON.parse(
      await readFile(join(environment['CLOVER_DATA_DIR'] ?? '', 'secrets.json'), 'utf8'),
    ) as { readonly publishableKey: string };
    const newClient = () =>
      createClient(url, secrets.publishableKey, { auth: { persistSession: false, autoRefreshToken: false } });
    let signedIn = 0;
    for (const account of accounts)
      if (!(await newClient().auth.signInWithPassword(account)).error) signedIn += 1;
    const client = newClient();
    await client.auth.signInWithPassword(accounts[0] ?? { email: '', password: '' });
    const { data: factors } = await client.auth.mfa.listFactors();
    const confirmed = await client.auth.mfa.challengeAndVerify({
      factorId: factors?.totp[0]?.id ?? '',
      code: new TOTP({ secret: Secret.fromBase32(factorSecret) }).generate(),
    });
    const { data: texts } = await client.from('chat_messages').select('content').eq('content', text);
    expect(signedIn === accounts.length, `${name}: ${signedIn} of ${accounts.length} signed in`);
    expect(confirmed.error === null, `${name}: the second factor was refused`);
    expect((texts ?? []).length > 0, `${name}: a message is not read back`);
    console.log(
      `${name}: ${signedIn} of ${accounts.length} signed in with their old passwords, ` +
        `${confirmed.error ? 'NOT ' : ''}with the old second factor`,
    );
  } finally {
    await stopProcess(child);
  }
}

await withServer('move', async (postgres, folder) => {
  const source = join(folder, 'source');
  /** Keys alone: its database is the PostgreSQL. */
  const target = join(folder, 'target');
  const back = join(folder, 'back');
  const url = `${postgres.url}/postgres`;
  const filling = performance.now();
  const template = await findTemplate(builtTemplates, { authSchema, ...productSources });
  if (template === undefined) throw new Error('Run npm run build:service first.');
  const filled = await makeInstallation(source, template, { users, messages });
  console.log(`source: filled with ${users} users and ${messages} messages in ${since(filling)} s`);
  const files = await hashOfFolder(join(source, 'database'));

  // One batch a table at least, and one more that finds nothing left.
  const batches = movedTables.length + Math.ceil((2.2 * messages) / limits.rows);
  await proveWay(
    'to PostgreSQL',
    { to: url, environment: { CLOVER_DATA_DIR: source, CLOVER_TARGET_DATA_DIR: target } },
    batches,
  );
  expect((await hashOfFolder(join(source, 'database'))) === files, 'the files of the source have changed');
  const there = await hashesOf({ url });
  await proveWay(
    'back into a data directory',
    { to: back, environment: { CLOVER_DATABASE_URL: url, CLOVER_DATA_DIR: target } },
    batches,
  );
  const returned = await hashesOf({ dataDir: join(back, 'database') });
  const original = await hashesOf({ dataDir: join(source, 'database') });
  for (const { name } of movedTables) {
    expect(there[name] === original[name], `${name} in PostgreSQL differs from the source`);
    expect(returned[name] === original[name], `${name} that came back differs from the source`);
  }
  console.log(
    `hashes: ${movedTables.length} tables compared between the source, PostgreSQL and what came back; the source's files are ${failures.some((each) => each.startsWith('the files')) ? 'NOT ' : ''}unchanged`,
  );
  await proveSignIn('service over PostgreSQL', { CLOVER_DATABASE_URL: url, CLOVER_DATA_DIR: target }, filled);
  await proveSignIn('service over what came back', { CLOVER_DATA_DIR: back }, filled);
  for (const failure of failures) console.log(`WRONG: ${failure}`);
  return failures.length === 0;
});

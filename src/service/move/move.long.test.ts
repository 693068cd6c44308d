import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { decryptKey } from '../../../supabase/functions/_shared/envelope.ts';
import type { Database } from '../database/database.ts';
import { openDatabase } from '../database/open.ts';
import { parseEnvironment } from '../environment.ts';
import { bindingOf } from '../keys/rotate-ring.ts';
import { silentLog } from '../log.ts';
import { loadSecrets } from '../secrets.ts';
import { start } from '../start.ts';
import { createObjectFiles, objectFolder, objectsOf } from '../storage/object-files.ts';
import { startTestService } from '../testing/running-service.ts';
import { requireNoMove } from './progress.ts';
import { readInstallationKeys } from './source.ts';
import { movedTables } from './tables.ts';
import type { FilledInstallation } from './testing/installation.ts';
import { killMove } from './testing/move-kills.ts';
import {
  templatesFolder,
  hashOfFolder,
  makeEmptyDatabase,
  makeInstallation,
  productSources,
  runMove,
  type MoveArguments,
} from './testing/places.ts';

const { pglite, postgres } = inject('databases');
const dump = 'from' in pglite.migrated ? pglite.migrated.from : undefined;
const template = postgres && 'from' in postgres.migrated ? postgres.migrated.from : undefined;
const limits = { rows: 7, bytes: 3_000 };

// If PostgreSQL is not installed, the global setup reports it.
describe.runIf(postgres)('a move from one machine to PostgreSQL and back', () => {
  let folder: string;
  let source: string;
  let installation: FilledInstallation;
  let url: string;
  let drop: () => Promise<void>;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'clover-move-'));
    source = join(folder, 'source');
    installation = await makeInstallation(source, dump, { users: 6, messages: 120 });
    // Starts with the schema, which saves seconds. Other tests start with an empty database.
    ({ url, drop } = await makeEmptyDatabase(postgres!.url, template));
  });
  afterAll(async () => {
    await drop();
    await rm(folder, { recursive: true });
  });

  const there = (): MoveArguments => ({
    to: url,
    environment: { CLOVER_DATA_DIR: source, CLOVER_TARGET_DATA_DIR: join(folder, 'target') },
  });
  const back = (): MoveArguments => ({
    to: join(folder, 'back'),
    environment: { CLOVER_DATABASE_URL: url, CLOVER_DATA_DIR: join(folder, 'target') },
  });

  const countsOf = async (database: Database) => {
    const counts: Record<string, number> = {};
    for (const { name } of movedTables) {
      const [row] = await database.query<{ count: number }>(`select count(*)::int as count from ${name}`);
      counts[name] = row!.count;
    }
    return counts;
  };

  const expectMoved = async (
    database: Database & Parameters<typeof startTestService>[0],
    dataDir: string,
  ) => {
    const secrets = await loadSecrets(join(dataDir, 'secrets.json'));
    const service = await startTestService(database, silentLog, secrets);
    try {
      for (const account of installation.accounts)
        expect((await service.client().auth.signInWithPassword(account)).error).toBeNull();
      const client = service.client();
      await client.auth.signInWithPassword(installation.accounts[0]!);
      const { data: factors } = await client.auth.mfa.listFactors();
      const confirmed = await client.auth.mfa.challengeAndVerify({
        factorId: factors!.totp[0]!.id,
        code: new TOTP({ secret: Secret.fromBase32(installation.factorSecret) }).generate(),
      });
      expect(confirmed.error).toBeNull();
      const { data: chats } = await client
        .from('chat_history')
        .select('id')
        .order('created_at')
        .throwOnError();
      const { data: sent } = await client
        .from('chat_messages')
        .insert({ chat_id: chats[0]!.id, role: 'user', content: 'I have moved.' })
        .select('seq')
        .throwOnError();
      // New numbers must be higher than all moved ones, otherwise messages would appear in the wrong order.
      const [top] = await database.query<{ seq: number }>(
        `select max(seq)::int as seq from public.chat_messages where content <> 'I have moved.'`,
      );
      expect(sent[0]!.seq).toBeGreaterThan(top!.seq);
      const { data: found } = await client.rpc('search_messages', { query: 'quoted' }).throwOnError();
      expect(found).not.toHaveLength(0);
    } finally {
      await service.close();
    }
    const { path, bytes } = installation.file!;
    const [object] = await database.query<{ version: string }>(
      'select version from storage.objects where name = $1',
      [path],
    );
    const files = createObjectFiles(await objectFolder(database, objectsOf(dataDir)));
    const stream = await files.read(object!.version, { start: 0, end: bytes.length - 1 });
    expect(Buffer.from(await new Response(stream).arrayBuffer()).equals(bytes)).toBe(true);
    const [vendor] = await database.query<{ id: string; endpoint_url: string; api_key_encrypted: string }>(
      `select id, endpoint_url, api_key_encrypted from public.api_vendors where has_key`,
    );
    const { ring } = await readInstallationKeys(dataDir, null);
    expect(await decryptKey(ring!, vendor!.api_key_encrypted, bindingOf(vendor!))).toBe(
      installation.vendorKey,
    );
    await database.query(`delete from public.chat_messages where content = 'I have moved.'`);
  };

  it("continues after a kill, and doesn't change the source", async () => {
    const before = await hashOfFolder(join(source, 'database'));
    const place = { to: url, limits, sources: productSources, templates: templatesFolder };
    expect(await killMove(place, there().environment, 14)).toEqual({ wasKilled: true });

    // A service must not start on a partly moved database.
    const half = { PORT: '0', CLOVER_DATABASE_URL: url, CLOVER_DATA_DIR: join(folder, 'target') };
    const places = { ...productSources, web: '/nowhere', template: templatesFolder };
    await expect(start(parseEnvironment(half), places, silentLog)).rejects.toThrow(
      /^A move into this database was started at .* has not finished; \d+ rows were copied/,
    );

    const report = await runMove(there(), { limits });
    expect(report).toMatchObject({
      vendorKeys: 1,
      factors: 1,
      files: 1,
      missingFiles: 0,
      recopied: [],
      omittedColumns: [],
    });
    expect(await hashOfFolder(join(source, 'database'))).toBe(before);

    const target = await openDatabase({ url });
    try {
      await requireNoMove(target);
      const counts = await countsOf(target);
      expect(counts).toEqual(report.tables);
      expect(counts).toMatchObject({
        'auth.users': 6,
        'public.chat_messages': 120,
        'public.message_images': 1,
        'public.message_attachments': 1,
        'storage.objects': 1,
      });
      // Triggers were disabled during the move, so nothing was counted, logged or linked a second time.
      expect(counts['public.message_reservations']).toBe(0);
      await expectMoved(target, join(folder, 'target'));
    } finally {
      await target.close();
    }
  }, 120_000);

  // `npm run prove -- move` also kills a move in this direction.
  it('moves back into a data directory, where everyone can sign in', async () => {
    // Created from the tests' dump, because a new directory takes 10 s.
    const prepared = await openDatabase({ dataDir: join(back().to, 'database') }, { template: dump });
    await prepared.close();
    const report = await runMove(back(), { limits });
    expect(report).toMatchObject({ vendorKeys: 1, factors: 1, files: 1, recopied: [] });
    const returned = await openDatabase({ dataDir: join(folder, 'back', 'database') });
    try {
      expect(await countsOf(returned)).toEqual(report.tables);
      await expectMoved(returned, join(folder, 'back'));
    } finally {
      await returned.close();
    }
  }, 60_000);
});

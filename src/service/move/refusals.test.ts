import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { lockDataDirectory } from '../database/data-directory-lock.ts';
import { openDatabase } from '../database/open.ts';
import type { OpenedDatabase } from '../database/opened-database.ts';
import { createRingEntry } from '../keys/rotate-ring.ts';
import { clearTarget } from './clear.ts';
import { explainStop, MoveRefused, MoveStopped } from './errors.ts';
import { readInstallationKeys } from './source.ts';
import { fillInstallation } from './testing/installation.ts';
import { makeEmptyDatabase, productSources, runMove, type MoveArguments } from './testing/places.ts';

const { postgres } = inject('databases');
const template = postgres && 'from' in postgres.migrated ? postgres.migrated.from : 'none';
const limits = { rows: 7, bytes: 3_000 };

// If PostgreSQL is not installed, the global setup reports it.
describe.runIf(postgres)('a move between databases', () => {
  const server = postgres?.url ?? '';
  let folder: string;
  let source: string;
  const drops: (() => Promise<void>)[] = [];

  const make = async (from?: string) => {
    const { url, drop } = await makeEmptyDatabase(server, from);
    drops.push(drop);
    return url;
  };
  const on = async <T>(url: string, work: (database: OpenedDatabase) => Promise<T>): Promise<T> => {
    const database = await openDatabase({ url });
    try {
      return await work(database);
    } finally {
      await database.close();
    }
  };
  const run = (sql: string, url: string) => on(url, (database) => database.execute(sql));
  const way = (to: string, environment: MoveArguments['environment'] = {}): MoveArguments => ({
    to,
    environment: { CLOVER_DATABASE_URL: source, CLOVER_DATA_DIR: folder, ...environment },
  });
  /** Creates a database like the hosted service's, whose role is not a superuser. */
  const makeHosted = async () => {
    const url = await make(template);
    const role = `hosted_${randomBytes(4).toString('hex')}`;
    await run(
      `comment on schema auth is null;
       create role ${role} login password 'hosted' bypassrls nosuperuser;
       grant all on schema auth, storage, public, private, supabase_migrations to ${role};
       grant all on all tables in schema auth, storage, public, private, supabase_migrations to ${role};
       grant all on all sequences in schema auth, public, private to ${role};`,
      url,
    );
    const { pathname, host } = new URL(url);
    await run(`grant create on database ${pathname.slice(1)} to ${role}`, url);
    drops.push(() => run(`drop role if exists ${role}`, `${server}/postgres`));
    return { url, role, asRole: `postgres://${role}:hosted@${host}${pathname}` };
  };

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'clover-refusals-'));
    source = await make(template);
    const keys = await readInstallationKeys(folder, null);
    await on(source, (database) => fillInstallation(database, { users: 3, messages: 30, keys }));
  });
  afterAll(async () => {
    for (const drop of drops) await drop();
    await rm(folder, { recursive: true });
  });

  it('is refused if files are missing from the data directory or the target is a hosted project', async () => {
    const withFile = await make(template);
    const keys = await readInstallationKeys(folder, null);
    const objects = join(folder, 'moved-elsewhere');
    await on(withFile, (database) => fillInstallation(database, { users: 1, messages: 10, keys, objects }));
    const from = { CLOVER_DATABASE_URL: withFile };
    await expect(runMove(way(await make(), from))).rejects.toThrow(
      `The source has 1 attached file, but none is in ${join(folder, 'objects')}. Set CLOVER_DATA_DIR`,
    );
    const { asRole } = await makeHosted();
    await expect(runMove(way(asRole, from))).rejects.toThrow(
      "The source has 1 attached file. Files can't be moved to or from a hosted project.",
    );
  });

  it.each([
    ['no server is listening there', () => 'postgres://clover:hunter2@127.0.0.1:1/chats'],
    ['it refuses the user or the password', () => `${server.replace(/:[^:@]+@/, ':hunter2@')}/postgres`],
    ['the database does not exist there', () => `${server}/nowhere`],
  ])('is refused if %s, without the password', async (reason, to) => {
    const error: unknown = await runMove(way(to())).catch((thrown: unknown) => thrown);
    expect(error).toEqual(new MoveRefused(`The target can't be used: ${reason}. Nothing was written.`));
  });

  it('reads the password from PGPASSWORD if the URL has none', async () => {
    const { password } = new URL(server);
    vi.stubEnv('PGPASSWORD', password);
    try {
      await expect(runMove(way(`${server.replace(`:${password}@`, '@')}/nowhere`))).rejects.toThrow(
        'the database does not exist there',
      );
    } finally {
      vi.unstubAllEnvs();
    }
  });

  it.each([
    [undefined, 'Name the target'],
    ['mysql://root:hunter2@host/x', 'The URL after --to must start with postgres://'],
  ])('is refused with --to %s', async (to, sentence) => {
    await expect(runMove(way(to ?? ''))).rejects.toThrow(sentence);
  });

  it('is refused if there is no installation, or a service is using it', async () => {
    const here = (CLOVER_DATA_DIR: string) => ({ to: join(folder, 'to'), environment: { CLOVER_DATA_DIR } });
    await expect(runMove(here(join(folder, 'none')))).rejects.toThrow('There is no installation in');
    await expect(runMove({ ...here(folder), to: folder })).rejects.toThrow('are the same directory');
    const used = join(folder, 'used');
    await mkdir(join(used, 'database'), { recursive: true });
    await writeFile(join(used, 'database', 'PG_VERSION'), '17');
    const free = await lockDataDirectory(join(used, 'database'));
    await expect(runMove(here(used))).rejects.toThrow(/in use by process \d+/);
    await free();
    const target = join(folder, 'busy');
    const release = await lockDataDirectory(join(target, 'database'));
    await expect(runMove(way(target))).rejects.toThrow(/in use by process \d+/);
    await release();
    await on(source, () =>
      expect(runMove(way(join(folder, 'to')))).rejects.toThrow('A service is using the database'),
    );
  });

  it('is refused before it writes if the target has accounts or rows', async () => {
    const to = await make(template);
    await on(to, async (database) => {
      await database.query(
        `insert into auth.users (id, email) values (gen_random_uuid(), 'PERSON1@example.test'), (gen_random_uuid(), 'b@c.test')`,
      );
    });
    await expect(runMove(way(to))).rejects.toThrow(
      'The target already has 2 accounts; 0 have the id and 1 the email of an account of the source. Choose a target without accounts. Nothing was written.',
    );
    await run(
      `delete from auth.users; insert into public.user_activity_logs (action_type) values ('role.add')`,
      to,
    );
    await expect(runMove(way(to))).rejects.toThrow('already has rows in public.user_activity_logs.');
  });

  it('names missing and unknown migrations of the source or a hosted target', async () => {
    const { url } = await makeHosted();
    const there = way(url, { CLOVER_TARGET_ENCRYPTION_KEYS: createRingEntry() });
    const history = 'supabase_migrations.schema_migrations';
    await run(
      `create table kept as select * from ${history}; delete from ${history} where version > '202611291003'`,
      url,
    );
    await expect(runMove(there)).rejects.toThrow(
      /^The target is missing \d+ migrations: 20261129100300_create_usage_and_quota\.sql, .*\. Run supabase db push --include-seed first\.$/,
    );
    await expect(
      runMove({ ...way(await make()), environment: { CLOVER_DATABASE_URL: url } }),
    ).rejects.toThrow(/^The source is missing \d+ migrations/);
    await run(
      `insert into ${history} select * from kept on conflict do nothing; insert into ${history} values ('20991231235959')`,
      url,
    );
    await expect(runMove(there)).rejects.toThrow(
      'has migrations that this version does not have: 20991231235959. Run the move with the newer version.',
    );
  });

  it('writes to a hosted target as a role that is not a superuser, with readable factors', async () => {
    const { url, asRole, role } = await makeHosted();
    const ring = createRingEntry();
    await expect(runMove(way(asRole))).rejects.toThrow('Set CLOVER_TARGET_ENCRYPTION_KEYS');
    const environment = { CLOVER_TARGET_ENCRYPTION_KEYS: ring };
    await expect(runMove(way(asRole, environment))).rejects.toThrow(
      "This role may not disable the target's triggers.",
    );
    await run(
      `grant set on parameter session_replication_role to ${role};
       create schema cron;
       create table cron.job (jobid bigint generated always as identity, jobname text);
       insert into cron.job (jobname) values ('clover-retention'), ('another');
       create function cron.unschedule(id bigint) returns boolean language sql
         as $$ delete from cron.job where jobid = id returning true $$;
       create function cron.schedule(job_name text, schedule text, command text) returns bigint language sql
         as $$ insert into cron.job (jobname) values (job_name) returning jobid $$;
       grant all on schema cron to ${role};
       grant all on all tables in schema cron to ${role};
       grant execute on all functions in schema cron to ${role};
       grant execute on function private.schedule_retention() to ${role};
       grant execute on function private.are_chat_parameters(jsonb), private.is_envelope(text),
         private.is_reply_envelope(text), private.fits(text, integer), private.fits_bytes(text, integer) to ${role};`,
      url,
    );
    const jobs = () => on(url, (database) => database.query(`select jobname from cron.job order by jobname`));
    try {
      // The scheduled clean-up must not delete rows before they are compared.
      const stop = new AbortController();
      const stopped = runMove(way(asRole, environment), { limits, stop, onBatch: () => stop.abort() });
      await expect(stopped).rejects.toThrow(MoveStopped);
      expect(await jobs()).toEqual([{ jobname: 'another' }]);
      const report = await runMove(way(asRole, environment), { limits });
      expect(report.tables).toMatchObject({ 'auth.users': 3, 'public.chat_messages': 30 });
      expect(await jobs()).toEqual([
        { jobname: 'another' },
        { jobname: 'clover-replies' },
        { jobname: 'clover-retention' },
      ]);
      await on(url, async (database) => {
        const [factor] = await database.query(`select secret from auth.mfa_factors`);
        expect(factor).toEqual({ secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP' });
      });
      // Moves back, so unencrypted factors become encrypted ones.
      const returned = await make(template);
      const wayBack = { to: returned, environment: { CLOVER_DATABASE_URL: asRole, CLOVER_DATA_DIR: folder } };
      await expect(runMove(wayBack)).rejects.toThrow(/^These vendors' keys can't be decrypted: openai\./);
      const all = { ...wayBack.environment, CLOVER_ENCRYPTION_KEYS: ring };
      expect(await runMove({ to: returned, environment: all })).toMatchObject({ vendorKeys: 1, factors: 1 });
    } finally {
      await run(`revoke set on parameter session_replication_role from ${role}`, url);
    }
  }, 120_000);

  it("is refused if second factors can't be decrypted, or if there are no accounts", async () => {
    const to = await make();
    const environment = { CLOVER_DATABASE_URL: source, CLOVER_DATA_DIR: join(folder, 'other') };
    await expect(runMove({ to, environment })).rejects.toThrow('There are no keys in');
    await readInstallationKeys(join(folder, 'other'), null);
    await expect(runMove({ to, environment })).rejects.toThrow("These vendors' keys can't be decrypted");
    const empty = { ...environment, CLOVER_DATABASE_URL: await make(template) };
    await expect(runMove({ to, environment: empty })).rejects.toThrow('The source has no accounts');
  });

  it('can be stopped, copies tables again that have changed since, and can clear an unfinished move from another source', async () => {
    const to = await make();
    const stop = new AbortController();
    let batches = 0;
    const stopped = runMove(way(to), { limits, stop, onBatch: () => (batches += 1) === 17 && stop.abort() });
    await expect(stopped).rejects.toThrow(
      new MoveStopped('Stopped. Everything copied so far is kept. Run the same command again to continue.'),
    );
    await run(`update auth.users set raw_user_meta_data = '{"name": "Renamed"}'`, source);
    // The target has different keys now.
    const rekeyed = way(to, { CLOVER_TARGET_ENCRYPTION_KEYS: createRingEntry() });
    expect((await runMove(rekeyed, { limits })).recopied).toEqual([
      'auth.users',
      'private.user_directory',
      'public.api_vendors',
    ]);

    const unfinished = await make(template);
    const again = new AbortController();
    await expect(runMove(way(unfinished), { stop: again, onBatch: () => again.abort() })).rejects.toThrow(
      MoveStopped,
    );
    const foreign = await make(template);
    const keys = await readInstallationKeys(folder, null);
    await on(foreign, (database) => fillInstallation(database, { users: 2, messages: 10, keys }));
    const other = way(unfinished, { CLOVER_DATABASE_URL: foreign });
    await expect(runMove(other)).rejects.toThrow(
      /^A move from another source was started here at .*; 3 rows in 1 tables were copied\..* Nothing was written\.$/,
    );
    await on(unfinished, async (database) => {
      await clearTarget(database, productSources.seed);
      await expect(clearTarget(database, productSources.seed)).rejects.toThrow('Nothing was deleted.');
      expect(await database.query(`select from public.api_vendors where is_active`)).toHaveLength(1);
    });
    expect((await runMove(other)).tables['auth.users']).toBe(2);
  }, 120_000);

  it('reports why it stopped and how to continue', () => {
    for (const error of [
      Object.assign(new Error('could not extend file'), { code: '53100' }),
      new Error('could not extend file: No space left on device'),
    ])
      expect(explainStop(error, 'The move has stopped')).toEqual(
        new MoveStopped(
          'The move has stopped: the disk is full. Free some space. Everything copied so far is kept. Run the same command again to continue.',
        ),
      );
    const bug = new TypeError('x is undefined');
    expect(explainStop(bug, '')).toBe(bug);
  });
});

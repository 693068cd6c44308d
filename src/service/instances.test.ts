import { spawn, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { openDatabase } from './database/open.ts';
import { parseEnvironment } from './environment.ts';
import { silentLog } from './log.ts';
import { createSecrets, loadSecrets } from './secrets.ts';
import { start, type RunningService } from './start.ts';

const root = join(import.meta.dirname, '..', '..');
const places = {
  web: join(root, 'out', 'web'),
  migrations: join(root, 'supabase', 'migrations'),
  seed: join(root, 'supabase', 'seed.sql'),
  template: join(root, 'out', 'template'),
};
const password = 'a good long password';

const { postgres } = inject('databases');

describe.runIf(postgres)('two instances of the service on one PostgreSQL', () => {
  const name = `instances_${randomUUID().replaceAll('-', '')}`;
  let folder: string;
  let service: RunningService;
  let other: ChildProcess;
  let otherUrl: string;

  const administer = async (statement: string) => {
    const database = await openDatabase({ url: `${postgres!.url}/postgres`, maxSessions: 1, isShared: true });
    try {
      await database.execute(statement);
    } finally {
      await database.close();
    }
  };
  const variables = (directory: string) => ({
    PORT: '0',
    CLOVER_DATA_DIR: join(folder, directory),
    CLOVER_DATABASE_URL: `${postgres!.ownerUrl}/${name}`,
    CLOVER_ADMIN_PASSWORD: password,
  });
  /** Starts an instance in a separate process, so that it can be killed. */
  const startProcess = async (directory: string) => {
    const child = spawn(process.execPath, [join(import.meta.dirname, 'main.ts')], {
      env: { ...process.env, ...variables(directory) },
    });
    const url = await new Promise<string>((resolve, reject) => {
      let printed = '';
      child.stdout.setEncoding('utf8').on('data', (text: string) => {
        printed += text;
        const [, ready] = /^Clover is ready at (\S+)$/m.exec(printed) ?? [];
        if (ready) resolve(ready);
      });
      child.stderr.setEncoding('utf8').on('data', (text: string) => (printed += text));
      child.once('exit', () => reject(new Error(printed)));
    });
    return { child, url };
  };
  const client = (url: string): SupabaseClient =>
    createClient(url, service.publishableKey, {
      auth: { persistSession: false, autoRefreshToken: false },
    });

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'clover-instances-'));
    await administer(`create database ${name} owner postgres`);
    // Copies the keys to every machine, as an operator would.
    await createSecrets(join(folder, 'one', 'secrets.json'));
    await mkdir(join(folder, 'two'));
    await cp(join(folder, 'one', 'secrets.json'), join(folder, 'two', 'secrets.json'));
    // Both instances start at the same time on an empty database, and one of them sets it up.
    const [here, there] = await Promise.all([
      start(parseEnvironment(variables('one')), places, silentLog),
      startProcess('two'),
    ]);
    service = here;
    ({ child: other, url: otherUrl } = there);
  }, 60_000);
  afterAll(async () => {
    if (other.exitCode === null && other.signalCode === null) {
      other.kill('SIGKILL');
      await once(other, 'exit');
    }
    await service.close();
    await administer(`drop database ${name} with (force)`);
    await rm(folder, { recursive: true, force: true });
  });

  it('create one administrator, who can sign in to both', async () => {
    for (const url of [service.url, otherUrl]) {
      const { data } = await client(url).auth.signInWithPassword({ email: 'admin@clover.local', password });
      expect(data.user?.email).toBe('admin@clover.local');
    }
    const { secretKey } = await loadSecrets(join(folder, 'one', 'secrets.json'));
    const admin = createClient(otherUrl, secretKey, { auth: { persistSession: false } });
    expect((await admin.from('user_roles').select('role').eq('role', 'admin')).data).toHaveLength(1);
  });

  it('share sessions, changes and broadcasts, and one keeps working if the other is killed', async () => {
    const email = `${randomUUID()}@example.org`;
    const there = client(otherUrl);
    await there.auth.signUp({ email, password });
    const { data } = await there.auth.signInWithPassword({ email, password });
    const here = client(service.url);
    // A session is valid on both instances.
    const { data: refreshed, error } = await here.auth.refreshSession({
      refresh_token: data.session!.refresh_token,
    });
    expect(error).toBeNull();
    const user = refreshed.user!.id;

    const titles: string[] = [];
    const broadcasts: unknown[] = [];
    const channel = here.channel('room');
    await new Promise<void>((resolve) => {
      channel
        .on('postgres_changes', { event: 'INSERT', schema: 'public', table: 'chat_history' }, (change) =>
          titles.push(String(change.new['title'])),
        )
        .on('broadcast', { event: 'say' }, ({ payload }) => broadcasts.push(payload))
        .on('system', {}, () => resolve())
        .subscribe();
    });
    expect(
      (await there.from('chat_history').insert({ user_id: user, title: 'Made there' })).error,
    ).toBeNull();
    const loud = there.channel('room');
    await new Promise<void>((resolve) => loud.subscribe((status) => status === 'SUBSCRIBED' && resolve()));
    await loud.send({ type: 'broadcast', event: 'say', payload: { from: 'there' } });
    await vi.waitFor(
      () => expect([titles, broadcasts]).toEqual([['Made there'], [{ from: 'there' }]]),
      5_000,
    );

    other.kill('SIGKILL');
    await once(other, 'exit');
    void there.removeAllChannels();
    expect((await here.from('chat_history').insert({ user_id: user, title: 'Made here' })).error).toBeNull();
    await vi.waitFor(() => expect(titles).toEqual(['Made there', 'Made here']), 5_000);
    await here.removeAllChannels();

    // The killed instance starts again, and a sign-out on one instance ends the session on the other.
    const { child, url } = await startProcess('two');
    [other, otherUrl] = [child, url];
    const token = refreshed.session!.access_token;
    const read = () =>
      fetch(`${otherUrl}/rest/v1/chat_history?select=title`, {
        headers: { apikey: service.publishableKey, authorization: `Bearer ${token}` },
      });
    expect((await read()).status).toBe(200);
    await here.auth.signOut();
    expect((await read()).status).toBe(401);
  }, 60_000);
});

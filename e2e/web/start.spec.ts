import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '../support/fixtures.ts';
import { mailboxToken } from '../support/mailbox.ts';

const main = join(import.meta.dirname, '..', '..', 'out', 'service', 'main.js');

/** Runs the built service like `npm start` until it exits by itself. */
function runToEnd(env: Record<string, string>): Promise<{ code: number | null; output: string }> {
  const child = spawn(process.execPath, [main], { env: { ...process.env, ...env } });
  let output = '';
  child.stdout.on('data', (chunk) => (output += String(chunk)));
  child.stderr.on('data', (chunk) => (output += String(chunk)));
  return new Promise((resolve) => child.once('exit', (code) => resolve({ code, output })));
}

test.describe('a start that fails', () => {
  let directory: string;
  test.beforeEach(async () => void (directory = await mkdtemp(join(tmpdir(), 'clover-start-'))));
  test.afterEach(() => rm(directory, { recursive: true, force: true }));

  test('lists all problems of the environment together', async () => {
    const { code, output } = await runToEnd({
      PORT: 'many',
      CLOVER_SMTP_URL: 'mail.example',
      CLOVER_ADMIN_EMAIL: 'no-address',
    });
    expect(code).toBe(1);
    for (const name of ['PORT', 'CLOVER_SMTP_URL', 'CLOVER_ADMIN_EMAIL'])
      expect(output).toContain(`- ${name} `);
    expect(output).not.toContain('    at ');
  });

  test('refuses a data directory that another process uses', async ({ service }) => {
    const { code, output } = await runToEnd({ PORT: '0', CLOVER_DATA_DIR: service.dataDir });
    expect(code).toBe(1);
    expect(output).toContain(`is in use by process`);
    expect((await fetch(`${service.url}/healthz`)).status).toBe(200);
  });

  test('leaves a damaged database unchanged and explains what to do', async () => {
    const database = join(directory, 'database');
    await runToEndOfFirstStart(directory);
    const control = join(database, 'global', 'pg_control');
    const damaged = Buffer.alloc(8192, 1);
    await writeFile(control, damaged);
    const { code, output } = await runToEnd({ PORT: '0', CLOVER_DATA_DIR: directory });
    expect(code).toBe(1);
    expect(output).toContain("can't be opened and is probably damaged. Nothing was changed.");
    expect(output).toContain('To restore a backup, run: npm run restore');
    expect(await readFile(control)).toEqual(damaged);
  });
});

/** Starts the service for the first time and stops it cleanly, which leaves a backup. */
async function runToEndOfFirstStart(dataDir: string): Promise<void> {
  const child = spawn(process.execPath, [main], {
    env: { ...process.env, PORT: '0', CLOVER_DATA_DIR: dataDir },
  });
  await new Promise<void>((resolve) =>
    child.stdout.on('data', (chunk) => String(chunk).includes('is ready at') && resolve()),
  );
  child.kill('SIGTERM');
  await new Promise((resolve) => child.once('exit', resolve));
}

test.describe('the running service', () => {
  test('identifies itself, and shows unsent emails only with the token', async ({ service, request }) => {
    expect(await (await request.get('/healthz')).json()).toEqual({ status: 'ok' });
    const config = (await (await request.get('/config.json')).json()) as Record<string, unknown>;
    expect(config).toMatchObject({ supabaseUrl: service.url, supabaseKey: service.publishableKey });
    expect(JSON.stringify(config)).not.toContain(service.secretKey);
    expect((await request.get('/_mailbox')).status()).toBe(401);
    // The process reports that it is ready over another channel, possibly before its output arrives.
    await expect.poll(() => mailboxToken(service)).toBeDefined();
    expect(await (await request.get(`/_mailbox?token=${mailboxToken(service)}`)).json()).toEqual(
      expect.any(Array),
    );
  });

  test('sends its security headers with every page and serves no file outside the app', async ({
    request,
  }) => {
    const page = await request.get('/chat');
    expect(page.headers()['content-security-policy']).toContain("script-src 'self'");
    expect(page.headers()['content-security-policy']).toContain("frame-ancestors 'none'");
    expect(page.headers()['x-content-type-options']).toBe('nosniff');
    for (const path of [
      '/..%2f..%2fpackage.json',
      '/%2e%2e/%2e%2e/package.json',
      '/assets/../../package.json',
      '/assets/missing.js',
    ])
      expect(await (await request.get(path)).text()).not.toContain('"clover"');
  });

  test('loses nothing acknowledged when it is killed', async ({ service, admin }) => {
    const written: string[] = [];
    for (let index = 0; index < 20; index += 1) {
      const key = `kill_test_${index}`;
      const { error } = await admin
        .from('system_settings')
        .insert({ setting_key: key, setting_value: 'kept' });
      if (!error) written.push(key);
    }
    await service.crashAndRestart();
    const { data } = await admin
      .from('system_settings')
      .select('setting_key')
      .like('setting_key', 'kill_test_%');
    expect(written).toHaveLength(20);
    expect(new Set(data?.map(({ setting_key }) => setting_key as string))).toEqual(new Set(written));
    await admin.from('system_settings').delete().like('setting_key', 'kill_test_%');
  });
});

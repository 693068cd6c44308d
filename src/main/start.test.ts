import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { channels } from '../shared/ipc/channels.ts';
import { showLanguage } from './language.ts';
import {
  app,
  globalShortcut,
  invoke,
  Menu,
  recordedCalls,
  resetElectron,
  session,
} from './testing/electron.ts';
import { start } from './start.ts';

beforeEach(async () => {
  resetElectron();
  vi.stubGlobal('__UPDATE_KEY__', '');
  app.directory = await mkdtemp(join(tmpdir(), 'clover-start-'));
  // With settings, this is not the first start.
  await writeFile(join(app.directory, 'settings.json'), '{}');
});
afterEach(async () => {
  vi.unstubAllGlobals();
  await rm(app.directory, { recursive: true });
});

it('the window shows its page before the service is ready', async () => {
  await start();
  expect(recordedCalls.windows[0]?.loaded).toEqual(['app://clover/chat']);
  recordedCalls.windows[0]?.emit('ready-to-show');
  expect(recordedCalls.windows[0]?.isShown).toBe(true);

  const answer = recordedCalls.protocols.get('app')!;
  const page = await answer(new Request('app://clover/chat'));
  expect(page.status).toBe(200);
  expect(await page.text()).toContain('<div id="root">');

  const config = answer(new Request('app://clover/config.json'));
  const first = await Promise.race([config, new Promise((resolve) => setImmediate(resolve, 'waits'))]);
  expect(first).toBe('waits');
  const ready = { type: 'ready', url: 'http://127.0.0.1:4999', publishableKey: 'publishable' };
  recordedCalls.processes[0]?.emit('message', ready);
  expect(await (await config).json()).toMatchObject({ supabaseKey: 'publishable' });
});

it("only the window's requests to the service contain its secret, on any port", async () => {
  await start();
  const [child] = recordedCalls.processes;
  const { secret } = child!.sent[0] as { readonly secret: string };
  const send = (url: string) =>
    new Promise((resolve) => session.onRequest({ url, requestHeaders: { accept: '*/*' } }, resolve));
  const page = async () =>
    (await recordedCalls.protocols.get('app')!(new Request('app://clover/chat'))).headers.get(
      'content-security-policy',
    );
  const [guessed] = /http:\/\/127[\d.:]+/.exec((await page()) ?? '') ?? [];
  expect(await send(`${guessed}/rest/v1/x`)).toEqual({ cancel: true });

  child?.emit('message', { type: 'ready', url: 'http://localhost:4999', publishableKey: 'publishable' });
  expect(recordedCalls.windows[0]?.webContents.reloads).toBe(1);
  expect(await page()).toContain("connect-src 'self' http://127.0.0.1:4999 ws://127.0.0.1:4999;");
  const opened = { requestHeaders: { accept: '*/*', 'x-clover-owner': secret } };
  expect(await send('http://127.0.0.1:4999/rest/v1/x')).toEqual(opened);
  expect(await send('ws://127.0.0.1:4999/realtime/v1/websocket')).toEqual(opened);
  for (const elsewhere of [guessed, 'http://127.0.0.1:99', 'http://127.0.0.1', 'ws://127.0.0.1:8'])
    expect(await send(`${elsewhere}/`)).toEqual({});

  child?.emit('exit', 139);
  expect(await send('http://127.0.0.1:4999/rest/v1/x')).toEqual({ cancel: true });
});

it('permissions are set before the first page is loaded', async () => {
  await start();
  expect([...session.handlers.keys()].sort()).toEqual(['check', 'device', 'request']);
});

it('every channel of the contract has exactly one handler', async () => {
  await start();
  expect([...recordedCalls.invokeListeners.keys()].sort()).toEqual(Object.values(channels).sort());
});

it('spell checking is off from the start until the user chooses a language', async () => {
  const started = start();
  expect(session.spelling).toEqual([]);
  await started;
  expect(session.spelling).toEqual([]);
});

it.each([
  ['{}', '&Hilfe'],
  ['{ "language": "fr" }', 'Aid&e'],
])("menus are in the system's language unless the settings name one: %s", async (settings, help) => {
  const system = vi.spyOn(app, 'getPreferredSystemLanguages').mockReturnValue(['de-AT', 'en']);
  onTestFinished(async () => {
    system.mockRestore();
    await showLanguage('en');
  });
  await writeFile(join(app.directory, 'settings.json'), settings);
  await start();
  expect(Menu.applicationMenu.at(-1)?.label).toBe(help);
});

it('the end of a session on Windows stops the service once, even if several windows report it', async () => {
  const { stop } = (await start())!;
  const [child] = recordedCalls.processes;
  const stops = () => child!.sent.filter((message) => (message as { type?: unknown }).type === 'stop');
  for (let reports = 0; reports < 2; reports += 1) recordedCalls.windows[0]?.emit('session-end');
  await vi.waitFor(() => expect(stops()).toHaveLength(1));
  child?.emit('exit', 0);
  await stop();
  expect(stops()).toHaveLength(1);
});

const pageOf = async () =>
  (await recordedCalls.protocols.get('app')!(new Request('app://clover/chat'))).text();
const firstStartMeta = 'name="clover-first-start"';

describe('the first start', () => {
  const settings = () => join(app.directory, 'settings.json');
  beforeEach(() => rm(settings()));

  it('stores nothing before the user has chosen, and is shown again after closing the window', async () => {
    for (const _start of ['first', 'again']) {
      resetElectron();
      // oxlint-disable-next-line no-await-in-loop -- one start after the other
      await start();
      // oxlint-disable-next-line no-await-in-loop
      expect(await pageOf()).toContain(`${firstStartMeta} content="choose"`);
      expect(recordedCalls.processes).toHaveLength(0);
      expect(globalShortcut.registered.size).toBe(0);
      // oxlint-disable-next-line no-await-in-loop
      expect(JSON.parse(await readFile(settings(), 'utf8'))).toMatchObject({ firstStart: 'choose' });
    }
  });

  it('starts the service when the page needs it', async () => {
    await start();
    const config = recordedCalls.protocols.get('app')!(new Request('app://clover/config.json'));
    await vi.waitFor(() => expect(recordedCalls.processes).toHaveLength(1));
    const ready = { type: 'ready', url: 'http://127.0.0.1:4999', publishableKey: 'publishable' };
    recordedCalls.processes[0]?.emit('message', ready);
    expect((await config).status).toBe(200);
  });

  it('ends with the last step, and quick ask gets its shortcut', async () => {
    await start();
    await invoke(channels.saveFirstStart, [{ step: null }]);
    expect(await pageOf()).not.toContain(firstStartMeta);
    expect(globalShortcut.registered.size).toBe(1);
  });

  it('is not shown if the folder has settings or chats, or an administrator has set the service', async () => {
    await mkdir(join(app.directory, 'service'));
    await start();
    expect(await pageOf()).not.toContain(firstStartMeta);
    expect(recordedCalls.processes).toHaveLength(1);
    await rm(join(app.directory, 'service'), { recursive: true });

    resetElectron();
    await writeFile(settings(), '{"port":43');
    vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    await start();
    expect(await pageOf()).not.toContain(firstStartMeta);
    await rm(settings());

    resetElectron();
    vi.stubEnv('CLOVER_SUPABASE_URL', 'https://chat.example.org');
    vi.stubEnv('CLOVER_SUPABASE_KEY', 'publishable');
    await start();
    expect(await pageOf()).not.toContain(firstStartMeta);
    vi.unstubAllEnvs();
  });

  it('ends if an administrator sets the service meanwhile, and quick ask gets its shortcut', async () => {
    await start();
    resetElectron();
    vi.stubEnv('CLOVER_SUPABASE_URL', 'https://chat.example.org');
    vi.stubEnv('CLOVER_SUPABASE_KEY', 'publishable');
    await start();
    vi.unstubAllEnvs();
    expect(globalShortcut.registered.size).toBe(1);
    expect(JSON.parse(await readFile(settings(), 'utf8'))).not.toHaveProperty('firstStart');
  });
});

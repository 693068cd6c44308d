import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { channels } from '../shared/ipc/channels.ts';
import { app, recorded, resetElectron, session } from './testing/electron.ts';
import { start } from './start.ts';

beforeEach(async () => {
  resetElectron();
  vi.stubGlobal('__UPDATE_KEY__', '');
  app.directory = await mkdtemp(join(tmpdir(), 'clover-start-'));
});
afterEach(async () => {
  vi.unstubAllGlobals();
  await rm(app.directory, { recursive: true });
});

it('the window is there with its page while the service has not said a word', async () => {
  await start();
  expect(recorded.windows[0]?.loaded).toEqual(['app://clover/chat']);
  recorded.windows[0]?.emit('ready-to-show');
  expect(recorded.windows[0]?.isShown).toBe(true);

  const answer = recorded.protocols.get('app')!;
  const page = await answer(new Request('app://clover/chat'));
  expect(page.status).toBe(200);
  expect(await page.text()).toContain('<div id="root">');

  const config = answer(new Request('app://clover/config.json'));
  const first = await Promise.race([config, new Promise((resolve) => setImmediate(resolve, 'waits'))]);
  expect(first).toBe('waits');
  const ready = { type: 'ready', url: 'http://127.0.0.1:9', publishableKey: 'publishable' };
  recorded.processes[0]?.emit('message', ready);
  expect(await (await config).json()).toMatchObject({ supabaseKey: 'publishable' });
});

it('permissions are decided before the first page could ask for one', async () => {
  await start();
  expect([...session.handlers.keys()].sort()).toEqual(['check', 'device', 'request']);
});

it('every channel of the contract has its handler, and there is no other', async () => {
  await start();
  expect([...recorded.invokeListeners.keys()].sort()).toEqual(Object.values(channels).sort());
});

it('no spelling is checked while nobody has chosen a language, from the first moment on', async () => {
  const started = start();
  expect(session.spelling).toEqual([]);
  await started;
  expect(session.spelling).toEqual([]);
});

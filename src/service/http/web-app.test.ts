import type * as files from 'node:fs/promises';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createWebApp } from './web-app.ts';

const broken = vi.hoisted(() => ({ name: '' }));
vi.mock('node:fs/promises', async (load) => {
  const original = await load<typeof files>();
  return {
    ...original,
    // A build that runs at the same time may take a file away between a look at it and the reading.
    readFile: (path: string) =>
      broken.name && path.endsWith(broken.name)
        ? Promise.reject(Object.assign(new Error('gone'), { code: 'ENOENT' }))
        : original.readFile(path),
  };
});

let root: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'clover-web-'));
  await mkdir(join(root, 'web', 'assets'), { recursive: true });
  await writeFile(join(root, 'secret.txt'), 'outside');
  await writeFile(join(root, 'web', 'index.html'), '<title>Clover</title>');
  await writeFile(join(root, 'web', 'assets', 'app-1.js'), 'let app');
});
afterAll(() => rm(root, { recursive: true, force: true }));

const ask = (app: ReturnType<typeof createWebApp>, path: string) =>
  app(new Request(`http://localhost${path}`));

it('answers routes with the page, files with themselves, and a missing asset with 404', async () => {
  const app = createWebApp(join(root, 'web'), null);
  expect(await (await ask(app, '/chat/1')).text()).toContain('Clover');
  expect(await (await ask(app, '/assets/app-1.js')).text()).toBe('let app');
  expect((await ask(app, '/assets/app-0.js')).status).toBe(404);
});

it('hands out nothing beside its folder', async () => {
  const app = createWebApp(join(root, 'web'), null);
  for (const path of [
    '/..%2fsecret.txt',
    '/%2e%2e%2fsecret.txt',
    '/assets/..%2f..%2fsecret.txt',
    '//secret.txt',
  ])
    expect(await (await ask(app, path)).text()).not.toContain('outside');
});

it('fails for one request alone when a file cannot be read, and finds it later', async () => {
  const app = createWebApp(join(root, 'web'), null);
  broken.name = 'app-1.js';
  await expect(ask(app, '/assets/app-1.js')).rejects.toThrow('gone');
  broken.name = '';
  expect(await (await ask(app, '/assets/app-1.js')).text()).toBe('let app');
});

it('lets the page load pictures over TLS, and scripts, frames and data from nowhere but here', async () => {
  const { headers } = await ask(createWebApp(join(root, 'web'), null), '/');
  const policy = (headers.get('content-security-policy') ?? '').split('; ');
  expect(policy).toEqual(
    expect.arrayContaining([
      "default-src 'none'",
      "script-src 'self'",
      "connect-src 'self'",
      "img-src 'self' data: blob: https:",
    ]),
  );
  expect(policy.filter((line) => line.includes('https:'))).toHaveLength(1);
  expect(policy.some((line) => line.startsWith('frame-src'))).toBe(false);
});

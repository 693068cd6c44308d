import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import electronVite from '../electron.vite.config.ts';
import { appId } from '../src/main/app-id.ts';
import { sharedRendererConfig } from '../src/renderer/vite.shared.ts';

const root = join(import.meta.dirname, '..');
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Record<
  'dependencies' | 'devDependencies' | 'optionalDependencies' | 'scripts',
  Record<string, string> | undefined
>;
const listed = { ...manifest.dependencies, ...manifest.devDependencies, ...manifest.optionalDependencies };

it.each([
  ['the shell [DESK-020]', ['electron', 'electron-vite', 'electron-builder']],
  [
    'the renderer [DESK-021]',
    [
      'react',
      'react-dom',
      'react-router-dom',
      '@tanstack/react-query',
      '@mantine/core',
      '@mantine/hooks',
      '@mantine/notifications',
    ],
  ],
  ['the service [DESK-022]', ['@supabase/supabase-js']],
  ['local keeping [DESK-023]', ['keytar', 'electron-store']],
  ['validation [DESK-024]', ['zod']],
  ['tests [DESK-025]', ['vitest', 'playwright']],
])('the packages that %s needs are listed with their versions', (_part, names) => {
  for (const name of names) expect(listed[name]).toMatch(/^\d+\.\d+\.\d+$/);
});

it('the top level contains the desktop app, the page, the build and the tests [DESK-026]', () => {
  const entries = [
    'package.json',
    'electron.vite.config.ts',
    'src/main',
    'src/preload',
    'src/renderer',
    'build',
    'resources',
    'e2e',
    'README.md',
  ];
  for (const entry of entries) expect([entry, existsSync(join(root, entry))]).toEqual([entry, true]);
});

it('web and desktop share one renderer, and differ only in the platform [DESK-001, DESK-002]', () => {
  const web = sharedRendererConfig(root, 'web');
  const desktop = sharedRendererConfig(root, 'desktop');
  expect(web.root).toBe(desktop.root);
  expect(web.define).toMatchObject({ __PLATFORM__: '"web"' });
  expect(desktop.define).toEqual({ ...web.define, __PLATFORM__: '"desktop"' });
  expect(electronVite).toMatchObject({ renderer: { root: desktop.root, define: desktop.define } });
  // One page with one entry script, which starts the same React app on web and desktop.
  const html = readFileSync(join(web.root ?? '', 'index.html'), 'utf8');
  expect([...html.matchAll(/<script type="module" src="([^"]+)"/g)].map(([, src]) => src)).toEqual([
    './main.tsx',
  ]);
  expect(readFileSync(join(web.root ?? '', 'main.tsx'), 'utf8')).toMatch(/createRoot|hydrateRoot/);
  expect(Object.keys(manifest.scripts ?? {})).toEqual(expect.arrayContaining(['build:web', 'build:desktop']));
  // The page's code checks only for a platform's capabilities, never for the platform itself.
  const outside = readdirSync(web.root ?? '', { recursive: true, encoding: 'utf8' })
    .filter(
      (file) =>
        /\.tsx?$/.test(file) && !/(?:^|[\\/])(?:platform|testing)[\\/]|\.test\.|vite\.|globals\.d/.test(file),
    )
    .filter((file) =>
      /__PLATFORM__|window\.electron|navigator\.userAgent\b.*Electron/.test(
        readFileSync(join(web.root ?? '', file), 'utf8'),
      ),
    );
  expect(outside).toEqual([]);
});

it('the app id is the same as in the installer, because Windows needs it for notifications', () => {
  const read = (...path: string[]) => readFileSync(join(root, ...path), 'utf8');
  expect(/^appId: (\S+)$/m.exec(read('electron-builder.yml'))?.[1]).toBe(appId);
  expect(read('src', 'main', 'index.ts')).toContain('app.setAppUserModelId(appId)');
});

it('every package starts with the sandbox, without the argument that turns it off', () => {
  const config = readFileSync(join(root, 'electron-builder.yml'), 'utf8');
  expect(config).toMatch(/^appImage:\n(?: +.*\n)*? {2}executableArgs: \[\]$/m);
  expect(config.replaceAll(/^ *#.*$/gm, '')).not.toContain('no-sandbox');
});

it('the permissions of every package are those in docs/desktop.md', () => {
  const read = (...path: string[]) => readFileSync(join(root, ...path), 'utf8');
  const [section = ''] = /### Permissions[^]*?(?=\n## )/.exec(read('docs', 'desktop.md')) ?? [];
  const explained = (pattern: RegExp) => [...section.matchAll(pattern)].map(([found]) => found).toSorted();
  const [, flatpak = ''] =
    /^flatpak:\n(?: .*\n)*? {2}finishArgs:\n((?: {4}- .*\n)+)/m.exec(read('electron-builder.yml')) ?? [];
  const granted = [...flatpak.matchAll(/--\S+/g)].map(([found]) => found).toSorted();
  expect(granted).toEqual(explained(/(?<=`)--(?:share|socket|device|talk-name|filesystem)=[^`]+/g));
  expect(granted.filter((one) => /filesystem|=all|session-bus|system-bus/.test(one))).toEqual([]);
  for (const file of ['entitlements.mac.plist', 'entitlements.mac.inherit.plist'])
    expect(
      [...read('build', file).matchAll(/com\.apple\.[\w.-]+/g)].map(([found]) => found).toSorted(),
    ).toEqual(explained(/com\.apple\.[\w.-]+/g));
});

it('every test file in docs/desktop.md exists', () => {
  const text = readFileSync(join(root, 'docs', 'desktop.md'), 'utf8');
  const [table = ''] = /## Hardening[^]*?(?=\n## )/.exec(text) ?? [];
  const files = [...table.matchAll(/`([\w./-]+\.(?:test|spec)\.ts)`/g)].map(([, file = '']) => file);
  expect(files.length).toBeGreaterThan(20);
  expect(files.filter((file) => !existsSync(join(root, file)))).toEqual([]);
});

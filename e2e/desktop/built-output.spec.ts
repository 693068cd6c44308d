// What the build has put into out/: these need no window, but are true only of the built files.
import { readdir, readFile } from 'node:fs/promises';
import { builtinModules } from 'node:module';
import { join } from 'node:path';
import { expect, test } from 'playwright/test';

const out = join(import.meta.dirname, '..', '..', 'out');

async function textsOf(
  folder: string,
  pattern: RegExp,
): Promise<{ readonly name: string; readonly text: string }[]> {
  const names = (await readdir(join(out, folder), { recursive: true })).filter((name) => pattern.test(name));
  expect(names.length).toBeGreaterThan(0);
  return Promise.all(
    names.map(async (name) => ({ name, text: await readFile(join(out, folder, name), 'utf8') })),
  );
}

test('the preload is one small CommonJS file that asks for electron alone', async () => {
  expect(await readdir(join(out, 'preload'))).toEqual(['index.cjs']);
  const text = await readFile(join(out, 'preload', 'index.cjs'), 'utf8');
  expect(text).not.toMatch(/^\s*(?:import|export)\b/m);
  const required = [...text.matchAll(/require\(["'`]([^"'`]*)["'`]\)/g)].map(([, name]) => name);
  expect(new Set(required)).toEqual(new Set(['electron']));
  // A schema library in the sandbox would be over 100 kB.
  expect(text.length).toBeLessThan(8_000);
});

test('the document has no inline script, no handler and no address from elsewhere', async () => {
  const html = await readFile(join(out, 'renderer', 'index.html'), 'utf8');
  for (const [tag, content] of [...html.matchAll(/<script\b[^>]*>([^]*?)<\/script>/g)].map(
    ([tag, content]) => [tag, content] as const,
  )) {
    expect(tag).toMatch(/\bsrc="\/[^/]/);
    expect(content?.trim()).toBe('');
  }
  expect(html).not.toMatch(/\son\w+\s*=/i);
  expect(html).not.toMatch(/(?:src|href)="(?:https?:)?\/\//);
  expect(html).not.toMatch(/(?:src|href)="\.\//);
});

test("the page's code holds nothing of the keychain, of Electron or of main [DESK-005]", async () => {
  for (const { name, text } of await textsOf('renderer', /\.js$/)) {
    expect(text, name).not.toMatch(
      /keytar|electron-store|ipcRenderer|MAIN_VITE_|CLOVER_OWNER_PASSWORD|\bnew Function\(|\beval\(/,
    );
  }
});

test("main needs no package but the keychain's", async () => {
  const allowed = new Set(['electron', 'keytar', ...builtinModules]);
  for (const { name, text } of await textsOf('main', /\.js$/)) {
    const imported = [
      ...text.matchAll(/^\s*(?:import|export)\b[^'"`;]*?["']([^"']+)["'];?$/gm),
      ...text.matchAll(/\bimport\(\s*["']([^"']+)["']\s*\)/g),
    ];
    for (const [, specifier = ''] of imported)
      expect(
        specifier.startsWith('.') || specifier.startsWith('node:') || allowed.has(specifier),
        `${name} imports ${specifier}`,
      ).toBe(true);
  }
});

test('the package states every fuse and closes what an attacker on the computer could open', async () => {
  const text = await readFile(join(out, '..', 'electron-builder.yml'), 'utf8');
  const fuses = Object.fromEntries(
    [...(/electronFuses:\n((?: {2}.*\n)+)/.exec(text)?.[1] ?? '').matchAll(/^ {2}(\w+): (\w+)$/gm)].map(
      ([, name, value]) => [name, value],
    ),
  );
  expect(fuses).toEqual({
    runAsNode: 'false',
    enableCookieEncryption: 'true',
    enableNodeOptionsEnvironmentVariable: 'false',
    enableNodeCliInspectArguments: 'false',
    enableEmbeddedAsarIntegrityValidation: 'true',
    onlyLoadAppFromAsar: 'true',
    loadBrowserProcessSpecificV8Snapshot: 'false',
    grantFileProtocolExtraPrivileges: 'false',
  });
  expect(text).toContain('npmRebuild: false');
});

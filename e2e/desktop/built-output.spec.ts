// Checks the built files in out/. Needs no window.
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

test('the preload is one small CommonJS file that requires only electron', async () => {
  expect(await readdir(join(out, 'preload'))).toEqual(['index.cjs']);
  const text = await readFile(join(out, 'preload', 'index.cjs'), 'utf8');
  expect(text).not.toMatch(/^\s*(?:import|export)\b/m);
  const required = [...text.matchAll(/require\(["'`]([^"'`]*)["'`]\)/g)].map(([, name]) => name);
  expect(new Set(required)).toEqual(new Set(['electron']));
  // With a schema library, the preload would be over 100 kB.
  expect(text.length).toBeLessThan(8_000);
});

test('the document has no inline script, no event handler and no external URL', async () => {
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

test("the page's code contains nothing of the keychain, of Electron or of main [DESK-005]", async () => {
  for (const { name, text } of await textsOf('renderer', /\.js$/)) {
    // The documentation quotes these names.
    if (name.startsWith('assets/document-')) continue;
    expect(text, name).not.toMatch(
      /keytar|electron-store|ipcRenderer|MAIN_VITE_|CLOVER_OWNER|x-clover-owner|\bnew Function\(|\beval\(/,
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

test('one place isolates every window from the computer, and nothing undoes it', async () => {
  for (const { name, text } of await textsOf('main', /index\.js$/)) {
    const settings = [
      'sandbox: true',
      'contextIsolation: true',
      'nodeIntegration: false',
      'webSecurity: true',
    ];
    for (const setting of settings) expect(text, name).toContain(setting);
    expect(text, name).not.toMatch(
      /(?:sandbox|contextIsolation|webSecurity): (?:false|!1)|(?:nodeIntegration\w*|webviewTag|allowRunningInsecureContent|experimentalFeatures|enableBlinkFeatures): (?:true|!0|["'])/,
    );
    // The app shows only its own page, and nothing can accept an invalid certificate.
    expect(text, name).not.toMatch(
      /\.loadFile\(|\.executeJavaScript\(|certificate-error|setCertificateVerifyProc|ignore-certificate-errors|NODE_TLS_REJECT_UNAUTHORIZED|disable-web-security/,
    );
    // The main process may check whether the sandbox is off, but must never turn it off.
    expect(text, name).not.toMatch(/appendSwitch\(["']no-sandbox/);
  }
});

test('one wrapper receives calls of the page, one function opens links, one object is exposed', async () => {
  const [main] = await textsOf('main', /index\.js$/);
  const count = (text: string | undefined, pattern: RegExp) => [...(text ?? '').matchAll(pattern)].length;
  expect(count(main?.text, /\bipcMain\.handle\(/g)).toBe(1);
  expect(count(main?.text, /\bipcMain\.(?:on|once|handleOnce|addListener)\(/g)).toBe(0);
  expect(count(main?.text, /\bshell\.openExternal\(/g)).toBe(1);
  expect(count(main?.text, /\bshell\.(?:openPath|writeShortcutLink)\(/g)).toBe(0);
  // Only the folder with the app's data is shown, and only from the menu. This opens no file.
  expect(count(main?.text, /\bshell\.showItemInFolder\(/g)).toBe(1);
  const [preload] = await textsOf('preload', /\.cjs$/);
  expect(count(preload?.text, /exposeInMainWorld\(/g)).toBe(1);
});

test('one place restricts every page, even in later windows, and there is one session', async () => {
  const [main] = await textsOf('main', /index\.js$/);
  const count = (pattern: RegExp) => [...(main?.text ?? '').matchAll(pattern)].length;
  expect(count(/"web-contents-created"/g)).toBe(1);
  for (const event of ['will-navigate', 'will-frame-navigate', 'will-redirect', 'will-attach-webview'])
    expect(count(new RegExp(`\\.on\\("${event}"`, 'g')), event).toBe(1);
  for (const call of ['setWindowOpenHandler', 'setPermissionCheckHandler', 'setPermissionRequestHandler'])
    expect(count(new RegExp(`\\.${call}\\(`, 'g')), call).toBe(1);
  // A separate session would lack the permissions and the protocol of the configured one.
  expect(main?.text).not.toMatch(/\.fromPartition\(|\.fromPath\(|\bpartition:/);
  expect(count(/\benableSandbox\(\)/g)).toBe(1);
});

test('updates come from a release page over TLS, and no setting of the package changes that', async () => {
  const settings = await readFile(join(out, '..', 'electron-builder.yml'), 'utf8');
  expect(settings).toMatch(/^publish:\n(?: {2}.*\n)* {2}(?:- )?provider: github/m);
  expect(settings).not.toMatch(/http:\/\/|provider: generic/);
});

test('a packaged app ignores data folders and pages from its environment', async () => {
  const [main] = await textsOf('main', /index\.js$/);
  expect(main?.text).toMatch(/!app\.isPackaged && \w+\) app\.setPath\("userData"/);
  expect(main?.text).toMatch(
    /app\.isPackaged \? (?:void 0|undefined) : process\.env\[?\.?"?ELECTRON_RENDERER_URL/,
  );
});

test('no built file contains a secret, a path of the build machine, or a source map', async () => {
  const root = join(out, '..');
  for (const folder of ['main', 'preload', 'renderer', 'service']) {
    for (const { name, text } of await textsOf(folder, /\.(?:c?js|html|css)$/)) {
      expect(text, name).not.toMatch(
        /-----BEGIN [A-Z ]*PRIVATE KEY-----|sb_secret_[\w-]{20}|\bclv_[\w-]{20}|\bsk-[\w-]{32}/,
      );
      expect(text.includes(root), `${name} names ${root}`).toBe(false);
    }
    const maps = (await readdir(join(out, folder), { recursive: true })).filter((name) =>
      name.endsWith('.map'),
    );
    // The service needs source maps for its stack traces. The package leaves them out.
    if (folder !== 'service') expect(maps).toEqual([]);
  }
});

test('the package pins one recent version of Electron', async () => {
  const { devDependencies } = JSON.parse(await readFile(join(out, '..', 'package.json'), 'utf8')) as {
    devDependencies: Record<string, string>;
  };
  expect(devDependencies['electron']).toMatch(/^\d+\.\d+\.\d+$/);
  expect(Number(devDependencies['electron']?.split('.')[0])).toBeGreaterThanOrEqual(45);
});

test('on macOS the hardened runtime allows only JIT compilation and the microphone', async () => {
  for (const name of ['entitlements.mac.plist', 'entitlements.mac.inherit.plist']) {
    const text = await readFile(join(out, '..', 'build', name), 'utf8');
    const allowed = [...text.matchAll(/<key>([^<]+)<\/key>/g)].map(([, key]) => key);
    expect(allowed, name).toEqual([
      'com.apple.security.cs.allow-jit',
      'com.apple.security.device.audio-input',
    ]);
  }
  const settings = await readFile(join(out, '..', 'electron-builder.yml'), 'utf8');
  expect(settings).toContain('hardenedRuntime: true');
  expect(settings).toContain('verifyUpdateCodeSignature: true');
});

test('the package sets every fuse and disables what an attacker on the computer could use', async () => {
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

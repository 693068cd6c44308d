import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { installationSchema, readInstallation } from './installation.ts';
import { setAsideUnreadable } from './set-aside.ts';
import { settingsSchema, writeUiState } from './settings.ts';
import { openStore } from './store.ts';

// electron-store is its base class plus the default folder that it asks of Electron; the folder is always given here.
vi.mock('electron-store', async () => {
  const { default: Conf } = await import('conf');
  return {
    default: class extends Conf<Record<string, unknown>> {
      constructor({ name, ...options }: { readonly name: string; readonly cwd: string }) {
        super({ ...options, configName: name, projectVersion: '0.0.0' });
      }
    },
  };
});

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'clover-settings-'));
  vi.spyOn(process.stderr, 'write').mockReturnValue(true);
});
afterEach(async () => {
  await rm(directory, { recursive: true });
});

const file = () => join(directory, 'settings.json');
const open = () => openStore(directory, 'settings', settingsSchema);
const defaults = settingsSchema.parse({});

describe('the settings file', () => {
  it('begins with defaults and is read back by the next start', () => {
    const store = open();
    expect(store.read()).toStrictEqual(defaults);
    store.write({ ...defaults, port: 4321, uiState: { sidebar_state: 'open' } });
    expect(open().read()).toStrictEqual({ ...defaults, port: 4321, uiState: { sidebar_state: 'open' } });
  });

  it('is readable by its user alone', async () => {
    open().write(defaults);
    expect((await stat(file())).mode & 0o777).toBe(0o600);
  });

  it('is written beside and renamed, so that no reader sees half of it', async () => {
    const store = open();
    store.write(defaults);
    const before = (await stat(file())).ino;
    store.write({ ...defaults, port: 4321 });
    expect((await stat(file())).ino).not.toBe(before);
    expect(await readdir(directory)).toStrictEqual(['settings.json']);
  });

  it.each([
    ['torn in the middle', '{"port":43'],
    ['empty', ''],
    ['of zeros, as after a power cut', '\0\0\0\0'],
    ['no object', '[1]'],
    ['of another shape', '{"port":"many"}'],
  ])('is set aside whole when it is %s, and the app starts with defaults', async (_name, content) => {
    await writeFile(file(), content);
    const store = open();
    expect(store.read()).toStrictEqual(defaults);
    store.write({ ...defaults, port: 4321 });
    const aside = (await readdir(directory)).find((name) => name.startsWith('settings.json.unreadable-'));
    expect(await readFile(join(directory, aside!), 'utf8')).toBe(content);
    expect(open().read().port).toBe(4321);
  });

  it('refuses to write what it could not read back', () => {
    const store = open();
    expect(() => store.write({ ...defaults, port: 80 })).toThrow(z.ZodError);
    expect(store.read()).toStrictEqual(defaults);
  });

  it('drops what an older or newer version wrote and this one does not know', async () => {
    await writeFile(file(), '{"port":4321,"tray":true}');
    expect(open().read()).toStrictEqual({ ...defaults, port: 4321 });
  });
});

describe('setting aside', () => {
  it('leaves a missing file missing and says so', () => {
    expect(setAsideUnreadable(file(), () => true)).toBeNull();
  });

  it('does not touch what it may not read', async () => {
    await mkdir(file());
    expect(() => setAsideUnreadable(file(), () => true)).toThrow('EISDIR');
    await chmod(file(), 0o755);
    expect(await readdir(directory)).toStrictEqual(['settings.json']);
  });
});

describe('interface state', () => {
  it('is kept by name and survives a restart [CHAT-022]', () => {
    writeUiState(open(), 'sidebar_state', 'collapsed');
    writeUiState(open(), 'theme', 'dark');
    expect(open().read().uiState).toStrictEqual({ sidebar_state: 'collapsed', theme: 'dark' });
  });

  it('lets the oldest go when a page writes without end', () => {
    const store = open();
    for (let index = 0; index < 205; index += 1) writeUiState(store, `key-${index}`, 'x');
    writeUiState(store, 'key-5', 'written again');
    const names = Object.keys(store.read().uiState);
    expect(names).toHaveLength(200);
    expect(names[0]).toBe('key-6');
    expect(names.at(-1)).toBe('key-5');
  });
});

describe('the installation', () => {
  it('is made once, with a password that nobody can guess', () => {
    const make = () => readInstallation(openStore(directory, 'installation', installationSchema));
    const first = make();
    expect(Buffer.from(first.ownerPassword, 'base64url')).toHaveLength(32);
    expect(make()).toStrictEqual(first);
  });
});

import { type PathLike, renameSync } from 'node:fs';
import { lstat, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { installationSchema, readInstallation } from './installation.ts';
import { SaveError } from './save-error.ts';
import { replaceFile } from './replace-file.ts';
import { moveAsideUnreadable } from './move-aside.ts';
import { changeSettings, rememberSettings, settingsSchema, writeUiState } from './settings.ts';
import { openStore } from './store.ts';

// The real functions are used until a test makes one of them fail.
vi.mock('./replace-file.ts', { spy: true });
vi.mock('./move-aside.ts', { spy: true });

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
  it('has defaults, and is read again at the next start', () => {
    const store = open();
    expect(store.read()).toStrictEqual(defaults);
    store.write({ ...defaults, port: 4321, uiState: { sidebar_state: 'open' } });
    expect(open().read()).toStrictEqual({ ...defaults, port: 4321, uiState: { sidebar_state: 'open' } });
  });

  it('is readable only by its user', async () => {
    open().write(defaults);
    expect((await stat(file())).mode & 0o777).toBe(0o600);
  });

  it('is written to a temporary file and renamed, so that no reader sees an incomplete file', async () => {
    const store = open();
    store.write(defaults);
    const before = (await stat(file())).ino;
    store.write({ ...defaults, port: 4321 });
    expect((await stat(file())).ino).not.toBe(before);
    expect(await readdir(directory)).toStrictEqual(['settings.json']);
  });

  it.each([
    ['cut in the middle', '{"port":43'],
    ['empty', ''],
    ['of zeros, as after a power cut', '\0\0\0\0'],
    ['no object', '[1]'],
    ['of another shape', '{"port":"many"}'],
  ])('is renamed unchanged if it is %s, and the app starts with defaults', async (_name, content) => {
    await writeFile(file(), content);
    const problems: string[] = [];
    const store = openStore(directory, 'settings', settingsSchema, (sentence) => problems.push(sentence));
    expect(problems).toEqual([
      expect.stringMatching(/^The file settings\.json could not be read\. It was renamed to /),
    ]);
    expect(store.read()).toStrictEqual(defaults);
    store.write({ ...defaults, port: 4321 });
    const aside = (await readdir(directory)).find((name) => name.startsWith('settings.json.unreadable-'));
    expect(await readFile(join(directory, aside!), 'utf8')).toBe(content);
    expect(open().read().port).toBe(4321);
  });

  it('refuses to overwrite a file that it could not read', () => {
    const store = open();
    expect(() => store.write({ ...defaults, port: 80 })).toThrow(z.ZodError);
    expect(store.read()).toStrictEqual(defaults);
  });

  it('drops unknown fields of older and newer versions', async () => {
    await writeFile(file(), '{"port":4321,"tray":true}');
    expect(open().read()).toStrictEqual({ ...defaults, port: 4321 });
  });
});

describe('moving a file aside', () => {
  it('does nothing for a missing file, and reports that', () => {
    expect(moveAsideUnreadable(file(), () => true)).toBeNull();
  });

  it('moves a folder of the same name, with its content', async () => {
    await mkdir(file());
    await writeFile(join(file(), 'theirs'), 'x');
    const aside = moveAsideUnreadable(file(), () => true);
    expect(await readFile(join(aside!, 'theirs'), 'utf8')).toBe('x');
    expect(await readdir(directory)).toHaveLength(1);
  });
});

describe('a disk that cannot be written', () => {
  const failing = (code: string) => () => {
    throw Object.assign(new Error(`${code}: /home/me/settings.json`), { code });
  };

  it.each([
    ['ENOSPC', 'the disk is full'],
    ['EROFS', 'the disk is read-only'],
    ['EIO', 'the disk reported an error'],
  ])('keeps the old settings in memory and on disk, and reports why: %s', async (code, reason) => {
    const store = open();
    store.write({ ...defaults, port: 4321 });
    vi.mocked(replaceFile).mockImplementationOnce(failing(code));
    const change = () => changeSettings(store, { port: 5555 });
    expect(change).toThrow(SaveError);
    vi.mocked(replaceFile).mockImplementationOnce(failing(code));
    expect(change).toThrow(`Couldn't save this, because ${reason}.`);
    expect(store.read().port).toBe(4321);
    expect(open().read().port).toBe(4321);
    changeSettings(store, { port: 5555 });
    expect(open().read().port).toBe(5555);
  });

  it('does not stop the app if the user did not make the change', () => {
    const store = open();
    const problems: string[] = [];
    vi.mocked(replaceFile).mockImplementationOnce(failing('ENOSPC'));
    rememberSettings(store, { zoom: 1 }, (sentence) => void problems.push(sentence));
    expect(problems).toEqual([expect.stringContaining('the disk is full')]);
    vi.mocked(replaceFile).mockImplementationOnce(failing('ENOSPC'));
    const installation = readInstallation(
      openStore(directory, 'installation', installationSchema),
      (sentence) => problems.push(sentence),
    );
    expect(installation.id).toMatch(/^[0-9a-f-]{36}$/);
    expect(problems).toHaveLength(2);
  });

  it('leaves no incomplete file, and keeps a symbolic link', async () => {
    await writeFile(join(directory, 'elsewhere'), '{}');
    await symlink(join(directory, 'elsewhere'), file());
    open().write({ ...defaults, port: 4321 });
    expect((await lstat(file())).isSymbolicLink()).toBe(true);
    expect(() => replaceFile(file(), 'x', failing('ENOSPC'))).toThrow('ENOSPC');
    expect(await readdir(directory)).toStrictEqual(['elsewhere', 'settings.json']);
    expect(open().read().port).toBe(4321);
  });

  it('is retried for a limited time while another program locks the file', () => {
    let tries = 0;
    const busy = (until: number) => (from: PathLike, to: PathLike) => {
      tries += 1;
      if (tries < until) failing('EBUSY')();
      renameSync(from, to);
    };
    replaceFile(file(), '{"port":4321}', busy(3));
    expect(tries).toBe(3);
    expect(open().read().port).toBe(4321);
    expect(() => replaceFile(file(), '{}', busy(Infinity))).toThrow('EBUSY');
    expect(open().read().port).toBe(4321);
  });
});

describe('a file that can be neither read nor moved', () => {
  it('is reported and never overwritten', async () => {
    await writeFile(file(), '{"port":43');
    vi.mocked(moveAsideUnreadable).mockImplementationOnce(() => {
      throw Object.assign(new Error('EROFS'), { code: 'EROFS' });
    });
    const problems: string[] = [];
    const store = openStore(directory, 'settings', settingsSchema, (sentence) => problems.push(sentence));
    expect(store.read()).toStrictEqual(defaults);
    expect(problems).toEqual([expect.stringContaining("settings.json can't be read or renamed")]);
    expect(() => store.write(defaults)).toThrow('the disk is read-only');
    expect(await readFile(file(), 'utf8')).toBe('{"port":43');
  });
});

describe('interface state', () => {
  it('is saved by name and survives a restart [CHAT-022]', () => {
    writeUiState(open(), 'sidebar_state', 'collapsed');
    writeUiState(open(), 'theme', 'dark');
    expect(open().read().uiState).toStrictEqual({ sidebar_state: 'collapsed', theme: 'dark' });
  });

  it('removes the oldest entries if there are too many', () => {
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
  it('keeps its id', () => {
    const make = () => readInstallation(openStore(directory, 'installation', installationSchema));
    const first = make();
    expect(first.id).toMatch(/^[\da-f-]{36}$/);
    expect(make()).toStrictEqual(first);
  });
});

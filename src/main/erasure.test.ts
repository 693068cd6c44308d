import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { finishErasure, requestErasure, withdrawErasure } from './erasure.ts';

let directory: string;
let calls: string[];
let problems: string[];
let isKeychainOpen: boolean;
let isInUse: boolean;

const finish = () =>
  finishErasure({
    directory,
    crashDumps: join(directory, 'Crashpad'),
    vault: {
      deleteAllOf: async (service) => {
        calls.push(`keys of ${service}`);
        return isKeychainOpen;
      },
    },
    session: {
      clearStorageData: async () => {
        calls.push('pages');
        if (isInUse) throw Object.assign(new Error(), { code: 'EBUSY' });
      },
      clearCache: async () => undefined,
    },
    report: (sentence) => problems.push(sentence),
  });

const id = '6f0c3f0e-5f0a-4b53-9c52-1c6e3b4a7d10';
beforeEach(async () => {
  vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  directory = await mkdtemp(join(tmpdir(), 'clover-erasure-'));
  calls = [];
  problems = [];
  isKeychainOpen = true;
  isInUse = false;
  for (const folder of [
    'service/database',
    'service/backups',
    'dragged-out',
    'unsaved-replies',
    'logs',
    'Crashpad/completed',
    'Local Storage',
  ])
    await mkdir(join(directory, folder), { recursive: true });
  for (const name of ['completed/a.dmp', 'completed/a.meta', 'settings.dat'])
    await writeFile(join(directory, 'Crashpad', name), '');
  await writeFile(join(directory, 'logs', 'main.log'), '{}');
  await writeFile(join(directory, 'keys.json'), '{}');
  await writeFile(join(directory, 'restore-requested'), '2026-11-20T08-15-00.000Z');
  await writeFile(join(directory, 'service', 'secrets.json'), '{}');
  await writeFile(join(directory, 'installation.json'), JSON.stringify({ id }));
  const services = [
    { url: 'https://data.example.org', publishableKey: 'key', address: 'https://example.org' },
  ];
  await writeFile(join(directory, 'settings.json'), JSON.stringify({ services }));
  await writeFile(join(directory, 'settings.json.unreadable-2026'), '{');
});
afterEach(async () => {
  vi.restoreAllMocks();
  await rm(directory, { recursive: true });
});

/** Lists the remaining entries: Chromium's folders, and those of Crashpad, which is running. */
const remaining = async () =>
  (await readdir(directory, { recursive: true })).filter((name) => name !== 'Crashpad').toSorted();

it('deletes nothing without a request, or if it was withdrawn', async () => {
  requestErasure(directory);
  withdrawErasure(directory);
  const before = await readdir(directory, { recursive: true });
  await finish();
  expect(await readdir(directory, { recursive: true })).toEqual(before);
  expect(calls).toEqual([]);
});

it('erases chats, backups, unsaved replies, settings, keys, logs, crash dumps and browser data', async () => {
  requestErasure(directory);
  await finish();
  expect(calls).toEqual([`keys of embedded:${id}`, 'keys of https://data.example.org', 'pages']);
  expect(await remaining()).toEqual(['Crashpad/completed', 'Crashpad/settings.dat', 'Local Storage']);
  expect(problems).toEqual([]);
});

it('does not report success while a crash dump remains', async () => {
  // A folder with a dump's name cannot be deleted like a file.
  const dump = join(directory, 'Crashpad', 'open.dmp');
  await mkdir(dump);
  requestErasure(directory);
  await expect(finish()).rejects.toThrow('a file is in use or protected');
  await rm(dump, { recursive: true });
  await finish();
  expect(await remaining()).toEqual(['Crashpad/completed', 'Crashpad/settings.dat', 'Local Storage']);
});

it('reports that keys may remain in the keychain', async () => {
  isKeychainOpen = false;
  requestErasure(directory);
  await finish();
  expect(problems).toEqual([expect.stringContaining('API keys may still be in it')]);
  expect(await remaining()).toEqual(['Crashpad/completed', 'Crashpad/settings.dat', 'Local Storage']);
});

it('does not start the app while some data remains, and erases it at the next start', async () => {
  isInUse = true;
  requestErasure(directory);
  await expect(finish()).rejects.toThrow('a file is in use or protected');
  isInUse = false;
  await finish();
  expect(await remaining()).toEqual(['Crashpad/completed', 'Crashpad/settings.dat', 'Local Storage']);
});

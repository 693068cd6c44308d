import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { settingsSchema, type Settings } from '../settings/settings.ts';
import { app, dialog, recordedCalls, resetElectron } from '../testing/electron.ts';
import { watchStarts } from './failed-update.ts';

let directory: string;
let saved: Settings;
const updateFile = () => join(directory, 'app-update.yml');

/** Starts a version, which shows its page only if it works. */
async function start(version: string, works: boolean | 'hidden'): Promise<boolean> {
  vi.spyOn(app, 'getVersion').mockReturnValue(version);
  const watch = watchStarts({ read: () => saved, write: (next) => void (saved = next) }, updateFile());
  const mayStart = await watch.mayStart();
  if (mayStart && works === 'hidden') watch.withdraw();
  else if (mayStart && works) watch.confirm();
  return mayStart;
}
const failed = () => saved.updateStarts?.failed;
const [anyway, leave] = [0, 1];

beforeEach(async () => {
  resetElectron();
  vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  saved = settingsSchema.parse({});
  directory = await mkdtemp(join(tmpdir(), 'clover-update-'));
  await writeFile(updateFile(), 'provider: github\nowner: clover-chat\nrepo: clover\n');
  await start('1.2.0', true);
});
afterEach(async () => {
  vi.restoreAllMocks();
  await rm(directory, { recursive: true });
});

describe('an update that does not start', () => {
  it('is reported at the third start, with the page of the version before', async () => {
    await start('1.3.0', false);
    await start('1.3.0', false);
    expect(dialog.messages).toEqual([]);
    dialog.response = leave;
    expect(await start('1.3.0', false)).toBe(false);
    expect(dialog.messages).toMatchObject([
      {
        message: 'Clover 1.3.0 failed to start 2 times.',
        buttons: ['Start Anyway', 'Open 1.2.0 Release Page'],
        cancelId: anyway,
      },
    ]);
    expect(recordedCalls.opened).toEqual(['https://github.com/clover-chat/clover/releases/tag/v1.2.0']);
    expect(failed()).toBe('1.3.0');
  });

  it('is not offered again after the user has gone back, nor does a later version stop there', async () => {
    for (let starts = 0; starts < 3; starts += 1)
      // oxlint-disable-next-line no-await-in-loop -- one start after the other
      await start('1.3.0', false);
    await start('1.2.0', true);
    expect(failed()).toBe('1.3.0');
    await start('1.3.1', true);
    expect(saved.updateStarts).toEqual({ version: '1.3.1', previous: '1.2.0', failures: 0, failed: '1.3.0' });
    expect(dialog.messages).toHaveLength(1);
  });

  it('can be started anyway, and counts as working once it shows its page', async () => {
    for (let starts = 0; starts < 2; starts += 1)
      // oxlint-disable-next-line no-await-in-loop -- one start after the other
      await start('1.3.0', false);
    dialog.response = anyway;
    expect(await start('1.3.0', true)).toBe(true);
    expect(failed()).toBeUndefined();
    for (let starts = 0; starts < 5; starts += 1)
      // oxlint-disable-next-line no-await-in-loop -- one start after the other
      await start('1.3.0', false);
    expect(dialog.messages).toHaveLength(1);
  });

  it('is reported with the way back to the chats, unless a server stores them', async () => {
    for (let starts = 0; starts < 3; starts += 1)
      // oxlint-disable-next-line no-await-in-loop -- one start after the other
      await start('1.3.0', false);
    expect(dialog.messages[0]).toMatchObject({ detail: expect.stringContaining('Restore a Backup…') });
    const url = 'https://chat.example.org';
    saved = { ...saved, service: { address: url, url, publishableKey: 'key' } };
    await start('1.3.0', false);
    expect(dialog.messages).toHaveLength(2);
    expect(dialog.messages[1]).not.toMatchObject({ detail: expect.stringContaining('Restore a Backup…') });
  });

  it('is not counted, and does not count as working, while it only starts hidden', async () => {
    await start('1.3.0', 'hidden');
    await start('1.3.0', false);
    await start('1.3.0', false);
    await start('1.3.0', 'hidden');
    expect(dialog.messages).toHaveLength(1);
    expect(failed()).toBe('1.3.0');
    await start('1.3.0', false);
    expect(dialog.messages).toHaveLength(2);
  });

  it('works once a page was opened after a hidden start', async () => {
    vi.spyOn(app, 'getVersion').mockReturnValue('1.3.0');
    const watch = watchStarts({ read: () => saved, write: (next) => void (saved = next) }, updateFile());
    watch.withdraw();
    watch.confirm();
    watch.withdraw();
    expect(saved.updateStarts).toEqual({ version: '1.3.0', previous: '1.2.0', failures: 0 });
  });

  it('is not offered as the version to go back to when the next one fails, too', async () => {
    for (const version of ['1.3.0', '1.3.0', '1.3.1', '1.3.1', '1.3.1', '1.3.1'])
      // oxlint-disable-next-line no-await-in-loop -- one start after the other
      await start(version, false);
    expect(dialog.messages).toMatchObject([
      {
        message: 'Clover 1.3.1 failed to start 2 times.',
        buttons: ['Start Anyway', 'Open 1.2.0 Release Page'],
      },
      { message: 'Clover 1.3.1 failed to start 3 times.' },
    ]);
  });

  it('is reported without a page if this copy has no releases', async () => {
    await rm(updateFile());
    await start('1.3.0', false);
    await start('1.3.0', false);
    dialog.response = leave;
    expect(await start('1.3.0', false)).toBe(false);
    expect(dialog.messages[0]).toMatchObject({ buttons: ['Start Anyway', 'Quit'] });
    expect(recordedCalls.opened).toEqual([]);
  });
});

it('a start is not counted without an update, or after a start that worked', async () => {
  for (let starts = 0; starts < 5; starts += 1)
    // oxlint-disable-next-line no-await-in-loop -- one start after the other
    await start('1.2.0', false);
  await start('1.3.0', false);
  await start('1.3.0', true);
  await start('1.3.0', false);
  expect(dialog.messages).toEqual([]);
});

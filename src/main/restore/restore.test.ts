import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { showLanguage } from '../language.ts';
import { dialog, resetElectron } from '../testing/electron.ts';
import { listBackups } from './backups.ts';
import { offerRestore, showNotRestored } from './offer-restore.ts';
import { openRestoreRequest } from './restore-request.ts';

let directory: string;
beforeEach(() => {
  resetElectron();
  vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  directory = mkdtempSync(join(tmpdir(), 'restore-'));
});
afterEach(() => rmSync(directory, { recursive: true }));

const older = '2026-11-20T08-15-00.000Z';
const newer = '2026-11-21T18-30-00.000Z';
const makeBackups = (...names: readonly string[]) => {
  for (const name of names) mkdirSync(join(directory, 'backups', name), { recursive: true });
};

it('backups are listed with their dates, the newest first, without incomplete ones', () => {
  expect(listBackups(directory)).toEqual([]);
  makeBackups(older, newer, 'partial-2026-11-22T00-00-00.000Z', 'objects');
  expect(listBackups(directory)).toEqual([
    { name: newer, madeAt: new Date('2026-11-21T18:30:00.000Z') },
    { name: older, madeAt: new Date('2026-11-20T08:15:00.000Z') },
  ]);
});

it('a request is kept until it is cleared, and can only name a backup', () => {
  const open = () => openRestoreRequest(directory);
  expect(open().read()).toBeNull();
  open().save(newer);
  expect(open().read()).toBe(newer);
  expect(open().read()).toBe(newer);
  open().clear();
  open().clear();
  expect(open().read()).toBeNull();
  writeFileSync(join(directory, 'restore-requested'), '../../elsewhere');
  expect(open().read()).toBeNull();
});

describe('the question which backup to restore', () => {
  const offer = async (response: number, save?: () => never) => {
    const relaunch = vi.fn<(undo: () => void) => void>();
    const request = openRestoreRequest(directory);
    dialog.response = response;
    await offerRestore({
      list: () => listBackups(directory),
      folder: directory,
      request: { ...request, ...(save && { save }) },
      relaunch,
    });
    return { requested: request.read(), relaunch };
  };

  it('restarts with the chosen one, unless the user stays', async () => {
    makeBackups(older, newer);
    const { requested, relaunch } = await offer(1);
    expect(requested).toBe(older);
    expect(relaunch).toHaveBeenCalledOnce();
    expect(dialog.messages[0]).toMatchObject({ defaultId: 2, cancelId: 2 });
    expect(dialog.messages[0]?.buttons?.[0]).toContain('2026');
    expect(dialog.messages[0]?.detail).toContain(directory);
    relaunch.mock.calls[0]?.[0]();
    expect(openRestoreRequest(directory).read()).toBeNull();
  });

  it('has its dates in the language of its texts', async () => {
    makeBackups(newer);
    onTestFinished(() => showLanguage('en'));
    await showLanguage('de');
    await offer(1);
    expect(dialog.messages[0]?.buttons).toEqual([
      expect.stringMatching(/^2[12]\.11\.2026, \d\d:\d\d$/),
      'Abbrechen',
    ]);
  });

  it('does not offer the oldest of five, because the next backup replaces it', async () => {
    makeBackups(...[21, 22, 23, 24, 25].map((day) => `2026-11-${day}T08-15-00.000Z`));
    expect((await offer(3)).requested).toBe('2026-11-22T08-15-00.000Z');
    expect(dialog.messages[0]?.buttons).toHaveLength(5);
  });

  it('changes nothing if it is canceled, or if there is no backup', async () => {
    expect((await offer(0)).relaunch).not.toHaveBeenCalled();
    expect(dialog.messages[0]?.message).toBe("There's no backup yet.");
    makeBackups(older, newer);
    const { requested, relaunch } = await offer(2);
    expect(requested).toBeNull();
    expect(relaunch).not.toHaveBeenCalled();
  });

  it('does not restart if the disk refuses the request', async () => {
    makeBackups(newer);
    const { relaunch } = await offer(0, () => {
      throw new Error('ENOSPC');
    });
    expect(relaunch).not.toHaveBeenCalled();
    expect(dialog.errors).toHaveLength(1);
  });
});

it('a failed restore is reported with its reason', () => {
  showNotRestored('The backup is damaged.');
  expect(dialog.messages[0]?.message).toBe("Couldn't restore the backup.");
  expect(dialog.messages[0]?.detail).toMatch(/^The backup is damaged\.\n\nYour current data is kept\./);
});

import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { settingsSchema, type Settings } from '../settings/settings.ts';
import { app, dialog, resetElectron } from '../testing/electron.ts';
import { createAppUpdates, hasUpdates } from './app-updates.ts';
import { checkInterval, firstCheckDelay, type Updater } from './updates.ts';

const findNewer = vi.hoisted(() => vi.fn<Updater['findNewer']>(async () => null));
vi.mock('./load-updater.ts', () => ({ loadUpdater: async () => ({ isActive: () => true, findNewer }) }));

let saved: Settings;
beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('__UPDATE_KEY__', 'key');
  resetElectron();
  app.isPackaged = true;
  findNewer.mockClear();
  saved = settingsSchema.parse({});
});
afterEach(() => {
  app.isPackaged = false;
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  vi.useRealTimers();
});

/** Starts the app's updates and answers the question about daily checks. */
async function checkDaily(buttons: readonly string[]) {
  const updates = createAppUpdates({
    settings: { read: () => saved, write: (next) => void (saved = next) },
    isBusy: () => false,
    idle: async () => undefined,
  });
  const labels = ['Check Daily', "Don't Check", 'Later'];
  updates.start();
  for (const [index, button] of buttons.entries()) {
    dialog.response = labels.indexOf(button);
    // oxlint-disable-next-line no-await-in-loop -- the days follow each other
    await vi.advanceTimersByTimeAsync(index === 0 ? firstCheckDelay : checkInterval);
  }
  updates.stop();
  expect(dialog.messages.at(-1)).toMatchObject({ buttons: labels, cancelId: 2 });
}

it.each(['PORTABLE_EXECUTABLE_FILE', 'FLATPAK_ID'])('has no updates if %s is set', (variable) => {
  expect(hasUpdates()).toBe(true);
  vi.stubEnv(variable, 'clover');
  expect(hasUpdates()).toBe(false);
});

it('asks again about daily checks after Later or Escape, and saves no answer', async () => {
  await checkDaily(['Later', 'Later']);
  expect(dialog.messages).toHaveLength(2);
  expect(saved.checkForUpdates).toBeUndefined();
  expect(findNewer).not.toHaveBeenCalled();
});

it.each([
  ['Check Daily', true, 2],
  ["Don't Check", false, 0],
])('asks once after %s', async (button, isAllowed, checks) => {
  await checkDaily([button, button]);
  expect(dialog.messages).toHaveLength(1);
  expect(saved.checkForUpdates).toBe(isAllowed);
  expect(findNewer).toHaveBeenCalledTimes(checks);
});

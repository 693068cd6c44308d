import { app, dialog } from 'electron';
import { brand } from '../../shared/brand.ts';
import { rememberSettings, type Settings } from '../settings/settings.ts';
import type { Store } from '../settings/store.ts';
import { isSignedRelease } from './signature.ts';
import { updateTexts as texts } from './texts.ts';
import { createUpdates, type Updates } from './updates.ts';

/** The public key of releases, from `CLOVER_UPDATE_KEY` at build time. Empty if the build has no updates. */
declare const __UPDATE_KEY__: string;

export interface AppUpdateOptions {
  readonly settings: Store<Settings>;
  readonly isBusy: () => boolean;
  readonly idle: () => Promise<void>;
}

/** False for development builds, portable builds, Flatpaks and builds without a key. */
export const hasUpdates = (): boolean =>
  app.isPackaged &&
  // Windows' portable build is a single file, which an installer cannot update.
  process.env['PORTABLE_EXECUTABLE_FILE'] === undefined &&
  // Flatpak updates its apps itself.
  process.env['FLATPAK_ID'] === undefined &&
  __UPDATE_KEY__ !== '';

export function createAppUpdates({ settings, isBusy, idle }: AppUpdateOptions): Updates {
  return createUpdates({
    updater: hasUpdates() ? async () => (await import('./load-updater.ts')).loadUpdater() : null,
    isSigned: (release) => isSignedRelease(release, __UPDATE_KEY__),
    currentVersion: app.getVersion(),
    hasFailed: (version) => settings.read().updateStarts?.failed === version,
    isBusy,
    idle,
    mayCheck: async () => {
      const { checkForUpdates } = settings.read();
      if (checkForUpdates !== undefined) return checkForUpdates;
      const { response } = await dialog.showMessageBox({
        type: 'question',
        title: brand,
        message: texts.consent,
        detail: texts.consentDetail,
        buttons: [texts.agree, texts.decline, texts.later],
        defaultId: 0,
        cancelId: 2,
      });
      // Closing the dialog is not an answer, so it is shown again.
      if (response !== 2) rememberSettings(settings, { checkForUpdates: response === 0 });
      return response === 0;
    },
    notify: async (message, detail) => {
      await dialog.showMessageBox({
        type: 'info',
        title: brand,
        message,
        buttons: [texts.close],
        ...(detail !== undefined && { detail }),
      });
    },
    askRestart: async (message, detail) => {
      const { response } = await dialog.showMessageBox({
        type: 'info',
        title: brand,
        message,
        detail,
        buttons: [texts.restart, texts.later],
        defaultId: 0,
        cancelId: 1,
      });
      return response === 0;
    },
  });
}

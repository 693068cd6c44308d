import { app, dialog } from 'electron';
import { brand } from '../../shared/brand.ts';
import { isSignedRelease } from './signature.ts';
import { texts } from './texts.ts';
import { createUpdates, type Updates } from './updates.ts';

/** The key whose releases this copy takes, built in (`CLOVER_UPDATE_KEY` of the build); empty where there are no updates. */
declare const __UPDATE_KEY__: string;

/** The updates of this copy. One from its sources, without a key, or portable has none and says so. */
export function createAppUpdates(): Updates {
  // Windows' portable copy is one file that its owner carries about: an installer is no update of it.
  const isPortable = process.env['PORTABLE_EXECUTABLE_FILE'] !== undefined;
  const hasUpdates = app.isPackaged && !isPortable && __UPDATE_KEY__ !== '';
  return createUpdates({
    updater: hasUpdates ? async () => (await import('./load-updater.ts')).loadUpdater() : null,
    isSigned: (release) => isSignedRelease(release, __UPDATE_KEY__),
    currentVersion: app.getVersion(),
    tell: async (message, detail) => {
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

import type { AppUpdater } from 'electron-updater';
import type { Updater } from './updates.ts';

/** What is used and set of electron-updater. */
export type ElectronUpdater = Pick<
  AppUpdater,
  | 'allowDowngrade'
  | 'autoDownload'
  | 'autoInstallOnAppQuit'
  | 'disableWebInstaller'
  | 'logger'
  | 'requestHeaders'
  | 'isUpdaterActive'
  | 'checkForUpdates'
  | 'downloadUpdate'
  | 'quitAndInstall'
>;

/**
 * Sets electron-updater up the way we want it. The channel is left alone: electron-updater takes it from the version (a
 * beta sees betas and releases), and setting it would allow to go back to older versions.
 */
export function adapt(updater: ElectronUpdater): Updater {
  updater.allowDowngrade = false;
  // The signature comes first.
  updater.autoDownload = false;
  updater.autoInstallOnAppQuit = true;
  // They download parts by themselves, which no signature covers.
  updater.disableWebInstaller = true;
  // Its lines name paths and addresses.
  updater.logger = null;
  // It would send along an id that is the same each day. Who gets a staged version is decided on this computer.
  updater.requestHeaders = { 'x-user-staging-id': 'none' };
  return {
    isActive: () => updater.isUpdaterActive(),
    async findNewer() {
      const result = await updater.checkForUpdates();
      return result?.isUpdateAvailable === true
        ? { version: result.updateInfo.version, release: result.updateInfo }
        : null;
    },
    async download() {
      await updater.downloadUpdate();
    },
    restartAndInstall: () => updater.quitAndInstall(),
  };
}

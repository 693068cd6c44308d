import type { AppUpdater } from 'electron-updater';
import type { Updater } from './updates.ts';

/** The parts of electron-updater that are used. */
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
 * Configures electron-updater. It derives the channel from the version (a beta sees betas and releases); setting it would
 * allow downgrades.
 */
export function adaptUpdater(updater: ElectronUpdater): Updater {
  updater.allowDowngrade = false;
  // The signature is checked first.
  updater.autoDownload = false;
  updater.autoInstallOnAppQuit = true;
  // Web installers download parts that no signature covers.
  updater.disableWebInstaller = true;
  // Its log lines contain paths and URLs.
  updater.logger = null;
  // Otherwise it sends a permanent id. Whether this computer is in a staged rollout is decided here.
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

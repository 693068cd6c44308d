import type { AppUpdater } from 'electron-updater';
import type { Updater } from './updates.ts';

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
 * Configures electron-updater. The release channel is not set, because setting it would allow downgrades.
 * electron-updater derives it from the version: a beta gets betas and releases.
 */
export function adaptUpdater(updater: ElectronUpdater): Updater {
  updater.allowDowngrade = false;
  // The app checks the signature before it downloads.
  updater.autoDownload = false;
  updater.autoInstallOnAppQuit = true;
  // Web installers download parts that no signature covers.
  updater.disableWebInstaller = true;
  // electron-updater's log lines contain paths and URLs.
  updater.logger = null;
  // Otherwise electron-updater sends a permanent id. This computer decides by itself whether it is in a staged
  // rollout.
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

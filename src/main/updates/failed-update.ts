import { readFileSync } from 'node:fs';
import { app, dialog } from 'electron';
import { brand } from '../../shared/brand.ts';
import { log } from '../log.ts';
import { isServiceFixed } from '../service/choose-service.ts';
import { rememberSettings, type Settings } from '../settings/settings.ts';
import type { Store } from '../settings/store.ts';
import { openExternal } from '../window/external.ts';
import { updateTexts as texts } from './texts.ts';
import { beginStart, confirmStart, hasFailed, type UpdateStarts } from './update-starts.ts';

export interface StartWatch {
  /** Call it when the page is shown. */
  readonly confirm: () => void;
  /** Call it when the app has started without a window: such a start proves nothing, so it is not counted. */
  readonly withdraw: () => void;
  /** Whether the app should start. False if the user installs the previous version instead. */
  readonly mayStart: () => Promise<boolean>;
}

/**
 * Detects a version that does not start after an update. electron-updater cannot install an older version, so the user
 * can open its release page. The failed version is not offered again, unless it starts after all.
 *
 * @param updateFile written by electron-builder; names the repository of the releases
 */
export function watchStarts(settings: Store<Settings>, updateFile: string): StartWatch {
  const version = app.getVersion();
  const save = (updateStarts: UpdateStarts): void => {
    if (updateStarts !== settings.read().updateStarts) rememberSettings(settings, { updateStarts });
  };
  const lastStarts = settings.read().updateStarts;
  const countedStarts = beginStart(lastStarts, version);
  const isBroken = hasFailed(countedStarts);
  const starts = isBroken ? { ...countedStarts, failed: version } : countedStarts;
  save(starts);
  let isConfirmed = starts.failures === 0;
  return {
    confirm() {
      if (isConfirmed) return;
      isConfirmed = true;
      save(confirmStart(starts));
    },
    withdraw() {
      // The window may have been opened while the app waited for the tray.
      if (!isConfirmed && lastStarts) save({ ...lastStarts, ...(isBroken && { failed: version }) });
    },
    async mayStart() {
      if (!isBroken) return true;
      log('update.no-start', { version });
      const page = starts.previous === undefined ? null : releasePage(updateFile, starts.previous);
      // The menu has no backups while the app uses another service.
      const hasBackups = !isServiceFixed(process.env) && settings.read().service === undefined;
      const detail =
        page === null ? texts.noStartWithoutPage : texts.noStartDetail({ previous: starts.previous ?? '' });
      const { response } = await dialog.showMessageBox({
        type: 'error',
        title: brand,
        // The counter also includes this start.
        message: texts.noStart({ version, count: starts.failures - 1 }),
        // The update may already have changed the database, which older versions can't read then.
        detail: hasBackups ? `${detail}\n\n${texts.noStartBackup}` : detail,
        buttons: [
          texts.startAnyway,
          page === null ? texts.quit : texts.openPage({ version: starts.previous ?? '' }),
        ],
        defaultId: page === null ? 0 : 1,
        cancelId: 0,
      });
      if (response === 0) return true;
      if (page !== null) await openExternal(page);
      return false;
    },
  };
}

/** Returns the page of a release on GitHub. Null if this copy was not built for releases. */
function releasePage(updateFile: string, version: string): string | null {
  try {
    const text = readFileSync(updateFile, 'utf8');
    const valueOf = (name: string) => new RegExp(`^${name}: ([\\w.-]+)$`, 'm').exec(text)?.[1];
    const [owner, repository] = [valueOf('owner'), valueOf('repo')];
    if (owner === undefined || repository === undefined) return null;
    return `https://github.com/${owner}/${repository}/releases/tag/v${version}`;
  } catch {
    return null;
  }
}

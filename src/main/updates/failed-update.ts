import { readFileSync } from 'node:fs';
import { app, dialog } from 'electron';
import { brand } from '../../shared/brand.ts';
import { log } from '../log.ts';
import { rememberSettings, type Settings } from '../settings/settings.ts';
import type { Store } from '../settings/store.ts';
import { openExternal } from '../window/external.ts';
import { texts } from './texts.ts';
import { beginStart, confirmStart, hasFailed, type UpdateStarts } from './update-starts.ts';

export interface StartWatch {
  /** Call it when the page is shown, or when the app has started without a window. */
  readonly confirm: () => void;
  /** Whether the app should start. False if the user installs the previous version instead. */
  readonly mayStart: () => Promise<boolean>;
}

/**
 * Notices a version that does not start after an update. electron-updater cannot install an older version, so the user
 * can open its release page. The failed version is not offered again, unless it starts after all.
 *
 * @param updateFile written by electron-builder; names the repository of the releases
 */
export function watchStarts(settings: Store<Settings>, updateFile: string): StartWatch {
  const version = app.getVersion();
  const save = (updateStarts: UpdateStarts): void => {
    if (updateStarts !== settings.read().updateStarts) rememberSettings(settings, { updateStarts });
  };
  const starts = beginStart(settings.read().updateStarts, version);
  const isBroken = hasFailed(starts);
  save(isBroken ? { ...starts, failed: version } : starts);
  return {
    confirm() {
      const { updateStarts } = settings.read();
      if (updateStarts && updateStarts.failures > 0) save(confirmStart(updateStarts));
    },
    async mayStart() {
      if (!isBroken) return true;
      log('update.no-start', { version });
      const page = starts.previous === undefined ? null : releasePage(updateFile, starts.previous);
      const { response } = await dialog.showMessageBox({
        type: 'error',
        title: brand,
        message: texts.noStart(version),
        detail: page === null ? texts.noStartWithoutPage : texts.noStartDetail(starts.previous ?? ''),
        buttons: [texts.startAnyway, page === null ? texts.quit : texts.openPage(starts.previous ?? '')],
        defaultId: page === null ? 0 : 1,
        cancelId: 0,
      });
      if (response === 0) return true;
      if (page !== null) await openExternal(page);
      return false;
    },
  };
}

/** The page of a release on GitHub. Null if this copy was not built for releases. */
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

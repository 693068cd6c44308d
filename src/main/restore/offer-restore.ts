import { dialog } from 'electron';
import { brand } from '../../shared/brand.ts';
import { dialogLocale } from '../language.ts';
import { log } from '../log.ts';
import type { Backup } from './backups.ts';
import type { RestoreRequest } from './restore-request.ts';
import { restoreTexts as texts } from './texts.ts';

export interface RestoreOptions {
  readonly list: () => readonly Backup[];
  /** The folder of the embedded service's data. */
  readonly folder: string;
  readonly request: Pick<RestoreRequest, 'save' | 'clear'>;
  /** @param undo called if the user decides to stay */
  readonly relaunch: (undo: () => void) => void;
}

/** The service keeps five backups. Stopping it for the restore makes another one, which replaces the oldest. */
const maxOffered = 4;

/** Shows the backups with their dates, and restarts the app with the chosen one. */
export async function offerRestore({ list, folder, request, relaunch }: RestoreOptions): Promise<void> {
  const backups = list().slice(0, maxOffered);
  if (backups.length === 0) {
    await dialog.showMessageBox({
      type: 'info',
      title: brand,
      message: texts.none,
      detail: texts.noneDetail,
    });
    return;
  }
  const format = new Intl.DateTimeFormat(dialogLocale(), { dateStyle: 'medium', timeStyle: 'short' });
  const { response } = await dialog.showMessageBox({
    type: 'question',
    title: brand,
    message: texts.question,
    detail: texts.detail({ folder }),
    buttons: [...backups.map(({ madeAt }) => format.format(madeAt)), texts.cancel],
    defaultId: backups.length,
    cancelId: backups.length,
  });
  const chosenBackup = backups[response];
  if (!chosenBackup) return;
  try {
    request.save(chosenBackup.name);
  } catch {
    dialog.showErrorBox(brand, texts.notSaved);
    return;
  }
  log('restore.requested');
  relaunch(request.clear);
}

/** Shows why the backup was not restored, while the app keeps running. */
export function showNotRestored(problem: string): void {
  void dialog
    .showMessageBox({
      type: 'warning',
      title: brand,
      message: texts.notRestored,
      detail: texts.notRestoredDetail({ problem }),
    })
    .catch(() => undefined);
}

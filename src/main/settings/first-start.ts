import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { FirstStartStep } from '../../shared/ipc/first-start.ts';
import { isServiceFixed } from '../service/choose-service.ts';
import { SaveError } from './save-error.ts';
import { rememberSettings, type Settings } from './settings.ts';
import type { ReportProblem, Store } from './store.ts';

/**
 * Returns whether the app has never run with this data folder. A folder with chats but without settings was copied from
 * another computer. Call it before the settings are opened.
 *
 * @param localData the folder of the embedded service
 */
export const isNewProfile = (directory: string, localData: string): boolean =>
  !existsSync(join(directory, 'settings.json')) && !existsSync(localData);

/**
 * Begins the first start of a new profile. If an administrator has set the service during an unfinished first start, it
 * ends now: the step would otherwise stay saved, and quick ask would never get its shortcut.
 */
export function beginFirstStart(
  settings: Store<Settings>,
  isNew: boolean,
  environment: NodeJS.ProcessEnv,
  report: ReportProblem,
): void {
  if (!isServiceFixed(environment)) {
    if (isNew) rememberSettings(settings, { firstStart: 'choose' }, report);
    return;
  }
  const { firstStart, ...rest } = settings.read();
  if (firstStart === undefined) return;
  try {
    settings.write(rest);
  } catch (error) {
    if (!(error instanceof SaveError)) throw error;
    report(error.message);
  }
}

/** Returns the step to show, or null. If an administrator has set the service, there is nothing to choose. */
export const openFirstStart = (
  { firstStart }: Pick<Settings, 'firstStart'>,
  environment: NodeJS.ProcessEnv,
): FirstStartStep | null => (isServiceFixed(environment) ? null : (firstStart ?? null));

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { FirstStartStep } from '../../shared/ipc/first-start.ts';
import { isServiceFixed } from '../service/choose-service.ts';
import type { Settings } from './settings.ts';

/**
 * Whether the app has never run with this data folder. A folder with chats but without settings was copied from another
 * computer. Call it before the settings are opened.
 *
 * @param localData the folder of the embedded service
 */
export const isNewProfile = (directory: string, localData: string): boolean =>
  !existsSync(join(directory, 'settings.json')) && !existsSync(localData);

/** The step to show, or null. If an administrator has set the service, there is nothing to choose. */
export const openFirstStart = (
  { firstStart }: Pick<Settings, 'firstStart'>,
  environment: NodeJS.ProcessEnv,
): FirstStartStep | null => (isServiceFixed(environment) ? null : (firstStart ?? null));

import { autoUpdater } from 'electron-updater';
import { adaptUpdater } from './adapt.ts';
import type { Updater } from './updates.ts';

/** A separate module, so that it is loaded only to check for updates. */
export const loadUpdater = (): Updater => adaptUpdater(autoUpdater);

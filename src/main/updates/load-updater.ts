import { autoUpdater } from 'electron-updater';
import { adaptUpdater } from './adapt.ts';
import type { Updater } from './updates.ts';

/** This is a separate file, so that electron-updater is loaded only when the app checks for updates. */
export const loadUpdater = (): Updater => adaptUpdater(autoUpdater);

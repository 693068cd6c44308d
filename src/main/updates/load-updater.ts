import { autoUpdater } from 'electron-updater';
import { adapt } from './adapt.ts';
import type { Updater } from './updates.ts';

/** The system's own updater. In a module of its own, because it is loaded only when somebody looks for an update. */
export const loadUpdater = (): Updater => adapt(autoUpdater);

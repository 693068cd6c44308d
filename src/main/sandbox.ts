import { app } from 'electron';

/**
 * Whether the installed app runs without Chromium's sandbox: someone passed the argument, or the AppImage did, because
 * this system denies user namespaces to programs. Pages show text from strangers, so the app then does not start.
 */
export const lacksSandbox = (): boolean => app.isPackaged && app.commandLine.hasSwitch('no-sandbox');

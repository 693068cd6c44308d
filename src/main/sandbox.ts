import { app } from 'electron';

/**
 * Returns whether the installed app runs without Chromium's sandbox: someone passed the argument, or the AppImage did
 * because this system denies user namespaces to programs. The app then does not start, because pages show untrusted
 * text.
 */
export const runsWithoutSandbox = (): boolean => app.isPackaged && app.commandLine.hasSwitch('no-sandbox');

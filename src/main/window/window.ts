import { BrowserWindow, nativeTheme } from 'electron';
import { homeUrl } from '../protocol/scheme.ts';
import { windowOptions } from './options.ts';

let current: BrowserWindow | null = null;

/** The app's one window, or null while none is open. */
export const mainWindow = (): BrowserWindow | null => (current && !current.isDestroyed() ? current : null);

/** Opens the window, or brings the open one to the front. */
export function showWindow(preload: string): BrowserWindow {
  const open = mainWindow();
  if (open) {
    if (open.isMinimized()) open.restore();
    open.focus();
    return open;
  }
  const window = new BrowserWindow(
    windowOptions(preload, nativeTheme.shouldUseDarkColors ? 'dark' : 'light'),
  );
  current = window;
  window.once('ready-to-show', () => window.show());
  window.once('closed', () => {
    if (current === window) current = null;
  });
  // A failed load shows Chromium's own page; the promise says the same and has no reader.
  void window.loadURL(homeUrl).catch(() => undefined);
  return window;
}

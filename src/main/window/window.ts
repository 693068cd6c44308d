import { BrowserWindow, dialog, nativeTheme, screen } from 'electron';
import { homeUrl } from '../protocol/scheme.ts';
import { placeOnDisplays, type WindowPlace } from './bounds.ts';
import { recoverFromCrash } from './crash.ts';
import { windowOptions } from './options.ts';
import { crashTexts, hangTexts } from './texts.ts';
import { watchResponsiveness } from './unresponsive.ts';
import type { Zoom } from './zoom.ts';

let current: BrowserWindow | null = null;

export interface PlaceStore {
  readonly read: () => WindowPlace | undefined;
  readonly write: (place: WindowPlace) => void;
}

export interface WindowBehavior {
  readonly places: PlaceStore;
  readonly zoom: Pick<Zoom, 'follow'>;
  /** Whether closing only hides the window, because the app keeps running in the tray. */
  readonly staysInTray: () => boolean;
  readonly onClosed: () => void;
}

async function askToReload(window: BrowserWindow): Promise<boolean> {
  const { response } = await dialog.showMessageBox(window, {
    type: 'error',
    message: crashTexts.message,
    detail: crashTexts.detail,
    buttons: [crashTexts.reload, crashTexts.close],
    defaultId: 0,
    cancelId: 1,
  });
  if (response !== 0) window.destroy();
  return response === 0;
}

async function askAboutHang(window: BrowserWindow, signal: AbortSignal): Promise<boolean> {
  const { response } = await dialog.showMessageBox(window, {
    type: 'warning',
    message: hangTexts.message,
    detail: hangTexts.detail,
    buttons: [hangTexts.wait, hangTexts.reload],
    defaultId: 0,
    cancelId: 0,
    signal,
  });
  return response === 1;
}

export const mainWindow = (): BrowserWindow | null => (current && !current.isDestroyed() ? current : null);

/** Opens the window at its last position, or brings the open one to the front. */
export function showWindow(
  preload: string,
  { places, zoom, staysInTray, onClosed }: WindowBehavior,
): BrowserWindow {
  const open = mainWindow();
  if (open) {
    if (open.isMinimized()) open.restore();
    // The window may be hidden, because the app is in the tray.
    open.show();
    open.focus();
    return open;
  }
  const place = places.read();
  const areas = screen.getAllDisplays().map(({ workArea }) => workArea);
  const window = new BrowserWindow({
    ...windowOptions(preload, nativeTheme.shouldUseDarkColors ? 'dark' : 'light'),
    ...(place && placeOnDisplays(place, areas)),
  });
  current = window;
  window.once('ready-to-show', () => {
    if (place?.isMaximized) window.maximize();
    window.show();
  });
  window.on('close', (event) => {
    places.write({ ...window.getNormalBounds(), isMaximized: window.isMaximized() });
    if (!staysInTray()) return;
    event.preventDefault();
    window.hide();
  });
  zoom.follow(window.webContents);
  recoverFromCrash(window.webContents, () => askToReload(window));
  watchResponsiveness(window, (signal) => askAboutHang(window, signal));
  window.once('closed', () => {
    if (current === window) current = null;
    onClosed();
  });
  // Chromium shows an error page for a failed load.
  void window.loadURL(homeUrl).catch(() => undefined);
  return window;
}

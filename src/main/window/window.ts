import { BrowserWindow, dialog, nativeTheme, screen } from 'electron';
import { homeUrl, ownOrigin } from '../protocol/scheme.ts';
import {
  lastPlace,
  placeOnDisplays,
  withPlace,
  type Rectangle,
  type WindowPlace,
  type WindowPlaces,
} from './bounds.ts';
import { recoverFromCrash } from './crash.ts';
import { windowOptions } from './options.ts';
import { chatPathOf, type SavedWindow } from './saved-windows.ts';
import { crashTexts, hangTexts } from './texts.ts';
import { watchResponsiveness } from './unresponsive.ts';
import type { Zoom } from './zoom.ts';

/** The windows with chats, the most recently used last. */
const windows: BrowserWindow[] = [];
/** Windows that are still open because their page has not ended yet. */
const closing = new WeakSet<BrowserWindow>();

export interface PlaceStore {
  readonly read: () => WindowPlaces;
  readonly write: (places: WindowPlaces) => void;
}

export interface WindowBehavior {
  readonly places: PlaceStore;
  readonly zoom: Pick<Zoom, 'follow'>;
  /** Whether closing only hides the window, because the app keeps running in the tray. */
  readonly staysInTray: () => boolean;
  /** Called when the last window has closed. */
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

export const chatWindows = (): readonly BrowserWindow[] => windows.filter((one) => !one.isDestroyed());

/** Returns the window that the user used most recently. Links and menu entries open in it, so it must not be closing. */
export const mainWindow = (): BrowserWindow | null =>
  chatWindows().findLast((one) => !closing.has(one)) ?? null;

/** Returns what is needed to open the windows again, the most recently used last. */
export const openWindows = (): SavedWindow[] =>
  chatWindows().map((window) => ({ path: chatPathOf(window.webContents.getURL()), place: placeOf(window) }));

const placeOf = (window: BrowserWindow): WindowPlace => ({
  ...window.getNormalBounds(),
  isMaximized: window.isMaximized(),
});

function forget(window: BrowserWindow): void {
  const index = windows.indexOf(window);
  if (index !== -1) windows.splice(index, 1);
}

/** Returns the displays' areas without the system's bars. */
const displayAreas = (): readonly Rectangle[] => screen.getAllDisplays().map(({ workArea }) => workArea);

/** Pixels between a new window and the one that it would otherwise cover. */
const offset = 28;

function placeBeside({ x, y, width, height }: Rectangle): WindowPlace {
  return { x: x + offset, y: y + offset, width, height, isMaximized: false };
}

/**
 * Opens a window with the app's first page: beside the most recent one, or at the last position on these displays.
 * @param saved a window of the last run, which opens with its chat at its position
 */
export function openWindow(
  preload: string,
  { places, zoom, staysInTray, onClosed }: WindowBehavior,
  saved?: SavedWindow,
): BrowserWindow {
  const recent = mainWindow();
  const areas = displayAreas();
  const next = recent ? placeBeside(recent.getNormalBounds()) : lastPlace(places.read(), areas);
  const place = saved?.place ?? next;
  const window = new BrowserWindow({
    ...windowOptions(preload, nativeTheme.shouldUseDarkColors ? 'dark' : 'light'),
    ...(place && placeOnDisplays(place, areas)),
  });
  windows.push(window);
  window.once('ready-to-show', () => {
    if (place?.isMaximized) window.maximize();
    window.show();
  });
  window.on('focus', () => {
    forget(window);
    windows.push(window);
  });
  window.on('close', (event) => {
    places.write(withPlace(places.read(), displayAreas(), placeOf(window)));
    closing.add(window);
    // Only the last window is kept for the tray.
    if (!staysInTray() || mainWindow() !== null) return;
    closing.delete(window);
    event.preventDefault();
    window.hide();
  });
  // `confirmUnload` has asked before. Without its `preventDefault`, the window stays open.
  window.webContents.on('will-prevent-unload', (event) => {
    if (!event.defaultPrevented) closing.delete(window);
  });
  zoom.follow(window.webContents);
  recoverFromCrash(window.webContents, () => askToReload(window));
  watchResponsiveness(window, (signal) => askAboutHang(window, signal));
  window.once('closed', () => {
    forget(window);
    if (chatWindows().length === 0) onClosed();
  });
  // Chromium shows an error page for a failed load.
  void window.loadURL(saved ? `${ownOrigin}${saved.path}` : homeUrl).catch(() => undefined);
  return window;
}

/** Brings the most recent window to the front, or opens one. */
export function showWindow(preload: string, behavior: WindowBehavior): BrowserWindow {
  const open = mainWindow();
  if (!open) return openWindow(preload, behavior);
  if (open.isMinimized()) open.restore();
  // The window may be hidden, because the app is in the tray.
  open.show();
  open.focus();
  return open;
}

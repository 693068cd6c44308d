import { BrowserWindow, nativeTheme } from 'electron';
import { ownOrigin } from '../protocol/scheme.ts';
import { windowOptions } from './options.ts';

/** The small window for a question, above all other programs. */
export interface QuickAskWindow {
  readonly toggle: () => void;
  readonly hide: () => void;
  /** Called with the main window, because a hidden window would keep the app running. */
  readonly close: () => void;
}

/** @param preload absolute path of the built preload */
export function createQuickAskWindow(preload: string): QuickAskWindow {
  let current: BrowserWindow | null = null;
  const openWindow = (): BrowserWindow | null => (current && !current.isDestroyed() ? current : null);
  let hasCrashed = false;
  const load = (window: BrowserWindow): void => {
    hasCrashed = false;
    void window.loadURL(`${ownOrigin}/quick-ask`).catch(() => undefined);
  };
  const create = (): BrowserWindow => {
    const window = new BrowserWindow({
      ...windowOptions(preload, nativeTheme.shouldUseDarkColors ? 'dark' : 'light'),
      width: 640,
      height: 176,
      minWidth: 320,
      minHeight: 176,
      frame: false,
      resizable: false,
      maximizable: false,
      fullscreenable: false,
      skipTaskbar: true,
      alwaysOnTop: true,
    });
    window.once('ready-to-show', () => window.show());
    // The user switched to something else. The text stays in the hidden window.
    window.on('blur', () => window.hide());
    window.once('closed', () => {
      if (current === window) current = null;
    });
    // Hide the empty frame; the shortcut reloads the page.
    window.webContents.on('render-process-gone', () => {
      window.hide();
      hasCrashed = true;
    });
    load(window);
    return window;
  };
  return {
    toggle() {
      const window = openWindow();
      if (!window) current = create();
      else if (window.isVisible()) window.hide();
      else {
        if (hasCrashed) load(window);
        window.show();
        window.focus();
      }
    },
    hide: () => openWindow()?.hide(),
    close: () => openWindow()?.destroy(),
  };
}

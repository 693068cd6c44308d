import { BrowserWindow, nativeTheme } from 'electron';
import { ownOrigin } from '../protocol/scheme.ts';
import { windowOptions } from './options.ts';

/** The small window that takes a question over every other program. */
export interface QuickAskWindow {
  readonly toggle: () => void;
  readonly hide: () => void;
  /** Ends it with the main window: a window that nobody sees would keep the app running. */
  readonly close: () => void;
}

/** @param preload absolute path of the built preload */
export function createQuickAskWindow(preload: string): QuickAskWindow {
  let current: BrowserWindow | null = null;
  const live = (): BrowserWindow | null => (current && !current.isDestroyed() ? current : null);
  let hasDied = false;
  const load = (window: BrowserWindow): void => {
    hasDied = false;
    void window.loadURL(`${ownOrigin}/quick-ask`).catch(() => undefined);
  };
  const open = (): BrowserWindow => {
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
    // The person has turned to something else; what was written waits.
    window.on('blur', () => window.hide());
    window.once('closed', () => {
      if (current === window) current = null;
    });
    // An empty frame over all programs would be of no use: it goes, and its keys load the page again.
    window.webContents.on('render-process-gone', () => {
      window.hide();
      hasDied = true;
    });
    load(window);
    return window;
  };
  return {
    toggle() {
      const window = live();
      if (!window) current = open();
      else if (window.isVisible()) window.hide();
      else {
        if (hasDied) load(window);
        window.show();
        window.focus();
      }
    },
    hide: () => live()?.hide(),
    close: () => live()?.destroy(),
  };
}

import { BrowserWindow, nativeTheme, screen, type WebContents } from 'electron';
import { events } from '../../shared/ipc/channels.ts';
import type { ShellCommand } from '../../shared/ipc/commands.ts';
import { log } from '../log.ts';
import { ownOrigin } from '../protocol/scheme.ts';
import { windowOptions } from './options.ts';
import { placeQuickAsk, quickAskSize } from './quick-ask-place.ts';

/** The small window for a question, above all other programs. Its page is the chat. */
export interface QuickAskWindow {
  readonly toggle: () => void;
  /** Hides the window and starts a new chat. */
  readonly hide: () => void;
  /** Must be called when the main window closes, because a hidden window would keep the app running. */
  readonly close: () => void;
  /** Whether it has a page, even a hidden one. */
  readonly hasPage: () => boolean;
}

const newChat: ShellCommand = { kind: 'press', command: 'newChat' };

/** @param preload absolute path of the built preload */
export function createQuickAskWindow(preload: string, platform: NodeJS.Platform): QuickAskWindow {
  let current: BrowserWindow | null = null;
  const openWindow = (): BrowserWindow | null => (current && !current.isDestroyed() ? current : null);
  let hasCrashed = false;
  const load = (window: BrowserWindow): void => {
    hasCrashed = false;
    void window.loadURL(`${ownOrigin}/quick-ask`).catch(() => undefined);
  };
  /** On the display where the user works. */
  const show = (window: BrowserWindow): void => {
    const { workArea } = screen.getDisplayNearestPoint(screen.getCursorScreenPoint());
    // Before the bounds: Windows restores a minimized window to the place it had.
    if (window.isMinimized()) window.restore();
    window.setBounds(placeQuickAsk(workArea));
    window.show();
    window.focus();
  };
  const hide = (window: BrowserWindow): void => {
    // Otherwise Windows gives the focus to the app's main window instead of the program that had it.
    if (platform === 'win32') window.minimize();
    window.hide();
  };
  const startOver = (contents: WebContents): void => contents.send(events.command, newChat);
  const create = (): BrowserWindow => {
    const window = new BrowserWindow({
      ...windowOptions(preload, nativeTheme.shouldUseDarkColors ? 'dark' : 'light'),
      ...quickAskSize,
      minWidth: 320,
      minHeight: 320,
      frame: false,
      maximizable: false,
      fullscreenable: false,
      skipTaskbar: true,
      alwaysOnTop: true,
      // A panel takes the keyboard without activating the app, so that the program behind it keeps its place.
      ...(platform === 'darwin' && { type: 'panel' }),
    });
    window.once('ready-to-show', () => show(window));
    // The user switched to something else. The chat stays in the hidden window.
    window.on('blur', () => window.hide());
    window.once('closed', () => {
      if (current === window) current = null;
    });
    // Hide the empty window. The shortcut reloads its page.
    window.webContents.on('render-process-gone', () => {
      window.hide();
      hasCrashed = true;
    });
    // Without a dialog, because that would take the focus, which hides the window.
    window.on('unresponsive', () => {
      log('quick-ask.unresponsive');
      window.webContents.forcefullyCrashRenderer();
    });
    load(window);
    return window;
  };
  return {
    toggle() {
      const window = openWindow();
      if (!window) current = create();
      else if (window.isVisible()) hide(window);
      else {
        if (hasCrashed) load(window);
        show(window);
      }
    },
    hide() {
      const window = openWindow();
      if (!window) return;
      hide(window);
      startOver(window.webContents);
    },
    close: () => openWindow()?.destroy(),
    hasPage: () => openWindow() !== null && !hasCrashed,
  };
}

import { BrowserWindow, nativeTheme, screen, type WebContents } from 'electron';
import { events } from '../../shared/ipc/channels.ts';
import type { ShellCommand } from '../../shared/ipc/commands.ts';
import { log } from '../log.ts';
import { ownOrigin } from '../protocol/scheme.ts';
import { windowOptions } from './options.ts';
import { placeQuickAsk, quickAskSize } from './quick-ask-place.ts';

/** The small window for a quick question, above all other programs. Its page is the chat. */
export interface QuickAskWindow {
  readonly toggle: () => void;
  /** Hides the window and starts a new chat. */
  readonly hide: () => void;
  /** Call it when the main window closes, because a hidden window would keep the app running. */
  readonly close: () => void;
  /** Whether the window has a page, even while it is hidden. */
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
  /** Shows the window on the display that the user is working on. */
  const show = (window: BrowserWindow): void => {
    const { workArea } = screen.getDisplayNearestPoint(screen.getCursorScreenPoint());
    // Restore before setting the bounds, because Windows restores a minimized window at its old position.
    if (window.isMinimized()) window.restore();
    window.setBounds(placeQuickAsk(workArea));
    window.show();
    window.focus();
  };
  const hide = (window: BrowserWindow): void => {
    // Otherwise Windows would focus the app's main window instead of the previous program.
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
      // A panel receives the keyboard without activating the app, so the previous program stays in front.
      ...(platform === 'darwin' && { type: 'panel' }),
    });
    window.once('ready-to-show', () => show(window));
    // The user has switched to another window. The chat is kept.
    window.on('blur', () => window.hide());
    window.once('closed', () => {
      if (current === window) current = null;
    });
    // Hide the empty window. The shortcut reloads the page.
    window.webContents.on('render-process-gone', () => {
      window.hide();
      hasCrashed = true;
    });
    // Don't show a dialog: it would take the focus, and the window hides when it loses the focus.
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

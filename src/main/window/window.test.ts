import { beforeEach, describe, expect, it, vi } from 'vitest';
import { lastPlace, withPlace, type WindowPlace, type WindowPlaces } from './bounds.ts';
import { recordedCalls, resetElectron, screen } from '../testing/electron.ts';
import { windowOptions } from './options.ts';
import { mainWindow, openWindow, openWindows, showWindow, type WindowBehavior } from './window.ts';

const preload = '/app/out/preload/index.cjs';
let places: WindowPlaces;
let inTray: boolean;
let closed: number;
let followed: unknown[];
const behavior: WindowBehavior = {
  places: { read: () => places, write: (next) => void (places = next) },
  zoom: { follow: (contents) => void followed.push(contents) },
  staysInTray: () => inTray,
  onClosed: () => void (closed += 1),
};
const laptop = { x: 0, y: 0, width: 1920, height: 1080 };
const beside = { x: 1920, y: 0, width: 2560, height: 1440 };
const savedPlace = () => lastPlace(places, screen.areas);
const savePlace = (place: WindowPlace) => void (places = withPlace(places, screen.areas, place));
const closing = () => ({ preventDefault: vi.fn<() => void>() });

beforeEach(() => {
  for (const window of recordedCalls.windows) window.emit('closed');
  resetElectron();
  places = {};
  screen.areas = [laptop];
  inTray = false;
  closed = 0;
  followed = [];
});

describe('a window', () => {
  it('isolates its page in the sandbox, without Node', () => {
    expect(windowOptions(preload, 'light').webPreferences).toMatchObject({
      preload,
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webSecurity: true,
      allowRunningInsecureContent: false,
      webviewTag: false,
    });
  });

  it("can be as narrow as a phone, and starts hidden in the theme's color", () => {
    expect(windowOptions(preload, 'light')).toMatchObject({ minWidth: 390, show: false });
    expect(windowOptions(preload, 'dark').backgroundColor).not.toBe(
      windowOptions(preload, 'light').backgroundColor,
    );
  });

  it('loads the app from its scheme and is shown once it is drawn [DESK-019]', () => {
    showWindow(preload, behavior);
    const [window] = recordedCalls.windows;
    expect(window!.loaded).toStrictEqual(['app://clover/chat']);
    expect(window!.calls).toStrictEqual([]);
    window!.emit('ready-to-show');
    expect(window!.calls).toStrictEqual(['show']);
  });

  it('moves to the front when opened again, and is created again once closed', () => {
    showWindow(preload, behavior);
    recordedCalls.windows[0]!.minimize();
    showWindow(preload, behavior);
    expect(recordedCalls.windows).toHaveLength(1);
    expect(recordedCalls.windows[0]!.calls).toStrictEqual(['minimize', 'restore', 'show', 'focus']);
    recordedCalls.windows[0]!.emit('closed');
    expect(mainWindow()).toBeNull();
    showWindow(preload, behavior);
    expect(recordedCalls.windows).toHaveLength(2);
  });

  it('is hidden instead of closed while the app runs in the tray, and can be shown again', () => {
    showWindow(preload, behavior);
    const window = recordedCalls.windows[0]!;
    inTray = true;
    const event = closing();
    window.emit('close', event);
    expect(event.preventDefault).toHaveBeenCalledOnce();
    expect(window.calls).toStrictEqual(['hide']);
    expect(savedPlace()).toMatchObject({ width: 1000 });
    showWindow(preload, behavior);
    expect(window.calls.slice(1)).toContain('show');

    inTray = false;
    const last = closing();
    window.emit('close', last);
    expect(last.preventDefault).not.toHaveBeenCalled();
    expect(closed).toBe(0);
    window.emit('closed');
    expect(closed).toBe(1);
  });

  it('shows its page at the saved zoom', () => {
    showWindow(preload, behavior);
    expect(followed).toEqual([recordedCalls.windows[0]!.webContents]);
  });

  it('opens at its last position with its last size', () => {
    showWindow(preload, behavior);
    recordedCalls.windows[0]!.emit('close', closing());
    recordedCalls.windows[0]!.emit('closed');
    expect(savedPlace()).toEqual({ x: 10, y: 20, width: 1000, height: 700, isMaximized: false });
    showWindow(preload, behavior);
    expect(recordedCalls.windows[1]!.options).toMatchObject({ x: 10, y: 20, width: 1000, height: 700 });
  });

  it('is maximized again, and keeps its size for when it is not maximized', () => {
    savePlace({ x: 30, y: 40, width: 900, height: 600, isMaximized: true });
    showWindow(preload, behavior);
    recordedCalls.windows[0]!.emit('ready-to-show');
    expect(recordedCalls.windows[0]!.calls).toStrictEqual(['maximize', 'show']);
    recordedCalls.windows[0]!.emit('close', closing());
    expect(savedPlace()).toMatchObject({ x: 10, width: 1000, isMaximized: true });
  });

  it('opens where it was on these displays, or else where it was last', () => {
    savePlace({ x: 30, y: 40, width: 900, height: 600, isMaximized: false });
    screen.areas = [laptop, beside];
    const options = () => {
      showWindow(preload, behavior);
      const window = recordedCalls.windows.at(-1)!;
      window.emit('closed');
      return window.options;
    };
    expect(options()).toMatchObject({ x: 30 });
    savePlace({ x: 2000, y: 50, width: 1200, height: 800, isMaximized: false });
    expect(options()).toMatchObject({ x: 2000 });
    screen.areas = [laptop];
    expect(options()).toMatchObject({ x: 30 });
  });

  it("opens at the system's choice if its display was removed", () => {
    savePlace({ x: 5000, y: 40, width: 900, height: 600, isMaximized: false });
    showWindow(preload, behavior);
    expect(recordedCalls.windows[0]!.options).not.toHaveProperty('x');
    expect(recordedCalls.windows[0]!.options).toMatchObject({ width: 1280, height: 840 });
  });
});

describe('several windows', () => {
  const openTwo = () => {
    showWindow(preload, behavior);
    openWindow(preload, behavior);
    const [first, second] = recordedCalls.windows;
    return [first!, second!] as const;
  };

  it('open beside each other, but not outside the displays', () => {
    const [first, second] = openTwo();
    expect(second.options).toMatchObject({ x: 38, y: 48, width: 1000, height: 700 });
    first.emit('closed');
    second.bounds = { x: 10, y: 1035, width: 1000, height: 700 };
    openWindow(preload, behavior);
    expect(recordedCalls.windows[2]!.options).not.toHaveProperty('x');
  });

  it('are each loaded with the app; the one used last is the main one', () => {
    const [first, second] = openTwo();
    expect(second.loaded).toStrictEqual(['app://clover/chat']);
    expect(mainWindow()).toBe(second);
    first.emit('focus');
    expect(mainWindow()).toBe(first);
    showWindow(preload, behavior);
    expect(first.calls).toStrictEqual(['show', 'focus']);
    first.emit('closed');
    expect(mainWindow()).toBe(second);
  });

  it('close even in the tray, except for the last one', () => {
    const [first, second] = openTwo();
    inTray = true;
    const event = closing();
    first.emit('close', event);
    expect(event.preventDefault).not.toHaveBeenCalled();
    first.emit('closed');
    expect(closed).toBe(0);
    second.emit('close', closing());
    expect(second.calls).toStrictEqual(['hide']);
    second.emit('closed');
    expect(closed).toBe(1);
  });

  it('closing at the same time leave the last one in the tray', () => {
    const [first, second] = openTwo();
    inTray = true;
    const event = closing();
    first.emit('close', event);
    second.emit('close', closing());
    expect(event.preventDefault).not.toHaveBeenCalled();
    expect(second.calls).toStrictEqual(['hide']);
    first.emit('closed');
    expect(mainWindow()).toBe(second);
  });

  it('that are closing get no links', () => {
    const [first, second] = openTwo();
    second.emit('close', closing());
    expect(mainWindow()).toBe(first);
    first.emit('close', closing());
    expect(mainWindow()).toBeNull();
    first.emit('closed');
    expect(closed).toBe(0);
    second.emit('closed');
    expect(closed).toBe(1);
  });

  it('one that the user keeps because of a temporary chat counts as open', () => {
    const [first, second] = openTwo();
    inTray = true;
    first.emit('close', closing());
    first.webContents.emit('will-prevent-unload', { defaultPrevented: false });
    const event = closing();
    second.emit('close', event);
    expect(event.preventDefault).not.toHaveBeenCalled();
    expect(second.calls).toStrictEqual([]);
  });

  it('open again with their chats and positions, but without other pages', () => {
    const [first, second] = openTwo();
    const path = '/chat?id=6f1c3a52-5d0e-4a39-9a77-0e6f2f1f3c11';
    first.webContents.mainFrame.url = `app://clover${path}&message=2`;
    second.webContents.mainFrame.url = 'app://clover/auth/callback?code=secret';
    second.bounds = { x: 500, y: 60, width: 900, height: 600 };
    const saved = openWindows();
    expect(saved.map((one) => one.path)).toEqual([path, '/chat']);
    for (const window of recordedCalls.windows) window.emit('closed');
    for (const one of saved) openWindow(preload, behavior, one);
    const [, , third, fourth] = recordedCalls.windows;
    expect(third).toMatchObject({ loaded: [`app://clover${path}`], options: { x: 10, y: 20 } });
    expect(fourth).toMatchObject({ loaded: ['app://clover/chat'], options: { x: 500, width: 900 } });
  });
});

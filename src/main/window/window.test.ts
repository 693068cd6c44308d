import { beforeEach, describe, expect, it } from 'vitest';
import { recorded, resetElectron } from '../testing/electron.ts';
import { windowOptions } from './options.ts';
import { mainWindow, showWindow } from './window.ts';

const preload = '/app/out/preload/index.cjs';

beforeEach(() => {
  for (const window of recorded.windows) window.emit('closed');
  resetElectron();
});

describe('a window', () => {
  it('gives its page no Node, a world of its own and the sandbox', () => {
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

  it('can be as narrow as a phone and starts hidden in the colour of the theme', () => {
    expect(windowOptions(preload, 'light')).toMatchObject({ minWidth: 390, show: false });
    expect(windowOptions(preload, 'dark').backgroundColor).not.toBe(
      windowOptions(preload, 'light').backgroundColor,
    );
  });

  it('loads the app from its own scheme and shows itself when there is something to see [DESK-019]', () => {
    showWindow(preload);
    const [window] = recorded.windows;
    expect(window!.loaded).toStrictEqual(['app://clover/chat']);
    expect(window!.calls).toStrictEqual([]);
    window!.emit('ready-to-show');
    expect(window!.calls).toStrictEqual(['show']);
  });

  it('is brought to the front when asked for again, and made anew once closed', () => {
    showWindow(preload);
    showWindow(preload);
    expect(recorded.windows).toHaveLength(1);
    expect(recorded.windows[0]!.calls).toStrictEqual(['restore', 'focus']);
    recorded.windows[0]!.emit('closed');
    expect(mainWindow()).toBeNull();
    showWindow(preload);
    expect(recorded.windows).toHaveLength(2);
  });
});

import { beforeEach, describe, expect, it, vi } from 'vitest';
import { channels } from '../shared/ipc/channels.ts';
import { SaveError } from './settings/save-error.ts';
import { settingsSchema, type Settings } from './settings/settings.ts';
import {
  app,
  autoUpdater,
  BrowserWindow,
  dialog,
  FakeContents,
  globalShortcut,
  invoke,
  Menu,
  nativeTheme,
  recordedCalls,
  resetElectron,
} from './testing/electron.ts';
import { createTestShell } from './testing/test-shell.ts';

const keys = 'Control+Shift+Space';
let saved: Settings;
let isDiskFull: boolean;
let hasTray: boolean;
let started: string[];
let isErasureWithdrawn: boolean;

beforeEach(() => {
  for (const window of recordedCalls.windows) window.emit('closed');
  resetElectron();
  vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  saved = settingsSchema.parse({});
  isDiskFull = false;
  hasTray = true;
  started = [];
  isErasureWithdrawn = false;
});

const setUp = () =>
  createTestShell({
    settings: {
      read: () => saved,
      write: (next) => {
        if (isDiskFull) throw new SaveError(Object.assign(new Error(), { code: 'ENOSPC' }));
        saved = next;
      },
    },
    trayHost: { isAvailable: () => hasTray, onChange: () => undefined, wait: async () => hasTray },
    onPage: () => void started.push('page'),
    onHiddenStart: () => void started.push('hidden'),
    erasure: { request: () => undefined, withdraw: () => void (isErasureWithdrawn = true) },
  });
const takeLink = (contents = recordedCalls.windows[0]!.webContents) =>
  invoke(channels.takeLink, [], { contents });
const close = () => {
  const event = { preventDefault: vi.fn<() => void>() };
  recordedCalls.windows[0]!.emit('close', event);
  return event.preventDefault.mock.calls.length > 0 ? 'stays' : 'closes';
};

describe('the app shell', () => {
  it('shows the first start in the main window instead of quick ask', () => {
    saved = settingsSchema.parse({ quickAskKeys: keys, firstStart: 'key' });
    setUp();
    globalShortcut.registered.get(keys)?.();
    expect(recordedCalls.windows.map(({ loaded }) => loaded)).toEqual([['app://clover/chat']]);
  });

  it('has started when the page of the main window runs', async () => {
    const { show } = setUp();
    show();
    await takeLink(new FakeContents());
    expect(started).toEqual([]);
    await takeLink();
    expect(started).toEqual(['page']);
  });

  it('restores the saved colors, shortcut and tray', () => {
    saved = settingsSchema.parse({ colorScheme: 'dark', quickAskKeys: keys, closeToTray: true });
    setUp();
    expect(nativeTheme.themeSource).toBe('dark');
    expect([...globalShortcut.registered.keys()]).toEqual([keys]);
    expect(recordedCalls.trays).toHaveLength(1);
    app.emit('will-quit');
    expect(globalShortcut.registered.size).toBe(0);
  });

  it("shows its menus in the page's language, immediately and at the next start", async () => {
    saved = settingsSchema.parse({ closeToTray: true });
    setUp();
    const labels = () => [Menu.applicationMenu.at(-1)?.label, recordedCalls.trays[0]?.menu[0]?.label];
    expect(labels()).toEqual(['&Help', 'Open Clover']);
    await invoke(channels.setLanguage, [{ language: 'de' }]);
    expect(labels()).toEqual(['&Hilfe', 'Clover öffnen']);
    expect(saved.language).toBe('de');
    await invoke(channels.setLanguage, [{ language: 'en' }]);
    expect(labels()).toEqual(['&Help', 'Open Clover']);
    for (const language of ['tlh', '../en', null, 7])
      // oxlint-disable-next-line no-await-in-loop -- one call after the other
      await expect(invoke(channels.setLanguage, [{ language }])).rejects.toThrow('clover:bad-payload');
  });

  it('opens a destination once, and only in the main window', async () => {
    const { open } = setUp();
    open('/chat?id=1');
    expect(recordedCalls.windows).toHaveLength(1);
    expect(await takeLink(new FakeContents())).toBeNull();
    expect(await takeLink()).toEqual({ path: '/chat?id=1' });
    expect(await takeLink()).toBeNull();
  });

  it('opens a quick-ask chat in the main window', async () => {
    const chatId = '6f1c3a52-5d0e-4a39-9a77-0e6f2f1f3c11';
    setUp();
    await invoke(channels.continueInMain, [{ chatId }]);
    expect(recordedCalls.windows[0]!.loaded).toEqual(['app://clover/chat']);
    expect(await takeLink()).toEqual({ path: `/chat?id=${chatId}` });
  });

  it('opens more windows from the menu, but not while the first start is open', () => {
    setUp().show();
    const file = Menu.applicationMenu.find(({ label }) => label === '&File');
    const entries = file?.submenu as Electron.MenuItemConstructorOptions[];
    const newWindow = () =>
      entries.find(({ label }) => label === 'New Window')?.click?.({} as never, undefined, {} as never);
    newWindow();
    expect(recordedCalls.windows).toHaveLength(2);
    saved = settingsSchema.parse({ firstStart: 'key' });
    newWindow();
    expect(recordedCalls.windows).toHaveLength(2);
    expect(recordedCalls.windows[1]!.calls).toEqual(['show', 'focus']);
  });

  describe('a finished reply', () => {
    const userId = '0b8b7a38-6f0e-4b5e-8f3a-2f8f5a1f2c3d';
    const reply = { userId, chatId: '6f1c3a52-5d0e-4a39-9a77-0e6f2f1f3c11', title: 'Garden' };
    const announce = ({ webContents: contents }: BrowserWindow) =>
      invoke(channels.notifyReply, [reply], { contents });
    const openQuickAsk = () => {
      saved = settingsSchema.parse({ quickAskKeys: keys });
      const shell = setUp();
      globalShortcut.registered.get(keys)!();
      return { shell, quick: recordedCalls.windows[0]! };
    };

    it('is announced once, by the main window, if both windows are open', async () => {
      const { shell, quick } = openQuickAsk();
      shell.show();
      await announce(quick);
      expect(recordedCalls.notices).toHaveLength(0);
      await announce(recordedCalls.windows[1]!);
      expect(recordedCalls.notices).toHaveLength(1);
    });

    it('is announced once, by quick ask, if there is no main window', async () => {
      const { shell, quick } = openQuickAsk();
      expect(shell.hasPage()).toBe(true);
      await announce(quick);
      expect(recordedCalls.notices).toHaveLength(1);
    });

    const takeMessage = ({ webContents: contents }: BrowserWindow, user = userId) =>
      invoke(channels.takeMessage, [{ userId: user }], { contents });
    const message = { userId, chatId: reply.chatId, text: 'And in winter?' };
    const type = () => recordedCalls.notices.at(-1)!.emit('reply', { reply: message.text });

    it('takes the next message, which only the main window sends, without coming to the front', async () => {
      const { shell, quick } = openQuickAsk();
      shell.show();
      const main = recordedCalls.windows[1]!;
      await announce(main);
      main.calls.length = 0;
      type();
      expect(main.calls).toEqual([]);
      expect(main.webContents.sent.at(-1)?.payload).toEqual({ kind: 'message' });
      expect(await takeMessage(quick)).toBeNull();
      expect(await takeMessage(main)).toEqual(message);
      expect(await takeMessage(main)).toBeNull();
    });

    it('opens a window with the chat for the message if there is none', async () => {
      const shell = setUp();
      shell.notifyReply(reply);
      type();
      expect(await takeLink()).toEqual({ path: `/chat?id=${reply.chatId}` });
      expect(await takeMessage(recordedCalls.windows[0]!)).toEqual(message);
    });

    it('gives its message to the window that was notified, even if another has the focus since', async () => {
      const shell = setUp();
      shell.show();
      shell.notifyReply(reply);
      type();
      const [notified] = recordedCalls.windows;
      const file = Menu.applicationMenu.find(({ label }) => label === '&File');
      const entries = file!.submenu as Electron.MenuItemConstructorOptions[];
      const entry = entries.find(({ label }) => label === 'New Window');
      entry!.click!({} as never, undefined, {} as never);
      recordedCalls.windows[1]!.emit('focus');
      expect(await takeMessage(notified!)).toEqual(message);
    });

    it('makes the app ask before it quits until its message is taken', async () => {
      const shell = setUp();
      shell.show();
      shell.notifyReply(reply);
      type();
      dialog.response = 2;
      const quit = () => {
        let answer = 'quits';
        app.emit('before-quit', { preventDefault: () => void (answer = 'asks') });
        return answer;
      };
      expect(quit()).toBe('asks');
      await takeMessage(recordedCalls.windows[0]!);
      expect(quit()).toBe('quits');
    });

    it('gives its message only to the user who typed it', async () => {
      const shell = setUp();
      shell.show();
      shell.notifyReply(reply);
      type();
      const [main] = recordedCalls.windows;
      expect(await takeMessage(main!, reply.chatId)).toBeNull();
      expect(await takeMessage(main!)).toEqual(message);
    });

    it('is forgotten with its message when the user signs out', async () => {
      const shell = setUp();
      shell.show();
      shell.notifyReply(reply);
      type();
      shell.notifyReply(reply);
      shell.signedOut();
      expect(recordedCalls.notices.at(-1)!.calls).toEqual(['show', 'close']);
      expect(await takeMessage(recordedCalls.windows[0]!)).toBeNull();
    });

    it('is not announced while a window has the focus, even quick ask', async () => {
      const { quick } = openQuickAsk();
      BrowserWindow.focused = quick;
      await announce(quick);
      expect(recordedCalls.notices).toHaveLength(0);
    });
  });

  it('closes the window on quit, even if closing normally hides it in the tray', () => {
    saved = settingsSchema.parse({ closeToTray: true });
    setUp().show();
    expect(close()).toBe('stays');
    app.emit('before-quit');
    expect(close()).toBe('closes');
  });

  it('closes the window for an update, which on macOS happens before the app quits', () => {
    saved = settingsSchema.parse({ closeToTray: true });
    setUp().show();
    autoUpdater.emit('before-quit-for-update');
    expect(close()).toBe('closes');
  });

  it.each([
    ['stays hidden in the tray', true, 0, ['hidden']],
    ['opens its window on a desktop without a tray', false, 1, []],
  ])('%s when the system starts it', async (_behavior, isAvailable, windows, events) => {
    saved = settingsSchema.parse({ closeToTray: true });
    hasTray = isAvailable;
    process.argv.push('--at-login');
    try {
      await setUp().openAtStart();
    } finally {
      process.argv.pop();
    }
    expect(recordedCalls.windows).toHaveLength(windows);
    expect(started).toEqual(events);
  });

  it('hides its window in the tray again after the user has canceled quitting', () => {
    saved = settingsSchema.parse({ closeToTray: true });
    setUp().show();
    const contents = new FakeContents();
    app.emit('browser-window-created', {}, { webContents: contents });
    app.emit('before-quit');
    expect(close()).toBe('closes');
    dialog.response = 1;
    contents.emit('will-prevent-unload', { preventDefault: () => undefined });
    expect(close()).toBe('stays');
  });

  it('neither restarts nor erases at the next quit if the user stays in a temporary chat', async () => {
    setUp().show();
    const contents = new FakeContents();
    app.emit('browser-window-created', {}, { webContents: contents });
    await invoke(channels.eraseData, []);
    await new Promise((resolve) => setImmediate(resolve));
    expect(recordedCalls.ends).toEqual(['quit']);
    dialog.response = 1;
    contents.emit('will-prevent-unload', { preventDefault: () => undefined });
    expect(isErasureWithdrawn).toBe(true);
    app.emit('will-quit');
    expect(recordedCalls.ends).toEqual(['quit']);
  });

  it('closes its window on a full disk without saving its position', () => {
    setUp().show();
    isDiskFull = true;
    expect(close()).toBe('closes');
    expect(saved.windows).toEqual({});
  });

  it('restarts with another service after the response, if the choice was saved', async () => {
    setUp();
    isDiskFull = true;
    const use = () => invoke(channels.useService, [{ address: 'https://chat.example' }]);
    await expect(use()).rejects.toThrow('the disk is full');
    await new Promise((resolve) => setImmediate(resolve));
    expect(recordedCalls.ends).toEqual([]);
    expect(saved.service).toBeUndefined();
    isDiskFull = false;
    await use();
    expect(recordedCalls.ends).toEqual([]);
    await new Promise((resolve) => setImmediate(resolve));
    expect(recordedCalls.ends).toEqual(['quit']);
    app.emit('will-quit');
    app.emit('will-quit');
    expect(recordedCalls.ends).toEqual(['quit', 'relaunch']);
    expect(saved.service?.address).toBe('https://chat.example');
  });
});

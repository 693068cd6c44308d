import { beforeEach, describe, expect, it, vi } from 'vitest';
import { channels } from '../shared/ipc/channels.ts';
import { settingsSchema, type Settings } from './settings/settings.ts';
import { app, autoUpdater, invoke, Menu, recordedCalls, resetElectron } from './testing/electron.ts';
import { createTestShell } from './testing/test-shell.ts';

let saved: Settings;

beforeEach(() => {
  for (const window of recordedCalls.windows) window.emit('closed');
  resetElectron();
  vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  saved = settingsSchema.parse({});
});

const setUp = () =>
  createTestShell({ settings: { read: () => saved, write: (next) => void (saved = next) } });

describe('at the next start', () => {
  const chat = (digit: number) => `/chat?id=6f1c3a52-5d0e-4a39-9a77-0e6f2f1f3c1${digit}`;
  const showChats = (count: number) => {
    for (let index = 0; index < count; index += 1) {
      openWindow();
      recordedCalls.windows[index]!.webContents.mainFrame.url = `app://clover${chat(index)}`;
    }
  };
  const openWindow = () => {
    const file = Menu.applicationMenu.find(({ label }) => label === '&File');
    const entries = file!.submenu as Electron.MenuItemConstructorOptions[];
    entries.find(({ label }) => label === 'New Window')!.click!({} as never, undefined, {} as never);
  };
  const restart = async () => {
    for (const window of recordedCalls.windows) window.destroy();
    resetElectron();
    await setUp().openAtStart();
    return recordedCalls.windows.map(({ loaded }) => loaded[0]);
  };

  it('several windows open again with their chats', async () => {
    setUp();
    showChats(2);
    app.emit('before-quit');
    expect(await restart()).toEqual([`app://clover${chat(0)}`, `app://clover${chat(1)}`]);
  });

  it('the windows open again that an update on macOS has closed before the app quits', async () => {
    setUp();
    showChats(2);
    autoUpdater.emit('before-quit-for-update');
    for (const window of recordedCalls.windows) window.destroy();
    app.emit('before-quit');
    expect(await restart()).toHaveLength(2);
  });

  it('a window that was closed while the app waited to quit stays closed', async () => {
    setUp();
    showChats(3);
    app.emit('before-quit');
    recordedCalls.windows[2]!.destroy();
    app.emit('before-quit');
    expect(await restart()).toHaveLength(2);
  });

  it('a single window starts with a new chat, and does not bring older windows back', async () => {
    setUp();
    showChats(2);
    app.emit('before-quit');
    await restart();
    recordedCalls.windows[0]!.destroy();
    app.emit('before-quit');
    expect(await restart()).toEqual(['app://clover/chat']);
  });

  it('no chats of another service are opened', async () => {
    setUp();
    showChats(2);
    await invoke(channels.useService, [{ address: 'https://chat.example' }]);
    await new Promise((resolve) => setImmediate(resolve));
    app.emit('before-quit');
    expect(await restart()).toEqual(['app://clover/chat']);
  });
});

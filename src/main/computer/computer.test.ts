import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { SaveError } from '../settings/save-error.ts';
import { settingsSchema, type Settings } from '../settings/settings.ts';
import { app, globalShortcut, type nativeImage, recordedCalls, resetElectron } from '../testing/electron.ts';
import { createComputer } from './computer.ts';
import { autostartItem, createLoginItem, isStartedAtLogin } from './login-item.ts';
import { createQuickAskShortcut, defaultShortcuts } from './quick-ask-shortcut.ts';
import { createSpelling } from './spelling.ts';
import { createTray, trayPicture } from './tray.ts';

const keys = 'Control+Shift+Space';
let saved: Settings;
let isDiskFull: boolean;
let pressed: string[];
let hasTray: boolean;
let trayListener: () => void;
/** Electron's session checks spelling in the system's language by default. */
const session = {
  availableSpellCheckerLanguages: ['de', 'en-GB'],
  checked: [] as readonly string[],
  setSpellCheckerLanguages: (languages: string[]) => void (session.checked = languages),
};

beforeEach(() => {
  resetElectron();
  saved = settingsSchema.parse({});
  pressed = [];
  hasTray = true;
  isDiskFull = false;
  session.checked = ['en-US'];
});

const act = (name: string) => () => void pressed.push(name);
const open = (loginItem = createLoginItem('linux', {})) => {
  const host = {
    isAvailable: () => hasTray,
    onChange: (listener: () => void) => void (trayListener = listener),
    wait: async () => hasTray,
  };
  const tray = createTray('/app/icon.png', host, {
    show: act('show'),
    newChat: act('new chat'),
    quickAsk: act('quick ask'),
    quit: act('quit'),
  });
  const computer = createComputer({
    settings: {
      read: () => saved,
      write: (next) => {
        if (isDiskFull) throw new SaveError(Object.assign(new Error(), { code: 'ENOSPC' }));
        saved = next;
      },
    },
    tray,
    keys: createQuickAskShortcut(act('keys')),
    loginItem,
    spelling: createSpelling(session, 'linux'),
    hasUpdates: true,
    readServices: () => ({ address: null, isFixed: false, hasLocalChats: false, remembered: [] }),
  });
  return { computer, tray };
};

describe('the settings of this computer', () => {
  it('have defaults: no tray, no start at login, and a free quick-ask shortcut', () => {
    const { computer, tray } = open();
    computer.start();
    expect(computer.read()).toStrictEqual({
      closeToTray: false,
      startAtLogin: false,
      startHidden: true,
      notifyReplies: true,
      checkForUpdates: false,
      hasUpdates: true,
      quickAskKeys: keys,
      spellingLanguages: [],
      spellingOffered: ['de', 'en-GB'],
      canStartAtLogin: false,
      service: { address: null, isFixed: false, hasLocalChats: false, remembered: [] },
    });
    expect(tray.isShown()).toBe(false);
    expect([...globalShortcut.registered.keys()]).toEqual([keys]);
    expect(saved.quickAskKeys).toBe(keys);
  });

  it('use the next default shortcut if the first one is taken, and none after the user removed it', () => {
    globalShortcut.taken.add(keys);
    const { computer } = open();
    computer.start();
    expect(computer.read().quickAskKeys).toBe('Control+Alt+Space');
    computer.change({ quickAskKeys: null });
    globalShortcut.taken.clear();
    open().computer.start();
    expect(globalShortcut.registered.size).toBe(0);
  });

  it('have no shortcut while other programs use all default shortcuts', () => {
    for (const one of defaultShortcuts) globalShortcut.taken.add(one);
    const { computer } = open();
    computer.start();
    expect(computer.read().quickAskKeys).toBeNull();
    expect(saved.quickAskKeys).toBeUndefined();
  });

  it('put the app in the tray and remove it, immediately and at the next start', () => {
    const { computer } = open();
    expect(computer.change({ closeToTray: true }).closeToTray).toBe(true);
    for (const { click } of recordedCalls.trays[0]!.menu) click?.({} as never, undefined, {} as never);
    expect(pressed).toEqual(['show', 'new chat', 'quick ask', 'quit']);
    computer.change({ closeToTray: false });
    expect(recordedCalls.trays[0]!.isGone).toBe(true);
    computer.change({ closeToTray: true });

    open().computer.start();
    expect(recordedCalls.trays).toHaveLength(3);
  });

  it('do not hide the window on a desktop without a tray', () => {
    const { computer } = open();
    hasTray = false;
    expect(() => computer.change({ closeToTray: true })).toThrow('This desktop has no tray');
    expect(saved.closeToTray).toBe(false);
    hasTray = true;
    trayListener();
    expect(recordedCalls.trays).toEqual([]);
  });

  it('show the icon once the desktop has a tray, and remove it when the tray disappears', () => {
    saved = settingsSchema.parse({ closeToTray: true });
    hasTray = false;
    const { computer, tray } = open();
    computer.start();
    expect(tray.isShown()).toBe(false);
    hasTray = true;
    trayListener();
    expect(tray.isShown()).toBe(true);
    hasTray = false;
    trayListener();
    expect(tray.isShown()).toBe(false);
    expect(recordedCalls.trays[0]!.isGone).toBe(true);
  });

  it('that cannot be saved are not applied, with an error', () => {
    const { computer, tray } = open();
    computer.change({ quickAskKeys: 'Alt+F9', spellingLanguages: ['de'] });
    isDiskFull = true;
    expect(() => computer.change({ closeToTray: true })).toThrow('the disk is full');
    expect(() => computer.change({ quickAskKeys: keys })).toThrow('the disk is full');
    expect(() => computer.change({ spellingLanguages: ['en-GB'] })).toThrow('the disk is full');
    expect(tray.isShown()).toBe(false);
    expect([...globalShortcut.registered.keys()]).toEqual(['Alt+F9']);
    expect(session.checked).toEqual(['de']);
    expect(computer.read()).toMatchObject({ closeToTray: false, quickAskKeys: 'Alt+F9' });
  });

  it('register, change and release the quick-ask shortcut', () => {
    const { computer } = open();
    computer.change({ quickAskKeys: keys });
    globalShortcut.registered.get(keys)?.();
    expect(pressed).toEqual(['keys']);
    computer.change({ quickAskKeys: 'Alt+F9' });
    expect([...globalShortcut.registered.keys()]).toEqual(['Alt+F9']);
    computer.change({ quickAskKeys: null });
    expect(globalShortcut.registered.size).toBe(0);
    expect(saved.quickAskKeys).toBeNull();
  });

  it.each([
    ['another program uses', keys],
    ['the system does not support', 'Super+K'],
  ])('keep the old shortcut if the new one %s', (_reason, quickAskKeys) => {
    const { computer } = open();
    computer.change({ quickAskKeys: 'Alt+F9' });
    globalShortcut.taken.add(keys);
    expect(() => computer.change({ quickAskKeys })).toThrow('Another program uses this shortcut');
    expect([...globalShortcut.registered.keys()]).toEqual(['Alt+F9']);
    expect(computer.read().quickAskKeys).toBe('Alt+F9');
  });

  it('turn off spell checking until the user chooses a language, because its dictionary is downloaded', () => {
    const { computer } = open();
    computer.start();
    expect(session.checked).toEqual([]);
    expect(computer.change({ spellingLanguages: ['en-GB', 'de'] }).spellingLanguages).toEqual([
      'en-GB',
      'de',
    ]);
    expect(session.checked).toEqual(['en-GB', 'de']);
    expect(() => computer.change({ spellingLanguages: ['tlh'] })).toThrow('no dictionary for this language');
    expect(saved.spellingLanguages).toEqual(['en-GB', 'de']);
    computer.change({ spellingLanguages: [] });
    expect(session.checked).toEqual([]);
  });

  it('ignore a language that has no dictionary in this version', () => {
    saved = settingsSchema.parse({ spellingLanguages: ['de', 'tlh'] });
    open().computer.start();
    expect(session.checked).toEqual(['de']);
  });

  it('leave spell checking to macOS', () => {
    expect(createSpelling(session, 'darwin').offered).toEqual([]);
    expect(createSpelling(session, 'darwin').set(['de'])).toBe(false);
    expect(session.checked).toEqual(['en-US']);
  });

  it('contain the answer to the question about daily checks for updates', () => {
    const { computer } = open();
    expect(saved.checkForUpdates).toBeUndefined();
    expect(computer.change({ checkForUpdates: true }).checkForUpdates).toBe(true);
    expect(saved.checkForUpdates).toBe(true);
    expect(computer.change({ checkForUpdates: false }).checkForUpdates).toBe(false);
    expect(saved.checkForUpdates).toBe(false);
  });

  it('show an error if the system refuses the start at login', () => {
    const { computer } = open({
      isPossible: true,
      read: () => false,
      write: () => {
        throw new Error('EACCES /home/me');
      },
    });
    expect(() => computer.change({ startAtLogin: true })).toThrow(/^Your system doesn't allow this\./);
  });
});

it.each([
  ['win32', [16, 20, 24, 32, 48]],
  ['darwin', [16, 20, 24, 32, 48]],
  ['linux', [24, 30, 36, 48, 72]],
] as const)('the tray icon on %s has an image for each display scale', (platform, sizes) => {
  const picture = trayPicture('/app/icon.png', platform) as unknown as ReturnType<
    typeof nativeImage.createEmpty
  >;
  expect(picture.representations.map(({ width }) => width)).toEqual(sizes);
});

describe('the start at login', () => {
  let directory: string;
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'clover-autostart-'));
  });
  afterEach(async () => {
    vi.restoreAllMocks();
    app.isPackaged = false;
    app.openAtLogin = false;
    await rm(directory, { recursive: true });
  });

  it('is a file on Linux, deleted when switched off', async () => {
    const item = autostartItem(directory, '/opt/My "100%" $Apps/clover');
    expect(item.read()).toBe(false);
    item.write(true);
    expect(item.read()).toBe(true);
    const text = await readFile(join(directory, 'autostart/clover.desktop'), 'utf8');
    expect(text).toContain('Exec="/opt/My \\"100%%\\" \\$Apps/clover" --at-login\n');
    item.write(false);
    item.write(false);
    expect(item.read()).toBe(false);
  });

  it('is stored by Windows and macOS themselves', () => {
    app.isPackaged = true;
    const { computer } = open(createLoginItem('win32', {}));
    expect(computer.change({ startAtLogin: true })).toMatchObject({
      startAtLogin: true,
      canStartAtLogin: true,
    });
    expect(app.openAtLogin).toBe(true);
  });

  it('starts the original file of a portable copy', () => {
    app.isPackaged = true;
    createLoginItem('win32', { PORTABLE_EXECUTABLE_FILE: 'D:\\Clover.exe' }).write(true);
    expect(app.loginProgram).toEqual({ path: 'D:\\Clover.exe', args: ['--at-login'] });
  });

  it('is distinguished from a start by the user', () => {
    expect(isStartedAtLogin('linux', ['clover', '--at-login'])).toBe(true);
    expect(isStartedAtLogin('win32', ['clover'])).toBe(false);
    expect(isStartedAtLogin('darwin', ['clover', '--at-login'])).toBe(false);
    app.openAtLogin = true;
    expect(isStartedAtLogin('darwin', ['clover'])).toBe(true);
  });

  it('is not offered in development, nor in Flatpak, whose sandbox hides the autostart folder', () => {
    expect(createLoginItem('win32', {}).isPossible).toBe(false);
    app.isPackaged = true;
    expect(createLoginItem('linux', {}).isPossible).toBe(true);
    expect(createLoginItem('linux', { FLATPAK_ID: 'chat.clover.desktop' }).isPossible).toBe(false);
  });
});

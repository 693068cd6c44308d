import type { MenuItemConstructorOptions } from 'electron';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { languageCodes } from '../../shared/domain/languages.ts';
import { pageCommands } from '../../shared/ipc/commands.ts';
import { showLanguage } from '../language.ts';
import { contextMenuTemplate } from './context-menu.ts';
import { menuTemplate, type MenuActions } from './template.ts';

const nothing: MenuActions = {
  press: () => {},
  open: () => {},
  zoom: () => {},
  checkForUpdates: () => {},
  restore: () => {},
  move: () => {},
  newWindow: () => {},
  quickAsk: () => {},
  print: () => {},
  savePdf: () => {},
};
const items = (template: readonly MenuItemConstructorOptions[]): MenuItemConstructorOptions[] =>
  template.flatMap((item) => [item, ...(Array.isArray(item.submenu) ? items(item.submenu) : [])]);
const press = (item: MenuItemConstructorOptions | undefined) =>
  item?.click?.({} as never, undefined, {} as never);

describe.each(['win32', 'darwin', 'linux'] as const)('the menu bar on %s', (platform) => {
  it('shows every chat shortcut, but lets the page handle it [DESK-016, DESK-017]', () => {
    const pressed: string[] = [];
    const own = items(
      menuTemplate(platform, false, { ...nothing, press: (command) => pressed.push(command) }),
    ).filter(({ registerAccelerator }) => registerAccelerator === false);
    for (const item of own) {
      expect(item.accelerator).toMatch(/^(CmdOrCtrl|Alt|F2)/);
      press(item);
    }
    expect(pressed.toSorted()).toEqual([...pageCommands].toSorted());
  });

  it("opens only the app's pages", () => {
    const open = vi.fn<(path: string) => void>();
    for (const item of items(menuTemplate(platform, false, { ...nothing, open }))) press(item);
    expect(open.mock.calls.flat().toSorted()).toEqual([
      '/account',
      '/account/computer#problem-report',
      '/account/privacy',
      '/admin',
      '/docs/api',
      '/privacy',
    ]);
  });

  it('checks for updates on request', () => {
    const checkForUpdates = vi.fn<() => void>();
    const entries = items(menuTemplate(platform, false, { ...nothing, checkForUpdates })).filter(
      ({ label }) => label === 'Check for Updates…',
    );
    expect(entries).toHaveLength(1);
    press(entries[0]);
    expect(checkForUpdates).toHaveBeenCalledOnce();
  });

  it.each([
    ['restores a backup', 'restore', 'Restore a Backup…'],
    ['explains a move to another computer', 'move', 'Move to Another Computer…'],
  ] as const)('%s, unless the chats are on another service', (_does, name, wanted) => {
    const act = vi.fn<() => void>();
    const entry = (action: (() => void) | null) =>
      items(menuTemplate(platform, false, { ...nothing, [name]: action })).find(
        ({ label }) => label === wanted,
      );
    press(entry(act));
    expect(act).toHaveBeenCalledOnce();
    expect(entry(null)).toBeUndefined();
  });

  it('opens another window', () => {
    const newWindow = vi.fn<() => void>();
    press(
      items(menuTemplate(platform, false, { ...nothing, newWindow })).find(
        ({ accelerator }) => accelerator === 'CmdOrCtrl+Shift+N',
      ),
    );
    expect(newWindow).toHaveBeenCalledOnce();
  });

  it('opens the quick-ask window', () => {
    const quickAsk = vi.fn<() => void>();
    press(
      items(menuTemplate(platform, false, { ...nothing, quickAsk })).find(
        ({ label }) => label === 'Quick Ask',
      ),
    );
    expect(quickAsk).toHaveBeenCalledOnce();
  });

  it('prints the window and saves it as a PDF', () => {
    const print = vi.fn<() => void>();
    const savePdf = vi.fn<() => void>();
    const all = items(menuTemplate(platform, false, { ...nothing, print, savePdf }));
    press(all.find(({ accelerator }) => accelerator === 'CmdOrCtrl+P'));
    press(all.find(({ label }) => label === 'Save as PDF…'));
    expect(print).toHaveBeenCalledOnce();
    expect(savePdf).toHaveBeenCalledOnce();
  });

  it('zooms with the usual shortcuts, with and without Shift for plus', () => {
    const zoomed: number[] = [];
    const zoom: MenuActions['zoom'] = (direction) => void zoomed.push(direction);
    const byKey = (accelerator: string) =>
      items(menuTemplate(platform, false, { ...nothing, zoom })).find(
        (item) => item.accelerator === accelerator,
      );
    for (const key of ['CmdOrCtrl+Plus', 'CmdOrCtrl+=', 'CmdOrCtrl+-', 'CmdOrCtrl+0']) press(byKey(key));
    expect(zoomed).toEqual([1, 1, -1, 0]);
  });

  it('has the usual entries: edit, full screen, quit', () => {
    const roles = items(menuTemplate(platform, false, nothing)).map(({ role }) => role);
    expect(roles).toEqual(expect.arrayContaining(['undo', 'cut', 'paste', 'togglefullscreen', 'quit']));
  });

  it('has developer tools only in development', () => {
    const tools = (isDevelopment: boolean) =>
      items(menuTemplate(platform, isDevelopment, nothing)).filter(({ role }) => role === 'toggleDevTools');
    expect(tools(false)).toEqual([]);
    expect(tools(true)).toHaveLength(1);
  });
});

describe.each(languageCodes.filter((code) => code !== 'en'))('the menu bar in the language %s', (code) => {
  afterEach(() => showLanguage('en'));
  const labels = (platform: NodeJS.Platform) =>
    items(menuTemplate(platform, false, nothing))
      .filter(({ type }) => type !== 'separator')
      .map(({ label }) => label);

  it.each(['win32', 'darwin', 'linux'] as const)(
    'has no English entry on %s, not even one of the system',
    async (platform) => {
      const english = labels(platform);
      await showLanguage(code);
      const translated = labels(platform);
      expect(translated).toHaveLength(english.length);
      const same = translated.filter((label, index) => label === undefined || label === english[index]);
      // These words are the same in some languages.
      expect(same.filter((label) => !['Clover', '&Chat', 'Services', 'Zoom'].includes(label ?? ''))).toEqual(
        [],
      );
    },
  );
});

describe('the context menu', () => {
  const flags = { canCut: false, canCopy: true, canPaste: true, canSelectAll: true } as never;
  const point: Parameters<typeof contextMenuTemplate>[0] = {
    dictionarySuggestions: [],
    editFlags: flags,
    isEditable: false,
    linkURL: '',
    mediaType: 'none',
    misspelledWord: '',
    selectionText: '',
    srcURL: '',
  };
  const actions = {
    replaceWord: () => {},
    learnWord: () => {},
    openLink: () => {},
    copyImage: () => {},
    saveImage: () => {},
  };
  const labels = (given: Partial<typeof point>) =>
    contextMenuTemplate({ ...point, ...given }, actions).map(
      ({ label, role, type }) => role ?? label ?? type,
    );

  it('offers what is possible at its position, and is hidden if nothing is', () => {
    expect(labels({})).toEqual([]);
    expect(labels({ selectionText: 'words' })).toEqual(['copy']);
    expect(labels({ isEditable: true })).toEqual(['cut', 'copy', 'paste', 'selectAll']);
  });

  it('offers at most five spellings in a field, and adding the word', () => {
    const words = ['a', 'b', 'c', 'd', 'e', 'f'];
    const chosen: string[] = [];
    const template = contextMenuTemplate(
      { ...point, isEditable: true, misspelledWord: 'teh', dictionarySuggestions: words as never },
      { ...actions, replaceWord: (word) => chosen.push(word), learnWord: (word) => chosen.push(`+${word}`) },
    );
    for (const item of template) press(item);
    expect(chosen).toEqual(['a', 'b', 'c', 'd', 'e', '+teh']);
  });

  it('copies and saves an image', () => {
    const chosen: string[] = [];
    const template = contextMenuTemplate(
      { ...point, mediaType: 'image', srcURL: 'https://example.com/leaf.png' },
      { ...actions, copyImage: () => chosen.push('copy'), saveImage: () => chosen.push('save') },
    );
    expect(template.map(({ label }) => label)).toEqual(['Copy Image', 'Save Image As…']);
    for (const item of template) press(item);
    expect(chosen).toEqual(['copy', 'save']);
  });

  it('saves only images that Electron can download', () => {
    const offered = (srcURL: string) => labels({ mediaType: 'image', srcURL });
    for (const url of ['app://clover/leaf.png', 'https://example.com/leaf.png', 'data:image/png;base64,AA'])
      expect(offered(url)).toContain('Save Image As…');
    expect(offered('blob:app://clover/6f1c3a52')).toEqual(['Copy Image']);
  });

  it('shares a selection or a link on macOS only', () => {
    const shared = (change: Partial<typeof point>, platform: NodeJS.Platform = 'darwin') =>
      contextMenuTemplate({ ...point, ...change }, actions, platform).flatMap(({ role, sharingItem }) =>
        role === 'shareMenu' ? [sharingItem] : [],
      );
    expect(shared({ selectionText: ' Four leaves. ' })).toEqual([{ texts: ['Four leaves.'] }]);
    expect(shared({ linkURL: 'https://example.com/' })).toEqual([{ urls: ['https://example.com/'] }]);
    expect(shared({ linkURL: 'javascript:alert(1)' })).toEqual([]);
    expect(shared({})).toEqual([]);
    expect(shared({ selectionText: 'Four leaves.' }, 'win32')).toEqual([]);
  });

  it('opens only links that may be opened outside the app', () => {
    expect(labels({ linkURL: 'https://example.com/' })).toEqual(['Open Link in Browser']);
    expect(labels({ linkURL: 'javascript:alert(1)' })).toEqual([]);
    expect(labels({ linkURL: 'app://clover/chat' })).toEqual([]);
  });
});

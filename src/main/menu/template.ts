import type { MenuItemConstructorOptions } from 'electron';
import { brand } from '../../shared/brand.ts';
import type { PageCommand } from '../../shared/ipc/commands.ts';
import type { Zoom } from '../window/zoom.ts';
import { menuTexts as texts, roleTexts } from './texts.ts';

export interface MenuActions {
  readonly press: (command: PageCommand) => void;
  readonly open: (path: string) => void;
  readonly zoom: Zoom['change'];
  readonly checkForUpdates: () => void;
  readonly restore: (() => void) | null;
  readonly move: (() => void) | null;
  readonly newWindow: () => void;
  readonly quickAsk: () => void;
  readonly print: () => void;
  readonly savePdf: () => void;
}

const pages = {
  account: '/account',
  data: '/account/privacy',
  admin: '/admin',
  privacy: '/privacy',
  api: '/docs/api',
  report: '/account/computer#problem-report',
} as const;

/** Returns a menu entry that the system handles. */
export const system = (role: Exclude<keyof typeof roleTexts, 'window'>): MenuItemConstructorOptions => ({
  role,
  label: roleTexts[role],
});

/**
 * Returns the menu bar. It shows the chat's shortcuts but does not handle them: only the page knows whether an input
 * method, a dialog or a text field has the focus [DESK-016, DESK-017].
 * @param isDevelopment adds the developer tools
 */
export function menuTemplate(
  platform: NodeJS.Platform,
  isDevelopment: boolean,
  { press, open, zoom, checkForUpdates, restore, move, newWindow, quickAsk, print, savePdf }: MenuActions,
): MenuItemConstructorOptions[] {
  const isMac = platform === 'darwin';
  const key = (label: string, accelerator: string, command: PageCommand): MenuItemConstructorOptions => ({
    label,
    accelerator,
    registerAccelerator: false,
    click: () => press(command),
  });
  const page = (label: string, path: string, accelerator?: string): MenuItemConstructorOptions => ({
    label,
    click: () => open(path),
    ...(accelerator === undefined ? {} : { accelerator }),
  });
  const separator: MenuItemConstructorOptions = { type: 'separator' };
  const close = system('close');
  const quit = system('quit');
  const about = system('about');
  const updates: MenuItemConstructorOptions = {
    label: texts.updates,
    click: () => checkForUpdates(),
  };
  const settings = page(texts.settings, pages.account, 'CmdOrCtrl+,');

  return [
    ...(isMac
      ? [
          {
            label: brand,
            submenu: [
              about,
              updates,
              separator,
              settings,
              separator,
              system('services'),
              separator,
              system('hide'),
              system('hideOthers'),
              system('unhide'),
              separator,
              quit,
            ],
          } satisfies MenuItemConstructorOptions,
        ]
      : []),
    {
      label: texts.file,
      submenu: [
        key(texts.newChat, 'CmdOrCtrl+N', 'newChat'),
        { label: texts.newWindow, accelerator: 'CmdOrCtrl+Shift+N', click: () => newWindow() },
        { label: texts.quickAsk, click: () => quickAsk() },
        key(texts.export, 'CmdOrCtrl+Shift+E', 'export'),
        { label: texts.savePdf, click: () => savePdf() },
        { label: texts.print, accelerator: 'CmdOrCtrl+P', click: () => print() },
        separator,
        ...(isMac ? [] : [settings]),
        page(texts.console, pages.admin),
        separator,
        page(texts.downloadData, pages.data),
        ...(restore ? [{ label: texts.restore, click: () => restore() }] : []),
        ...(move ? [{ label: texts.move, click: () => move() }] : []),
        separator,
        isMac ? close : quit,
      ],
    },
    {
      label: texts.edit,
      submenu: [
        system('undo'),
        system('redo'),
        separator,
        system('cut'),
        system('copy'),
        system('paste'),
        system('pasteAndMatchStyle'),
        system('delete'),
        system('selectAll'),
        separator,
        key(texts.find, 'CmdOrCtrl+F', 'find'),
        key(texts.copyReply, 'CmdOrCtrl+Shift+C', 'copyReply'),
      ],
    },
    {
      label: texts.chat,
      submenu: [
        key(texts.focusInput, 'CmdOrCtrl+K', 'focusInput'),
        key(texts.model, 'CmdOrCtrl+Shift+L', 'model'),
        key(texts.rename, 'F2', 'rename'),
        separator,
        key(texts.previousChat, 'Alt+Up', 'previousChat'),
        key(texts.nextChat, 'Alt+Down', 'nextChat'),
      ],
    },
    {
      label: texts.view,
      submenu: [
        key(texts.sidebar, 'CmdOrCtrl+B', 'toggleSidebar'),
        separator,
        { label: texts.actualSize, accelerator: 'CmdOrCtrl+0', click: () => zoom(0) },
        { label: texts.zoomIn, accelerator: 'CmdOrCtrl+Plus', click: () => zoom(1) },
        // The same shortcut for keyboards on which + needs Shift.
        { label: texts.zoomIn, accelerator: 'CmdOrCtrl+=', visible: false, click: () => zoom(1) },
        { label: texts.zoomOut, accelerator: 'CmdOrCtrl+-', click: () => zoom(-1) },
        separator,
        system('togglefullscreen'),
        ...(isDevelopment
          ? ([separator, { role: 'reload' }, { role: 'toggleDevTools' }] as MenuItemConstructorOptions[])
          : []),
      ],
    },
    {
      role: 'windowMenu',
      label: roleTexts.window,
      submenu: [system('minimize'), system('zoom'), ...(isMac ? [separator, system('front')] : [close])],
    },
    {
      role: 'help',
      label: roleTexts.help,
      submenu: [
        key(texts.shortcuts, 'CmdOrCtrl+/', 'help'),
        page(texts.privacy, pages.privacy),
        page(texts.api, pages.api),
        separator,
        page(texts.report, pages.report),
        ...(isMac ? [] : [separator, updates, about]),
      ],
    },
  ];
}

import type { MenuItemConstructorOptions } from 'electron';
import { brand } from '../../shared/brand.ts';
import type { PageCommand } from '../../shared/ipc/commands.ts';
import type { Zoom } from '../window/zoom.ts';

export interface MenuActions {
  readonly press: (command: PageCommand) => void;
  readonly open: (path: string) => void;
  readonly zoom: Zoom['change'];
  readonly checkForUpdates: () => void;
}

const pages = { account: '/account', admin: '/admin', privacy: '/privacy', api: '/docs/api' } as const;

/**
 * The menu bar. It shows the chat's shortcuts, but the page handles them, because it knows what has the focus: an input
 * method, a dialog or the text [DESK-016, DESK-017].
 *
 * @param isDevelopment adds the developer tools
 */
export function menuTemplate(
  platform: NodeJS.Platform,
  isDevelopment: boolean,
  { press, open, zoom, checkForUpdates }: MenuActions,
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
  const updates: MenuItemConstructorOptions = {
    label: 'Check for Updates…',
    click: () => checkForUpdates(),
  };
  const settings = page('Account and Settings…', pages.account, 'CmdOrCtrl+,');

  return [
    ...(isMac
      ? [
          {
            label: brand,
            submenu: [
              { role: 'about' },
              updates,
              separator,
              settings,
              separator,
              { role: 'services' },
              separator,
              { role: 'hide' },
              { role: 'hideOthers' },
              { role: 'unhide' },
              separator,
              { role: 'quit' },
            ],
          } satisfies MenuItemConstructorOptions,
        ]
      : []),
    {
      label: '&File',
      submenu: [
        key('New Chat', 'CmdOrCtrl+N', 'newChat'),
        key('Export Chat…', 'CmdOrCtrl+Shift+E', 'export'),
        separator,
        ...(isMac ? [] : [settings]),
        page('Admin Console', pages.admin),
        separator,
        isMac ? { role: 'close' } : { role: 'quit' },
      ],
    },
    {
      label: '&Edit',
      submenu: [
        { role: 'undo' },
        { role: 'redo' },
        separator,
        { role: 'cut' },
        { role: 'copy' },
        { role: 'paste' },
        { role: 'pasteAndMatchStyle' },
        { role: 'delete' },
        { role: 'selectAll' },
        separator,
        key('Find in Conversation', 'CmdOrCtrl+F', 'find'),
        key('Copy Last Reply', 'CmdOrCtrl+Shift+C', 'copyReply'),
      ],
    },
    {
      label: '&Chat',
      submenu: [
        key('Go to Message Input', 'CmdOrCtrl+K', 'focusInput'),
        key('Choose Model…', 'CmdOrCtrl+Shift+L', 'model'),
        key('Rename…', 'F2', 'rename'),
        separator,
        key('Previous Chat', 'Alt+Up', 'previousChat'),
        key('Next Chat', 'Alt+Down', 'nextChat'),
      ],
    },
    {
      label: '&View',
      submenu: [
        key('Sidebar', 'CmdOrCtrl+B', 'toggleSidebar'),
        separator,
        { label: 'Actual Size', accelerator: 'CmdOrCtrl+0', click: () => zoom(0) },
        { label: 'Zoom In', accelerator: 'CmdOrCtrl+Plus', click: () => zoom(1) },
        // The same key without Shift.
        { label: 'Zoom In', accelerator: 'CmdOrCtrl+=', visible: false, click: () => zoom(1) },
        { label: 'Zoom Out', accelerator: 'CmdOrCtrl+-', click: () => zoom(-1) },
        separator,
        { role: 'togglefullscreen' },
        ...(isDevelopment
          ? ([separator, { role: 'reload' }, { role: 'toggleDevTools' }] as MenuItemConstructorOptions[])
          : []),
      ],
    },
    { role: 'windowMenu' },
    {
      role: 'help',
      submenu: [
        key('Keyboard Shortcuts', 'CmdOrCtrl+/', 'help'),
        page('What Leaves This Device', pages.privacy),
        page('Developer API', pages.api),
        ...(isMac ? [] : ([separator, updates, { role: 'about' }] as MenuItemConstructorOptions[])),
      ],
    },
  ];
}

import type { MenuItemConstructorOptions } from 'electron';
import { brand } from '../../shared/brand.ts';
import type { PageCommand } from '../../shared/ipc/commands.ts';
import type { Zoom } from '../window/zoom.ts';

export interface MenuActions {
  /** Does in the page what its own key would do. */
  readonly press: (command: PageCommand) => void;
  readonly open: (path: string) => void;
  readonly zoom: Zoom['change'];
  /** Looks for an update and says what came of it. */
  readonly checkForUpdates: () => void;
}

/** Pages of the app itself. */
const places = { account: '/account', admin: '/admin', privacy: '/privacy', api: '/docs/api' } as const;

/**
 * The menu bar. The keys of the chat are shown beside their entries but left to the page, which knows what has the
 * focus: an input method, a dialog or the text [DESK-016, DESK-017].
 *
 * @param isDevelopment adds the developer's tools, which a packaged app does not have
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
  const settings = page('Account and Settings…', places.account, 'CmdOrCtrl+,');

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
        page('Admin Console', places.admin),
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
        // The same key without Shift, where plus stands above the equals sign.
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
        page('What Leaves This Device', places.privacy),
        page('Developer API', places.api),
        ...(isMac ? [] : ([separator, updates, { role: 'about' }] as MenuItemConstructorOptions[])),
      ],
    },
  ];
}

// APIs that affect the computer outside the app. Tests replace what they check, as with Electron: dialog.showSaveDialog = …
import { EventEmitter } from 'node:events';
import { complete } from '../not-here.mjs';
import { headersOf } from './session.mjs';

const noPerson = (what) => () =>
  Promise.reject(new Error(`[host] No user can answer ${what}: replace it in the test.`));

export const shell = complete('shell', {
  openExternal: noPerson('shell.openExternal'),
  openPath: noPerson('shell.openPath'),
});

export const dialog = complete('dialog', {
  showSaveDialog: noPerson('dialog.showSaveDialog'),
  showOpenDialog: noPerson('dialog.showOpenDialog'),
  showMessageBox: noPerson('dialog.showMessageBox'),
  showErrorBox: (title, content) => void process.stderr.write(`[host] ${title}: ${content}\n`),
});

/** Goes through the session's `webRequest`, as main's own requests do in Electron. */
async function fetchAsMain(input, init) {
  const request = new Request(input, init);
  const headers = await headersOf(request.url, Object.fromEntries(request.headers));
  if (!headers) throw new TypeError('net::ERR_BLOCKED_BY_CLIENT');
  return globalThis.fetch(request, { headers });
}

export const net = complete('net', { fetch: fetchAsMain, isOnline: () => true });

export const nativeTheme = complete(
  'nativeTheme',
  Object.assign(new EventEmitter(), { shouldUseDarkColors: false, themeSource: 'system' }),
);

/** The menu bar of the app, which is not visible here: tests may call the `click` of its entries. */
let applicationMenu = null;
export const Menu = complete('Menu', {
  setApplicationMenu: (menu) => void (applicationMenu = menu),
  getApplicationMenu: () => applicationMenu,
  buildFromTemplate: (template) => ({ items: template, popup: () => undefined }),
});

export const screen = complete('screen', {
  getAllDisplays: () => [{ id: 1, workArea: { x: 0, y: 0, width: 1920, height: 1080 } }],
});

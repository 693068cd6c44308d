// APIs that affect the computer outside the app. Tests replace functions, as with Electron: dialog.showSaveDialog = …
import { EventEmitter } from 'node:events';
import { rejectMissingMembers } from '../reject-missing.mjs';
import { headersOf } from './session.mjs';

const noPerson = (what) => () =>
  Promise.reject(new Error(`[host] No user can answer ${what}: replace it in the test.`));

export const shell = rejectMissingMembers('shell', {
  openExternal: noPerson('shell.openExternal'),
  openPath: noPerson('shell.openPath'),
});

export const dialog = rejectMissingMembers('dialog', {
  showSaveDialog: noPerson('dialog.showSaveDialog'),
  showOpenDialog: noPerson('dialog.showOpenDialog'),
  showMessageBox: noPerson('dialog.showMessageBox'),
  showErrorBox: (title, content) => void process.stderr.write(`[host] ${title}: ${content}\n`),
});

/** Sends a request through the session's `webRequest`, like requests of the main process in Electron. */
async function fetchAsMain(input, init) {
  const request = new Request(input, init);
  const headers = await headersOf(request.url, Object.fromEntries(request.headers));
  if (!headers) throw new TypeError('net::ERR_BLOCKED_BY_CLIENT');
  return globalThis.fetch(request, { headers });
}

export const desktopCapturer = rejectMissingMembers('desktopCapturer', {
  getSources: noPerson('desktopCapturer.getSources'),
});

/** Only for macOS and Windows. */
export const systemPreferences = rejectMissingMembers('systemPreferences', {});

export const net = rejectMissingMembers('net', { fetch: fetchAsMain, isOnline: () => true });

export const nativeTheme = rejectMissingMembers(
  'nativeTheme',
  Object.assign(new EventEmitter(), { shouldUseDarkColors: false, themeSource: 'system' }),
);

/** The app's menu bar. The test host doesn't show it, but tests can call the `click` of its entries. */
let applicationMenu = null;
export const Menu = rejectMissingMembers('Menu', {
  setApplicationMenu: (menu) => void (applicationMenu = menu),
  getApplicationMenu: () => applicationMenu,
  buildFromTemplate: (template) => ({ items: template, popup: () => undefined }),
});

/** The share menu of macOS. Tests find what is shared in `ShareMenu.shown`. */
export class ShareMenu {
  static shown = [];
  constructor(item) {
    this.item = item;
  }
  popup = () => void ShareMenu.shown.push(this.item);
}

export const screen = rejectMissingMembers('screen', {
  getCursorScreenPoint: () => ({ x: 0, y: 0 }),
  getDisplayNearestPoint: () => ({ id: 1, workArea: { x: 0, y: 0, width: 1920, height: 1080 } }),
  getAllDisplays: () => [{ id: 1, workArea: { x: 0, y: 0, width: 1920, height: 1080 } }],
});

/** Not supported. Encrypting would need the system's key, and a made-up one would prove nothing. */
export const safeStorage = rejectMissingMembers('safeStorage', {
  isEncryptionAvailable: () => false,
  getSelectedStorageBackend: () => 'unknown',
});

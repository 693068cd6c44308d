// What touches the computer outside the app. Specs replace what they look at, as they do in Electron: dialog.showSaveDialog = …
import { EventEmitter } from 'node:events';
import { complete } from '../not-here.mjs';

const noPerson = (what) => () =>
  Promise.reject(new Error(`[host] Nobody is there to answer ${what}: replace it in the spec.`));

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

export const net = complete('net', { fetch: (...call) => globalThis.fetch(...call), isOnline: () => true });

export const nativeTheme = complete(
  'nativeTheme',
  Object.assign(new EventEmitter(), { shouldUseDarkColors: false, themeSource: 'system' }),
);

export const Menu = complete('Menu', {
  setApplicationMenu: () => undefined,
  buildFromTemplate: (template) => ({ items: template }),
});

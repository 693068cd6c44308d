// The module `electron` as the app's main process sees it.
import { app, autoUpdater, crashReporter, powerMonitor } from './api/app.mjs';
import { ipcMain } from './api/ipc.mjs';
import { globalShortcut, nativeImage, Notification, Tray } from './api/app-shell.mjs';
import {
  desktopCapturer,
  dialog,
  Menu,
  nativeTheme,
  net,
  safeStorage,
  screen,
  shell,
  ShareMenu,
  systemPreferences,
} from './api/system.mjs';
import { protocol } from './api/protocol.mjs';
import { session } from './api/session.mjs';
import { utilityProcess } from './api/utility-process.mjs';
import { BrowserWindow, webContents } from './api/windows.mjs';

const electron = {
  app,
  autoUpdater,
  BrowserWindow,
  crashReporter,
  desktopCapturer,
  dialog,
  globalShortcut,
  ipcMain,
  Menu,
  nativeImage,
  nativeTheme,
  net,
  Notification,
  powerMonitor,
  protocol,
  safeStorage,
  screen,
  session,
  shell,
  systemPreferences,
  ShareMenu,
  Tray,
  utilityProcess,
  webContents,
};

export {
  app,
  autoUpdater,
  BrowserWindow,
  crashReporter,
  desktopCapturer,
  dialog,
  globalShortcut,
  ipcMain,
  Menu,
  nativeImage,
  nativeTheme,
  net,
  Notification,
  powerMonitor,
  protocol,
  safeStorage,
  screen,
  session,
  shell,
  systemPreferences,
  ShareMenu,
  Tray,
  utilityProcess,
  webContents,
};
// Electron's own module has a default export, and packages use it.
// oxlint-disable-next-line import/no-default-export
export default electron;
// The result of `require('electron')`.
export { electron as 'module.exports' };

import { app, autoUpdater, BrowserWindow, globalShortcut, Menu, nativeTheme, session } from 'electron';
import { createComputer } from './computer/computer.ts';
import { createLoginItem, isStartedAtLogin } from './computer/login-item.ts';
import { createQuickAskShortcut } from './computer/quick-ask-shortcut.ts';
import { type FinishedReply, createReplyNotice } from './computer/reply-notice.ts';
import { createSpelling } from './computer/spelling.ts';
import { createTray } from './computer/tray.ts';
import { createUnreadBadge } from './computer/unread-badge.ts';
import type { TrayHost } from './computer/tray-host.ts';
import { registerCommands, type PageCommands } from './ipc/commands.ts';
import { registerErasure } from './ipc/erasure.ts';
import { registerFirstStart } from './ipc/first-start.ts';
import { registerComputer, themeSource } from './ipc/computer.ts';
import { registerLocalChats } from './ipc/local-chats.ts';
import { registerServiceChoice } from './ipc/service-choice.ts';
import type { KeyVault } from './keychain/key-vault.ts';
import { setJumpList } from './menu/jump-list.ts';
import { menuTemplate, type MenuActions } from './menu/template.ts';
import { paths } from './paths.ts';
import { offerMove } from './restore/offer-move.ts';
import { offerRestore, type RestoreOptions } from './restore/offer-restore.ts';
import type { UnsavedReplies } from './replies/unsaved-replies.ts';
import { createRelaunch } from './relaunch.ts';
import { configuredService, isServiceFixed } from './service/choose-service.ts';
import type { LocalChats } from './service/local-chats.ts';
import { readCertificate } from './service/read-certificate.ts';
import { identityOf, rememberedServices } from './service/remembered-services.ts';
import { openFirstStart } from './settings/first-start.ts';
import { rememberSettings, type Settings } from './settings/settings.ts';
import type { Store } from './settings/store.ts';
import { showLanguage } from './language.ts';
import { hasUpdates } from './updates/app-updates.ts';
import { confirmQuit, type UnfinishedReplies } from './window/quit.ts';
import { printPage, savePageAsPdf } from './window/printing.ts';
import { createQuickAskWindow } from './window/quick-ask.ts';
import { confirmUnload } from './window/unload.ts';
import { maxSavedWindows } from './window/saved-windows.ts';
import {
  chatWindows,
  mainWindow,
  openWindow,
  openWindows,
  showWindow,
  type WindowBehavior,
} from './window/window.ts';
import { createZoom } from './window/zoom.ts';

export interface AppShellOptions extends Pick<MenuActions, 'checkForUpdates'> {
  readonly settings: Store<Settings>;
  readonly vault: KeyVault;
  readonly unsaved: Pick<UnsavedReplies, 'deleteAllOfService'>;
  /** Refuses URLs that are neither encrypted nor on this computer. */
  readonly fetch: typeof globalThis.fetch;
  readonly localChats: LocalChats;
  readonly trayHost: TrayHost;
  /** Whether the embedded service was ever used on this computer. */
  readonly hasLocalData: () => boolean;
  readonly erasure: {
    /** Makes the next start erase everything on this computer. */
    readonly request: () => void;
    readonly withdraw: () => void;
  };
  readonly backups: Omit<RestoreOptions, 'relaunch'>;
  readonly unfinished: UnfinishedReplies;
  /** Called when the main window's page has started. */
  readonly onPage: () => void;
  /** Called when the app has started without a window. */
  readonly onHiddenStart: () => void;
}

export interface AppShell extends Pick<PageCommands, 'open'> {
  /** Opens the window, or brings the open one to the front. */
  readonly show: () => void;
  /** Opens the window at the app's start, unless the system started the app and the user wants it in the tray. */
  readonly openAtStart: () => Promise<void>;
  /** Whether a window has a page, even if the window is hidden. */
  readonly hasPage: () => boolean;
  readonly notifyReply: (reply: FinishedReply) => void;
  /** Removes the user's notifications and the messages typed into them. */
  readonly signedOut: () => void;
  /** Saves the open windows for the next start. Call it if the system ends the app without `before-quit`. */
  readonly prepareQuit: () => void;
}

/**
 * In milliseconds. At login, the app may start before the desktop shows the tray. After this time, the window opens
 * instead.
 */
const trayLimit = 10_000;

/** Creates the windows, menu bar, tray, global shortcut and notifications that the user has configured. */
export function createAppShell(options: AppShellOptions): AppShell {
  const { settings, vault, unsaved, fetch, localChats, trayHost, hasLocalData } = options;
  const { erasure, backups, unfinished, checkForUpdates } = options;
  const environment = process.env;
  const relaunch = createRelaunch(environment);
  const rememberWindows = (): void => {
    const open = openWindows().slice(-maxSavedWindows);
    // After a requested restart, another service or another backup may have other chats.
    const savedWindows = open.length < 2 || relaunch.isRequested() ? [] : open;
    if (savedWindows.length + settings.read().savedWindows.length > 0)
      rememberSettings(settings, { savedWindows });
  };
  let isQuitting = false;
  const prepareQuit = (): void => {
    // An update on macOS sends both events, and the second one when the windows are closed. Windows may also change
    // while the app waits for replies before it quits.
    if (!isQuitting || openWindows().length > 0) rememberWindows();
    isQuitting = true;
  };
  app.on('before-quit', prepareQuit);
  // An update closes the windows before `before-quit`. A window that hides instead of closing would block it.
  autoUpdater.on('before-quit-for-update', prepareQuit);
  const stay = (): void => {
    isQuitting = false;
    relaunch.cancel();
  };
  confirmUnload(stay);
  confirmQuit({ ...unfinished, isBusy: () => commands.hasMessages() || unfinished.isBusy() }, stay);
  const zoom = createZoom({
    read: () => settings.read().zoom,
    write: (level) => rememberSettings(settings, { zoom: level }),
  });
  const quickAsk = createQuickAskWindow(paths.preload, process.platform);
  const behavior: WindowBehavior = {
    places: {
      read: () => settings.read().windows,
      write: (windows) => rememberSettings(settings, { windows }),
    },
    zoom,
    staysInTray: () => !isQuitting && tray.isShown(),
    onClosed: quickAsk.close,
  };
  const show = (): void => void showWindow(paths.preload, behavior);
  /** During the first start, shows the open window, because a second one would show the first start again. */
  const newWindow = (): void =>
    openFirstStart(settings.read(), environment) ? show() : void openWindow(paths.preload, behavior);
  /** During the first start, shows the main window, because a small chat cannot show the first start. */
  const toggleQuickAsk = (): void =>
    openFirstStart(settings.read(), environment) ? show() : quickAsk.toggle();
  const commands = registerCommands(show, options.onPage);
  const tray = createTray(paths.trayIcon, trayHost, {
    show,
    newChat: () => commands.press('newChat'),
    quickAsk: toggleQuickAsk,
    quit: () => app.quit(),
  });
  const isFixed = isServiceFixed(environment);
  const configured = configuredService(settings.read(), environment);
  const address = configured && ((isFixed ? undefined : settings.read().service?.address) ?? configured.url);
  const computer = createComputer({
    settings,
    tray,
    keys: createQuickAskShortcut(toggleQuickAsk),
    loginItem: createLoginItem(process.platform, environment),
    spelling: createSpelling(session.defaultSession, process.platform),
    hasUpdates: hasUpdates(),
    readServices: () => ({
      address,
      isFixed,
      hasLocalChats: address !== null && hasLocalData(),
      remembered: rememberedServices(settings.read()).map((one) => ({
        address: one.address,
        identity: identityOf(one),
      })),
    }),
  });
  const notice = createReplyNotice({
    isEnabled: () => settings.read().notifyReplies,
    isInFront: () => BrowserWindow.getFocusedWindow() !== null,
    open: commands.open,
    send: commands.sendMessage,
    badge: createUnreadBadge(process.platform, chatWindows),
  });
  registerComputer({
    computer,
    settings,
    notifyReply(reply, contents) {
      // The main window's page announces all replies. Other windows and quick ask must not announce them again.
      const main = mainWindow();
      if (main === null || main.webContents === contents) notice.show(reply);
    },
    async setLanguage(language) {
      await showLanguage(language);
      updateMenus();
    },
    quickAsk,
    open: commands.open,
  });
  registerLocalChats({ localChats, address });
  registerServiceChoice({
    settings,
    fetch,
    vault,
    unsaved,
    isFixed,
    readCertificate,
    relaunch: relaunch.request,
  });
  registerFirstStart(settings, computer.start);
  registerErasure({
    isOwner: address === null,
    request: erasure.request,
    relaunch: () => relaunch.request(erasure.withdraw),
  });
  const updateMenus = (): void => {
    Menu.setApplicationMenu(Menu.buildFromTemplate(menuTemplate(process.platform, !app.isPackaged, actions)));
    setJumpList(process.platform, environment, {
      newChat: () => commands.press('newChat'),
      newWindow,
      quickAsk: toggleQuickAsk,
    });
    tray.updateMenu();
  };
  app.on('will-quit', () => globalShortcut.unregisterAll());
  nativeTheme.themeSource = themeSource(settings.read().colorScheme);
  const shownWindow = () => BrowserWindow.getFocusedWindow() ?? mainWindow();
  const actions: MenuActions = {
    ...commands,
    checkForUpdates,
    zoom: zoom.change,
    // The app has backups only of the embedded service.
    restore: address === null ? () => void offerRestore({ ...backups, relaunch: relaunch.request }) : null,
    move:
      address === null
        ? () =>
            void offerMove({ folder: backups.folder, openExport: () => commands.open('/account/privacy') })
        : null,
    newWindow,
    quickAsk: toggleQuickAsk,
    print: () => printPage(shownWindow()),
    savePdf: () => void savePageAsPdf(shownWindow()),
  };
  updateMenus();
  computer.start();
  return {
    show,
    open: commands.open,
    hasPage: () => mainWindow() !== null || quickAsk.hasPage(),
    notifyReply: notice.show,
    signedOut() {
      notice.clear();
      commands.forgetMessages();
    },
    prepareQuit,
    async openAtStart() {
      const { startHidden, closeToTray, savedWindows } = settings.read();
      const isQuiet = startHidden && closeToTray && isStartedAtLogin(process.platform, process.argv);
      if (isQuiet && (await trayHost.wait(trayLimit))) return options.onHiddenStart();
      for (const saved of savedWindows) openWindow(paths.preload, behavior, saved);
      if (savedWindows.length === 0) show();
    },
  };
}

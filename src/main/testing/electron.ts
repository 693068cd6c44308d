// Fakes Electron for unit tests, because the real package would download a binary. Records all calls, and tests can
// emit events.
import { EventEmitter } from 'node:events';
import type * as Electron from 'electron';
import { ShareMenu } from './electron-system.ts';

export { desktopCapturer, ShareMenu, systemPreferences } from './electron-system.ts';

type InvokeListener = (event: Electron.IpcMainInvokeEvent, ...parameters: unknown[]) => unknown;

/** The calls since the last `resetElectron`. */
export const recordedCalls = {
  invokeListeners: new Map<string, InvokeListener>(),
  schemes: [] as Electron.CustomScheme[],
  opened: [] as string[],
  /** Files that were shown in the system's file manager. */
  shownFiles: [] as string[],
  windows: [] as FakeWindow[],
  notices: [] as Notification[],
  trays: [] as Tray[],
  /** Calls of `relaunch`, `quit` and `exit`. */
  ends: [] as string[],
  processes: [] as FakeProcess[],
  crashReporters: [] as unknown[],
  protocols: new Map<string, (request: Request) => Promise<Response>>(),
};

export function resetElectron(): void {
  recordedCalls.invokeListeners.clear();
  recordedCalls.schemes.length = 0;
  recordedCalls.opened.length = 0;
  recordedCalls.shownFiles.length = 0;
  // Modules that test files share may still refer to a window.
  for (const window of recordedCalls.windows.splice(0)) window.destroy();
  FakeWindow.focused = null;
  recordedCalls.notices.length = 0;
  recordedCalls.trays.length = 0;
  recordedCalls.ends.length = 0;
  recordedCalls.processes.length = 0;
  recordedCalls.crashReporters.length = 0;
  ShareMenu.shown.length = 0;
  powerMonitor.removeAllListeners();
  dialog.errors.length = 0;
  recordedCalls.protocols.clear();
  session.handlers.clear();
  session.spelling = ['en-US'];
  app.removeAllListeners();
  app.protocolClients.length = 0;
  app.userTasks = [];
  app.badgeCount = 0;
  app.dockMenu = [];
  app.switches.clear();
  autoUpdater.removeAllListeners();
  dialog.messages.length = 0;
  globalShortcut.registered.clear();
  globalShortcut.taken.clear();
  nativeTheme.themeSource = 'system';
  dialog.response = 0;
}

export const ipcMain = {
  handle(channel: string, listener: InvokeListener): void {
    if (recordedCalls.invokeListeners.has(channel))
      throw new Error(`Attempted to register a second handler for '${channel}'`);
    recordedCalls.invokeListeners.set(channel, listener);
  },
};

export const protocol = {
  handle: (scheme: string, answer: (request: Request) => Promise<Response>): void =>
    void recordedCalls.protocols.set(scheme, answer),
  registerSchemesAsPrivileged: (schemes: Electron.CustomScheme[]): void =>
    void recordedCalls.schemes.push(...schemes),
};

export const shell = {
  showItemInFolder: (path: string): void => void recordedCalls.shownFiles.push(path),
  openExternal: async (url: string): Promise<void> => void recordedCalls.opened.push(url),
};

export const safeStorage = {
  isEncryptionAvailable: (): boolean => false,
  getSelectedStorageBackend: (): string => 'unknown',
  encryptString: (text: string): Buffer => Buffer.from(text),
  decryptString: (encrypted: Buffer): string => encrypted.toString(),
};

export const nativeTheme = {
  shouldUseDarkColors: false,
  themeSource: 'system' as Electron.NativeTheme['themeSource'],
};

/** Global shortcuts. Other programs already use those in `taken`. */
export const globalShortcut = {
  registered: new Map<string, () => void>(),
  taken: new Set<string>(),
  register(keys: string, act: () => void): boolean {
    if (keys.includes('Super')) throw new TypeError('This system has no such key.');
    if (globalShortcut.taken.has(keys)) return false;
    globalShortcut.registered.set(keys, act);
    return true;
  },
  unregister: (keys: string): void => void globalShortcut.registered.delete(keys),
  unregisterAll: (): void => globalShortcut.registered.clear(),
};

export const net = {
  fetch: (..._call: Parameters<typeof fetch>): Promise<Response> =>
    Promise.reject(new TypeError('No network in this test.')),
};

type RequestListener = (
  request: { readonly url: string; readonly requestHeaders: Readonly<Record<string, string>> },
  answer: (answer: unknown) => void,
) => void;

export const session = {
  handlers: new Map<string, unknown>(),
  onRequest: ((_request, answer) => answer({})) as RequestListener,
  /** The spell checker's languages: the system's until the app changes them. */
  spelling: ['en-US'],
  defaultSession: {
    webRequest: {
      onBeforeSendHeaders: (_filter: unknown, listener: RequestListener): void =>
        void (session.onRequest = listener),
    },
    setPermissionCheckHandler: (handler: unknown): void => void session.handlers.set('check', handler),
    setPermissionRequestHandler: (handler: unknown): void => void session.handlers.set('request', handler),
    setDevicePermissionHandler: (handler: unknown): void => void session.handlers.set('device', handler),
    availableSpellCheckerLanguages: ['de', 'en-US'],
    setSpellCheckerLanguages: (languages: string[]): void => void (session.spelling = languages),
  },
};

/** A started process; tests emit its messages. */
class FakeProcess extends EventEmitter {
  readonly sent: unknown[] = [];
  readonly stderr = null;
  postMessage = (message: unknown): void => void this.sent.push(message);
  kill = (): boolean => true;
}

export const utilityProcess = {
  onFork: (_child: FakeProcess): void => undefined,
  fork(): FakeProcess {
    const child = new FakeProcess();
    recordedCalls.processes.push(child);
    utilityProcess.onFork(child);
    return child;
  },
};

export class Notification extends EventEmitter {
  static readonly isSupported = (): boolean => true;
  readonly calls: string[] = [];
  readonly options: Electron.NotificationConstructorOptions;
  constructor(options: Electron.NotificationConstructorOptions) {
    super();
    this.options = options;
    recordedCalls.notices.push(this);
  }
  show = (): void => void this.calls.push('show');
  close = (): void => {
    this.calls.push('close');
    this.emit('close', {});
  };
}

export const nativeImage = {
  createFromPath: (path: string) => ({ resize: () => ({ path, toPNG: () => Buffer.alloc(0) }) }),
  /** Keeps the opacity of two points, so that tests can see the shape. */
  createFromBitmap: (pixels: Buffer, { width, height }: Electron.Size) => ({
    width,
    height,
    corner: pixels[3],
    center: pixels[((height / 2) * width + width / 2) * 4 + 3],
  }),
  createEmpty() {
    const representations: Electron.AddRepresentationOptions[] = [];
    return {
      representations,
      addRepresentation: (one: Electron.AddRepresentationOptions): void => void representations.push(one),
    };
  },
};

export class Tray extends EventEmitter {
  readonly picture: unknown;
  menu: readonly Electron.MenuItemConstructorOptions[] = [];
  isGone = false;
  constructor(picture: unknown) {
    super();
    this.picture = picture;
    recordedCalls.trays.push(this);
  }
  setToolTip = (): void => undefined;
  setContextMenu = ({ template }: ReturnType<typeof Menu.buildFromTemplate>): void => {
    this.menu = template;
  };
  destroy = (): void => void (this.isGone = true);
}

/** The app in development. Tests may set `isPackaged`. */
class FakeApp extends EventEmitter {
  isPackaged = false;
  /** Chromium's arguments of this start. */
  readonly switches = new Set<string>();
  commandLine = { hasSwitch: (name: string): boolean => this.switches.has(name) };
  openAtLogin = false;
  directory = '';
  getLoginItemSettings = () => ({ openAtLogin: this.openAtLogin, wasOpenedAtLogin: this.openAtLogin });
  loginProgram: unknown;
  setLoginItemSettings({ openAtLogin, ...program }: Electron.Settings): void {
    this.openAtLogin = openAtLogin ?? false;
    this.loginProgram = program;
  }
  badgeCount = 0;
  setBadgeCount = (count: number): void => void (this.badgeCount = count);
  userTasks: Electron.Task[] = [];
  setUserTasks = (tasks: Electron.Task[]): void => void (this.userTasks = tasks);
  dockMenu: readonly Electron.MenuItemConstructorOptions[] = [];
  dock = {
    setMenu: ({ template }: ReturnType<typeof Menu.buildFromTemplate>): void =>
      void (this.dockMenu = template),
  };
  readonly protocolClients: unknown[] = [];
  setAsDefaultProtocolClient = (...call: unknown[]): boolean => this.protocolClients.push(call) > 0;
  getPath = (): string => this.directory;
  getVersion = (): string => '0.0.0';
  getLocale = (): string => 'en-US';
  getPreferredSystemLanguages = (): string[] => ['en-US'];
  relaunch = (): void => void recordedCalls.ends.push('relaunch');
  quit = (): void => void recordedCalls.ends.push('quit');
}
export const app = new FakeApp();

export const autoUpdater = new EventEmitter();
export const powerMonitor = new EventEmitter();
export const crashReporter = {
  start: (options: unknown): void => void recordedCalls.crashReporters.push(options),
};

export const screen = {
  areas: [{ x: 0, y: 0, width: 1920, height: 1080 }],
  /** The display with the pointer. */
  active: { x: 0, y: 0, width: 1920, height: 1080 },
  getCursorScreenPoint: () => ({ x: 0, y: 0 }),
  getDisplayNearestPoint: () => ({ workArea: screen.active }),
  getAllDisplays: () => screen.areas.map((workArea) => ({ workArea })),
};

type Template = readonly Electron.MenuItemConstructorOptions[];

export const Menu = {
  applicationMenu: [] as Template,
  setApplicationMenu: ({ template }: { readonly template: Template }): void =>
    void (Menu.applicationMenu = template),
  /** Acts for the user when a menu opens. */
  onPopup: (_template: Template, _options: Electron.PopupOptions): void => undefined,
  buildFromTemplate: (template: Template) => ({
    template,
    popup: (options: Electron.PopupOptions): void => Menu.onPopup(template, options),
  }),
};

/** A page, with the frame of its calls. */
export class FakeContents extends EventEmitter {
  readonly id = 1;
  getURL = (): string => this.mainFrame.url;
  readonly sent: { readonly channel: string; readonly payload: unknown }[] = [];
  readonly mainFrame: FakeFrame;
  openHandler: Parameters<Electron.WebContents['setWindowOpenHandler']>[0] | undefined;
  constructor(url = 'app://clover/chat') {
    super();
    this.mainFrame = { url, parent: null };
  }
  send(channel: string, payload: unknown): void {
    this.sent.push({ channel, payload });
  }
  readonly dragged: Electron.Item[] = [];
  startDrag = (item: Electron.Item): void => void this.dragged.push(item);
  zoomLevel = 0;
  setZoomLevel = (level: number): void => void (this.zoomLevel = level);
  getZoomFactor = (): number => 1.2 ** this.zoomLevel;
  isDestroyed = (): boolean => false;
  reloads = 0;
  reload = (): void => void (this.reloads += 1);
  prints = 0;
  print = (): void => void (this.prints += 1);
  printToPDF = async (): Promise<Buffer> => Buffer.from('%PDF-');
  crashes = 0;
  forcefullyCrashRenderer = (): void => void (this.crashes += 1);
  setWindowOpenHandler(handler: Parameters<Electron.WebContents['setWindowOpenHandler']>[0]): void {
    this.openHandler = handler;
  }
  /** Returns this page with the type that the app's code expects. */
  asElectron(): Electron.WebContents {
    return this as unknown as Electron.WebContents;
  }
}

export interface FakeFrame {
  url: string;
  parent: FakeFrame | null;
}

class FakeWindow extends EventEmitter {
  readonly loaded: string[] = [];
  readonly calls: string[] = [];
  isGone = false;
  readonly webContents = new FakeContents();
  readonly options: Electron.BrowserWindowConstructorOptions;
  constructor(options: Electron.BrowserWindowConstructorOptions) {
    super();
    this.options = options;
    recordedCalls.windows.push(this);
    app.emit('browser-window-created', {}, this);
  }
  async loadURL(url: string): Promise<void> {
    this.loaded.push(url);
  }
  isShown = false;
  show = (): void => {
    this.isShown = true;
    this.calls.push('show');
  };
  hide = (): void => {
    this.isShown = false;
    this.calls.push('hide');
  };
  isVisible = (): boolean => this.isShown;
  destroy = (): void => {
    this.isGone = true;
    this.emit('closed');
  };
  focus = (): void => void this.calls.push('focus');
  restore = (): void => void this.calls.push('restore');
  maximize = (): void => void this.calls.push('maximize');
  bounds = { x: 10, y: 20, width: 1000, height: 700 };
  setBounds = (bounds: Electron.Rectangle): void => void (this.bounds = bounds);
  getNormalBounds = (): Electron.Rectangle => this.bounds;
  isMaximized = (): boolean => this.calls.includes('maximize');
  isMinimized = (): boolean =>
    this.calls.findLast((call) => /^(?:minimize|restore)$/.test(call)) === 'minimize';
  minimize = (): void => void this.calls.push('minimize');
  getTitle = (): string => 'Chat - Clover';
  overlay: { readonly icon: unknown; readonly description: string } | null = null;
  setOverlayIcon = (icon: unknown, description: string): void => void (this.overlay = { icon, description });
  isAlwaysOnTop = (): boolean => this.options.alwaysOnTop ?? false;
  isDestroyed = (): boolean => this.isGone;
  static fromWebContents = (): null => null;
  static focused: FakeWindow | null = null;
  static getFocusedWindow = (): FakeWindow | null => FakeWindow.focused;
  static getAllWindows = (): FakeWindow[] => recordedCalls.windows;
}
export { FakeWindow as BrowserWindow };

/** Records dialogs and returns the user's choice. */
export const dialog = {
  answer: { canceled: true, filePath: '' } as Electron.SaveDialogReturnValue,
  saveDialogs: [] as Electron.SaveDialogOptions[],
  /** The window of the last save dialog, or null. */
  parent: null as unknown,
  async showSaveDialog(
    ...given: readonly [Electron.SaveDialogOptions] | readonly [unknown, Electron.SaveDialogOptions]
  ): Promise<Electron.SaveDialogReturnValue> {
    dialog.parent = given.length > 1 ? given[0] : null;
    dialog.saveDialogs.push(given.at(-1) as Electron.SaveDialogOptions);
    return dialog.answer;
  },
  errors: [] as string[],
  showErrorBox: (_title: string, content: string): void => void dialog.errors.push(content),
  /** The message boxes that were shown, and the button that the user presses. */
  messages: [] as Electron.MessageBoxOptions[],
  response: 0,
  async showMessageBox(options: Electron.MessageBoxOptions): Promise<Electron.MessageBoxReturnValue> {
    dialog.messages.push(options);
    return { response: dialog.response, checkboxChecked: false };
  },
  showMessageBoxSync(options: Electron.MessageBoxSyncOptions): number {
    dialog.messages.push(options);
    return dialog.response;
  },
};

/** Calls a channel as Electron does for a page, by default from the main frame of our page. */
export async function invoke(
  channel: string,
  parameters: readonly unknown[],
  {
    contents = new FakeContents(),
    frame = contents.mainFrame,
  }: { contents?: FakeContents; frame?: FakeFrame | null } = {},
): Promise<unknown> {
  const listener = recordedCalls.invokeListeners.get(channel);
  if (!listener) throw new Error(`No handler registered for '${channel}'`);
  const event = { sender: contents, senderFrame: frame } as unknown as Electron.IpcMainInvokeEvent;
  return listener(event, ...parameters);
}

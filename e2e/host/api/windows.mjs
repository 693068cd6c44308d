import { EventEmitter } from 'node:events';
import { rejectMissingMembers } from '../reject-missing.mjs';
import { app, openWindows, preventable } from './app.mjs';
import { WebContents } from './contents.mjs';

let browser;
let connection;
/** Targets that the app requested, until Chromium has attached them. */
const expected = new Map();

/** Attaches a DevTools session to every window before its page runs. Closes windows that the app did not request. */
export async function attachBrowser(to) {
  connection = to;
  browser = to.browser;
  browser.on('Target.attachedToTarget', ({ sessionId, targetInfo }) => void attached(sessionId, targetInfo));
  browser.on('Target.targetDestroyed', ({ targetId }) => {
    for (const window of openWindows) if (window.webContents.targetId === targetId) window.gone();
  });
  await browser.send('Target.setDiscoverTargets', { discover: true, filter: [{ type: 'page' }] });
  await browser.send('Target.setAutoAttach', {
    autoAttach: true,
    waitForDebuggerOnStart: true,
    flatten: true,
    filter: [{ type: 'page' }],
  });
}

async function attached(sessionId, { targetId, openerId }) {
  const cdp = connection.session(sessionId);
  if (openerId) {
    // A popup that its opener's handler has denied. It must not load anything while it closes, because it shares a
    // thread with its opener, which would wait.
    await cdp.send('Fetch.enable', { patterns: [{ urlPattern: '*' }] }).catch(() => undefined);
    await cdp.send('Runtime.runIfWaitingForDebugger').catch(() => undefined);
    await browser.send('Target.closeTarget', { targetId }).catch(() => undefined);
    return;
  }
  const waiting = expected.get(targetId) ?? Promise.withResolvers();
  expected.set(targetId, waiting);
  waiting.resolve({ browser, cdp, targetId });
}

async function createTarget({ width = 800, height = 600 }) {
  const { targetId } = await browser.send('Target.createTarget', {
    url: 'about:blank',
    newWindow: true,
    width,
    height,
  });
  const waiting = expected.get(targetId) ?? Promise.withResolvers();
  expected.set(targetId, waiting);
  return waiting.promise.finally(() => expected.delete(targetId));
}

function refuseUnsafe({
  nodeIntegration = false,
  contextIsolation = true,
  sandbox = true,
  webSecurity = true,
  webviewTag = false,
}) {
  if (nodeIntegration || !contextIsolation || !sandbox || !webSecurity || webviewTag)
    throw new Error('[host] A window without isolation, sandbox or web security is refused.');
}

class Window extends EventEmitter {
  webContents;
  #contents;
  #isShown;
  #isAlwaysOnTop;
  #bounds;
  #closed = Promise.withResolvers();

  constructor(options = {}) {
    super();
    const { webPreferences = {}, show = true, x = 0, y = 0, width = 800, height = 600 } = options;
    this.#bounds = { x, y, width, height };
    refuseUnsafe(webPreferences);
    this.#isShown = show;
    this.#isAlwaysOnTop = options.alwaysOnTop ?? false;
    this.#contents = new WebContents(webPreferences, createTarget(options));
    this.webContents = this.#contents.proxy;
    this.proxy = rejectMissingMembers('BrowserWindow', this);
    openWindows.add(this);
    this.#contents.once('dom-ready', () => this.emit('ready-to-show'));
    app.emit('web-contents-created', {}, this.webContents);
    app.emit('browser-window-created', {}, this.proxy);
  }

  loadURL = (url) => this.#contents.loadURL(url);
  show = () => void (this.#isShown = true);
  hide = () => void (this.#isShown = false);
  focus = () => undefined;
  isAlwaysOnTop = () => this.#isAlwaysOnTop;
  restore = () => undefined;
  isMinimized = () => false;
  isMaximized = () => false;
  maximize = () => undefined;
  getNormalBounds = () => this.#bounds;
  setBounds = (bounds) => void (this.#bounds = bounds);
  minimize = () => undefined;
  getTitle = () => 'Clover';
  isVisible = () => this.#isShown;
  isDestroyed = () => this.#contents.isDestroyed();
  close = () => {
    const event = preventable();
    this.emit('close', event);
    if (!event.defaultPrevented) this.#contents.close();
  };
  destroy = () => this.#contents.close();

  closeForQuit() {
    this.close();
    return this.#closed.promise;
  }

  gone() {
    openWindows.delete(this);
    this.#contents.destroyed();
    this.emit('closed');
    this.#closed.resolve();
    if (openWindows.size === 0 && !app.isQuitting) app.emit('window-all-closed');
  }
}

/** The app sees a class with static functions. Each instance is a proxy that rejects missing members. */
export const BrowserWindow = rejectMissingMembers(
  'BrowserWindow',
  Object.assign(
    function BrowserWindow(options) {
      return new Window(options).proxy;
    },
    {
      getAllWindows: () => [...openWindows].map(({ proxy }) => proxy),
      fromWebContents: (contents) =>
        [...openWindows].find((window) => window.webContents === contents)?.proxy ?? null,
      /** Tests set `app.isInFront`. */
      getFocusedWindow: () => (app.isInFront ? ([...openWindows][0]?.proxy ?? null) : null),
    },
  ),
);

export const webContents = rejectMissingMembers('webContents', {
  fromDevToolsTargetId: (targetId) =>
    [...openWindows].find((window) => window.webContents.targetId === targetId)?.webContents,
  getAllWebContents: () => [...openWindows].map((window) => window.webContents),
});

import { spawnSync } from 'node:child_process';
import { EventEmitter } from 'node:events';
import { mkdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { createHash } from 'node:crypto';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { rejectMissingMembers } from '../reject-missing.mjs';

const switches = [];
export const commandLine = {
  appendSwitch: (name, value) => void switches.push(value ? `--${name}=${value}` : `--${name}`),
  hasSwitch: (name) => switches.some((one) => one === `--${name}` || one.startsWith(`--${name}=`)),
  all: () => [...switches],
};

const exits = [];
/** Runs `work` before the process ends. */
export const onExit = (work) => exits.push(work);

/** Creates an event that a listener may cancel. */
export const preventable = (properties = {}) => {
  const event = {
    ...properties,
    defaultPrevented: false,
    preventDefault: () => (event.defaultPrevented = true),
  };
  return event;
};

/** All open windows. The app must close them before it ends. */
export const openWindows = new Set();

class App extends EventEmitter {
  isPackaged = process.env.ELECTRON_HOST_PACKAGED === '1';
  commandLine = commandLine;
  #name = 'Electron';
  #paths = new Map();
  #isReady = false;
  #isQuitting = false;
  #ready = Promise.withResolvers();

  whenReady = () => this.#ready.promise;
  isReady = () => this.#isReady;
  getName = () => this.#name;
  setName = (name) => void (this.#name = name);
  get name() {
    return this.#name;
  }
  getVersion = () => process.env.npm_package_version ?? '0.0.0';
  getLocale = () => 'en-US';
  getPreferredSystemLanguages = () => ['en-US'];
  // Does not change the computer's programs for links.
  setAsDefaultProtocolClient = () => true;
  enableSandbox = () => {
    if (this.#isReady) throw new Error('app.enableSandbox() can only be called before app is ready');
  };
  setPath = (name, path) => void this.#paths.set(name, path);
  getPath = (name) => {
    const appData = process.env.XDG_CONFIG_HOME ?? join(homedir(), '.config');
    const known = {
      home: homedir(),
      temp: tmpdir(),
      appData,
      userData: join(appData, this.#name),
      downloads: join(homedir(), 'Downloads'),
      crashDumps: join(this.#paths.get('userData') ?? join(appData, this.#name), 'Crashpad'),
    };
    const path = this.#paths.get(name) ?? known[name];
    if (!path) throw new Error(`Failed to get '${name}' path`);
    if (name === 'userData') mkdirSync(path, { recursive: true });
    return path;
  };

  badgeCount = 0;
  setBadgeCount = (count) => void (this.badgeCount = count);
  isInFront = true;
  /** The host only records a relaunch. Tests restart the app themselves. */
  wasRelaunched = false;
  relaunch = () => void (this.wasRelaunched = true);

  becomeReady() {
    this.#isReady = true;
    this.#ready.resolve({});
    this.emit('ready', {}, {});
  }

  /** The first instance listens on a socket named after its data folder. A second one connects to it. */
  #lock;
  requestSingleInstanceLock = () => {
    const id = createHash('sha256').update(this.getPath('userData')).digest('hex').slice(0, 16);
    const path =
      process.platform === 'win32'
        ? `\\\\.\\pipe\\clover-host-${id}`
        : join(tmpdir(), `clover-host-${id}.sock`);
    this.#lock ??= holdLock(path, () => this.emit('second-instance', {}, process.argv, process.cwd(), {}));
    return this.#lock;
  };

  quit = () => void this.#quit();
  async #quit() {
    if (this.#isQuitting) return;
    this.#isQuitting = true;
    const before = preventable();
    this.emit('before-quit', before);
    if (before.defaultPrevented) return void (this.#isQuitting = false);
    await Promise.all([...openWindows].map((window) => window.closeForQuit()));
    const will = preventable();
    this.emit('will-quit', will);
    if (will.defaultPrevented) return void (this.#isQuitting = false);
    await this.#end(0);
  }
  get isQuitting() {
    return this.#isQuitting;
  }
  exit = (code = 0) => void this.#end(code);
  async #end(code) {
    this.emit('quit', {}, code);
    for (const work of exits) await work();
    // Playwright keeps its inspector connection until it reads Electron's line.
    process.exit(code);
  }
}

function holdLock(path, onKnock) {
  // Electron's function is synchronous, so a short-lived process checks the socket. A used socket means that an
  // instance is running.
  if (isAlive(path)) return false;
  rmSync(path, { force: true });
  createServer((socket) => {
    socket.end();
    onKnock();
  })
    .listen(path)
    .unref();
  onExit(() => rmSync(path, { force: true }));
  return true;
}

function isAlive(path) {
  const script = `require('node:net').connect(process.argv[1]).on('connect',()=>process.exit(0)).on('error',()=>process.exit(1))`;
  return spawnSync(process.execPath, ['-e', script, path]).status === 0;
}

/** The test host writes no dumps. */
export const crashReporter = rejectMissingMembers('crashReporter', { start: () => undefined });
/** Tests emit its events. */
export const powerMonitor = rejectMissingMembers('powerMonitor', new EventEmitter());
/** This updater installs nothing. */
export const autoUpdater = rejectMissingMembers('autoUpdater', new EventEmitter());

const instance = new App();
export const app = rejectMissingMembers('app', instance);
export const becomeReady = () => instance.becomeReady();

// Starts Chromium and uses its DevTools protocol, with flat sessions over one socket.
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { EventEmitter } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const places = [
  process.env.CLOVER_CHROMIUM,
  // The headless shell needs a quarter less processor time, but has no microphone.
  process.env.CLOVER_HOST_HEADED || process.env.CLOVER_HOST_MICROPHONE
    ? undefined
    : '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

function findChromium() {
  const found = places.find((place) => place && existsSync(place));
  if (!found)
    throw new Error('[host] No Chromium on this computer: install one, or name it in CLOVER_CHROMIUM.');
  return found;
}

/** One DevTools session. `send` resolves to the response, everything else is an event. */
class Session extends EventEmitter {
  #connection;
  constructor(connection, id) {
    super();
    this.#connection = connection;
    this.id = id;
  }
  send(method, params = {}) {
    return this.#connection.send(method, params, this.id);
  }
}

class Connection {
  #socket;
  #next = 1;
  #waiting = new Map();
  #sessions = new Map();
  browser = new Session(this, undefined);

  constructor(socket) {
    this.#socket = socket;
    socket.addEventListener('message', ({ data }) => this.#receive(JSON.parse(data)));
    socket.addEventListener('close', () => {
      for (const { reject } of this.#waiting.values()) reject(new Error('[host] Chromium has closed.'));
      this.#waiting.clear();
      this.browser.emit('closed');
    });
  }

  session(id) {
    if (!this.#sessions.has(id)) this.#sessions.set(id, new Session(this, id));
    return this.#sessions.get(id);
  }

  send(method, params, sessionId) {
    if (this.#socket.readyState !== WebSocket.OPEN)
      return Promise.reject(new Error('[host] Chromium has closed.'));
    const id = this.#next++;
    this.#socket.send(JSON.stringify({ id, method, params, sessionId }));
    return new Promise((resolve, reject) => this.#waiting.set(id, { resolve, reject, method }));
  }

  #receive({ id, result, error, method, params, sessionId }) {
    if (id !== undefined) {
      const call = this.#waiting.get(id);
      this.#waiting.delete(id);
      if (error) call?.reject(new Error(`[host] ${call.method}: ${error.message}`));
      else call?.resolve(result);
      return;
    }
    (sessionId ? this.session(sessionId) : this.browser).emit(method, params);
    if (method === 'Target.detachedFromTarget') this.#sessions.delete(params.sessionId);
  }
}

/** @param proxyPort the proxy for all traffic, even to this computer */
export async function startChromium({ proxyPort, switches }) {
  const profile = mkdtempSync(join(tmpdir(), 'clover-host-'));
  const args = [
    `--user-data-dir=${profile}`,
    '--remote-debugging-port=0',
    `--proxy-server=http://127.0.0.1:${proxyPort}`,
    '--proxy-bypass-list=<-loopback>',
    '--no-startup-window',
    '--no-first-run',
    '--disable-gpu',
    ...(process.env.CLOVER_HOST_HEADED ? [] : ['--headless']),
    // A microphone that plays a WAV file.
    ...(process.env.CLOVER_HOST_MICROPHONE
      ? [
          '--use-fake-device-for-media-stream',
          `--use-file-for-fake-audio-capture=${process.env.CLOVER_HOST_MICROPHONE}`,
        ]
      : []),
    // Chromium's sandbox can't run as root, and the test host doesn't test it.
    ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
    ...switches.filter((name) => !name.startsWith('--remote-debugging') && name !== '--no-sandbox'),
  ];
  const child = spawn(findChromium(), args, { stdio: ['ignore', 'ignore', 'pipe'] });
  const address = await new Promise((resolve, reject) => {
    let output = '';
    child.once('exit', (code) =>
      reject(new Error(`[host] Chromium ended immediately (${code}):\n${output}`)),
    );
    child.stderr.on('data', (chunk) => {
      output = (output + chunk).slice(-20_000);
      const found = /^DevTools listening on (ws:\/\/.*)$/m.exec(output)?.[1];
      if (found) resolve(found);
    });
  });
  const socket = new WebSocket(address);
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve, { once: true });
    socket.addEventListener('error', () => reject(new Error('[host] Chromium does not answer.')), {
      once: true,
    });
  });
  const connection = new Connection(socket);
  const ended = new Promise((resolve) => child.once('exit', resolve));

  return {
    address,
    connection,
    async close() {
      await connection.browser.send('Browser.close').catch(() => undefined);
      const timer = setTimeout(() => child.kill('SIGKILL'), 3_000);
      await ended;
      clearTimeout(timer);
      rmSync(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
    },
    /** Kills Chromium without waiting, because the process is about to exit. */
    kill() {
      child.kill('SIGKILL');
      rmSync(profile, { recursive: true, force: true, maxRetries: 3 });
    },
  };
}

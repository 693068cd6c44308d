import { fork } from 'node:child_process';
import { EventEmitter } from 'node:events';
import { join } from 'node:path';
import { rejectMissingMembers } from '../reject-missing.mjs';
import { app, onExit } from './app.mjs';

const running = new Set();
// Electron's utility processes end with the app.
onExit(() => running.forEach((child) => child.kill('SIGKILL')));

class UtilityProcess extends EventEmitter {
  #child;
  constructor(
    modulePath,
    args,
    { env = process.env, execArgv = [], cwd, stdio = ['ignore', 'inherit', 'inherit'] } = {},
  ) {
    super();
    this.#child = fork(modulePath, args, {
      env,
      cwd,
      execArgv: [...execArgv, '-r', join(import.meta.dirname, 'parent-port.cjs')],
      stdio: [...stdio, 'ipc'],
      serialization: 'advanced',
    });
    running.add(this.#child);
    this.#child.on('spawn', () => this.emit('spawn'));
    this.#child.on('message', (message) => this.emit('message', message));
    this.#child.on('exit', (code) => {
      running.delete(this.#child);
      this.emit('exit', code ?? 1);
    });
  }
  get stderr() {
    return this.#child.stderr;
  }
  get pid() {
    return this.#child.pid;
  }
  postMessage(message) {
    if (this.#child.connected) this.#child.send(message);
  }
  kill() {
    return this.#child.kill('SIGTERM');
  }
}

export const utilityProcess = rejectMissingMembers('utilityProcess', {
  fork(modulePath, args, options) {
    if (!app.isReady()) throw new Error('utilityProcess cannot be created before app is ready.');
    return new UtilityProcess(modulePath, args, options);
  },
});

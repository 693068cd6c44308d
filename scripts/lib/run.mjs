// Runs child processes. No dependencies, because it runs before anything is installed, on Node 20 or newer.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join, delimiter } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const isWindows = process.platform === 'win32';
const bin = join(root, 'node_modules', '.bin');

/** Returns the project's Node 24 if its packages are installed, otherwise the Node that runs this script. */
export function nodeBinary() {
  const own = join(root, 'node_modules', 'node', 'bin', isWindows ? 'node.exe' : 'node');
  return existsSync(own) ? own : process.execPath;
}

/**
 * Returns the environment of every child process. The project's tools come first in PATH, so that Node 24 runs them.
 */
export function childEnvironment(extra = {}) {
  const path = process.env.PATH ?? process.env.Path ?? '';
  return { ...process.env, PATH: `${bin}${delimiter}${path}`, ...extra };
}

function start(command, args, { env = {}, stdio }) {
  return spawn(command, args, {
    cwd: root,
    stdio,
    env: childEnvironment(env),
    // On Windows, npm and the tools in .bin are .cmd files, which only a shell can start. The shell splits
    // arguments at spaces, so paths are relative to the root.
    shell: isWindows && command !== process.execPath && command !== nodeBinary(),
  });
}

const exitCode = (child) =>
  new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => resolve(code ?? (signal ? 1 : 0)));
  });

export function run(command, args, { env = {}, quiet = false } = {}) {
  return exitCode(start(command, args, { env, stdio: quiet ? 'ignore' : 'inherit' }));
}

/** Like `run`, for parallel commands: collects the output, so that it can be printed in one piece. */
export async function runInParallel(command, args) {
  const child = start(command, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  const output = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (bytes) => output.push(bytes));
  return { code: await exitCode(child), output: Buffer.concat(output) };
}

/**
 * Forwards termination signals, so that the child can finish its work. Does nothing on Windows, where the console
 * signals both processes and `kill` would end the child immediately.
 */
export function passOnSignals(child) {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
    process.on(signal, () => {
      if (!isWindows) child.kill(signal);
    });
}

/** Runs a command. If it fails, this process exits with the same code. */
export async function runOrExit(command, args, options) {
  const code = await run(command, args, options);
  if (code !== 0) {
    console.error(`\n${[command, ...args].join(' ')} failed with code ${code}.`);
    process.exit(code);
  }
}

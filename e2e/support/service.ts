import { fork, type ChildProcess } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..', '..');

export const administratorPassword = 'a long test password';

/** The built service with separate data, for one test. */
export interface TestService {
  readonly url: string;
  readonly dataDir: string;
  readonly publishableKey: string;
  /** The secret key, for what an administrator would set up. */
  readonly secretKey: string;
  /** Returns the whole output of the process so far. */
  readonly output: () => string;
  /** Kills the process, like a crash, and starts another one with the same data. */
  readonly crashAndRestart: () => Promise<void>;
  /** Sends a signal to the process. If the signal ends it, resolves when it has ended. */
  readonly signal: (name: 'SIGKILL' | 'SIGUSR2') => Promise<void>;
  /** Stops the process and deletes its data directory. */
  readonly stop: () => Promise<void>;
}

interface Ready {
  readonly type: 'ready';
  readonly url: string;
  readonly publishableKey: string;
}

function launch(
  installation: string,
  dataDir: string,
  port: number,
  environment: Readonly<Record<string, string>>,
  print: (text: string) => void,
): Promise<{ child: ChildProcess; ready: Ready }> {
  // Only the tests use this variable, and the service refuses unknown variables.
  const { CLOVER_LAZY: _forTests, ...inherited } = process.env;
  const child = fork(join(installation, 'out', 'service', 'main.js'), [], {
    cwd: root,
    silent: true,
    env: {
      ...inherited,
      PORT: String(port),
      HOST: '127.0.0.1',
      CLOVER_DATA_DIR: dataDir,
      CLOVER_ADMIN_PASSWORD: administratorPassword,
      ...environment,
    },
  });
  child.stdout?.on('data', (chunk) => print(String(chunk)));
  child.stderr?.on('data', (chunk) => print(String(chunk)));
  return new Promise((resolve, reject) => {
    child.once('exit', (code) =>
      reject(new Error(`The service ended with code ${code} before it was ready.`)),
    );
    child.on('message', (message: Ready | { type: 'failed'; message: string }) =>
      message.type === 'ready' ? resolve({ child, ready: message }) : reject(new Error(message.message)),
    );
  });
}

const ended = (child: ChildProcess) =>
  new Promise<void>((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve();
    child.once('exit', () => resolve());
  });

/**
 * Starts the built service on a free port with these environment variables, and an empty data directory unless they
 * name one.
 * @param installation the folder of the build
 */
export async function startTestService(
  environment: Readonly<Record<string, string>> = {},
  installation: string = root,
): Promise<TestService> {
  const dataDir = environment['CLOVER_DATA_DIR'] ?? (await mkdtemp(join(tmpdir(), 'clover-e2e-')));
  let output = '';
  const print = (text: string) => void (output += text);
  let { child, ready } = await launch(installation, dataDir, 0, environment, print);
  const secrets = JSON.parse(await readFile(join(dataDir, 'secrets.json'), 'utf8')) as { secretKey: string };
  return {
    url: ready.url,
    dataDir,
    publishableKey: ready.publishableKey,
    secretKey: secrets.secretKey,
    output: () => output,
    signal: async (name) => {
      child.kill(name);
      if (name === 'SIGKILL') await ended(child);
    },
    crashAndRestart: async () => {
      child.kill('SIGKILL');
      await ended(child);
      ({ child } = await launch(installation, dataDir, Number(new URL(ready.url).port), environment, print));
    },
    stop: async () => {
      child.kill('SIGTERM');
      await ended(child);
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

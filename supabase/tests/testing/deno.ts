import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const functionsFolder = join(root, 'supabase/functions');

/** Finds the executable of the `deno` package. Returns undefined if it is not installed for this system. */
function findDeno(): string | undefined {
  const name = process.platform === 'win32' ? 'deno.exe' : 'deno';
  const packages = join(root, 'node_modules/@deno');
  const places = existsSync(packages) ? readdirSync(packages).map((folder) => join(packages, folder)) : [];
  return [join(root, 'node_modules/deno'), ...places]
    .map((folder) => join(folder, name))
    .find((path) => existsSync(path));
}
export const denoPath = findDeno();

/** Every folder with an `index.ts` is a deployed function. */
export const functionNames: readonly string[] = readdirSync(functionsFolder)
  .filter((name) => existsSync(join(functionsFolder, name, 'index.ts')))
  .toSorted((one, other) => one.localeCompare(other));

export const configOf = (name: string) => join(functionsFolder, name, 'deno.json');

/** Packages come from our node_modules and never from the network. */
const offlineFlags = ['--node-modules-dir=manual', '--no-remote', '--no-lock'];

const environment = (own: Readonly<Record<string, string>> = {}) => ({
  PATH: process.env['PATH'],
  DENO_DIR: join(root, 'node_modules/.cache/clover-deno'),
  DENO_NO_UPDATE_CHECK: '1',
  NO_COLOR: '1',
  ...own,
});

function denoProgram(): string {
  if (denoPath === undefined) throw new Error('Deno is not installed here');
  return denoPath;
}

/** Type-checks functions with Deno. Resolves to the errors, or to an empty text. */
export async function checkTypes(names: readonly string[]): Promise<string> {
  const [first = ''] = names;
  const entries = names.map((name) => join(functionsFolder, name, 'index.ts'));
  try {
    // Checks all functions in one call: they have the same configuration, and each call loads the compiler again.
    await promisify(execFile)(
      denoProgram(),
      ['check', '--quiet', ...offlineFlags, '--config', configOf(first), ...entries],
      {
        cwd: root,
        env: environment(),
      },
    );
    return '';
  } catch (error) {
    return (error as { stderr?: string }).stderr || String(error);
  }
}

/** Runs a script with one argument and without permissions, and resolves to what it prints. */
export async function runScript(path: string, argument: string): Promise<string> {
  const { stdout } = await promisify(execFile)(
    denoProgram(),
    ['run', '--cached-only', ...offlineFlags, '--no-prompt', '--config', configOf('chat'), path, argument],
    { cwd: root, env: environment() },
  );
  return stdout;
}

/**
 * Killed at exit, so that a failed run leaves no processes. One listener kills all, because Node warns about too many.
 */
const running = new Set<ChildProcess>();
process.once('exit', () => running.forEach((child) => child.kill('SIGKILL')));

export interface DenoFunction {
  /** The URL without a trailing slash. */
  readonly url: string;
  readonly log: () => string;
  readonly stop: () => Promise<void>;
}

/**
 * Serves a function from its `index.ts`, like the hosted runtime, on a free loopback port. It may connect to this
 * machine and read the given variables, and has no other permissions.
 */
export async function startFunction(
  name: string,
  variables: Readonly<Record<string, string>>,
): Promise<DenoFunction> {
  const child: ChildProcess = spawn(
    denoProgram(),
    [
      'run',
      '--cached-only',
      ...offlineFlags,
      '--no-prompt',
      '--allow-net=127.0.0.1,localhost',
      `--allow-env=${Object.keys(variables).join(',')}`,
      '--config',
      configOf(name),
      join(functionsFolder, name, 'index.ts'),
    ],
    {
      cwd: root,
      env: environment({ ...variables, DENO_SERVE_ADDRESS: 'tcp:127.0.0.1:0' }),
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  running.add(child);
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  let output = '';
  const url = await new Promise<string>((resolve, reject) => {
    const read = (text: string) => {
      output += text;
      const address = /Listening on (http:\/\/127\.0\.0\.1:\d+)/.exec(output)?.[1];
      if (address) resolve(address);
    };
    child.stdout?.setEncoding('utf8').on('data', read);
    child.stderr?.setEncoding('utf8').on('data', read);
    void ended.then(() => reject(new Error(`the function ${name} did not start:\n${output}`)));
  });
  return {
    url,
    log: () => output,
    stop: async () => {
      child.kill('SIGKILL');
      await ended;
      running.delete(child);
    },
  };
}

import { spawn, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, readlink, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { root } from '../../lib/run.mjs';
import { waitFor } from './figures.ts';

/** The service from its sources, and the built service with the web app. */
export const sourceService = join(root, 'src/service/main.ts');
export const builtService = join(root, 'out/service/main.js');

interface StartedProcess {
  /** The text that the first group of `ready` matched. */
  readonly value: string;
  readonly process: ChildProcess;
  readonly output: () => string;
}

/**
 * Starts a file in a Node process and waits until `ready` matches its output. If the process fails later, prints its
 * output.
 */
export async function startProcess(
  file: string,
  environment: Readonly<Record<string, string>>,
  ready: RegExp,
): Promise<StartedProcess> {
  const child = spawn(process.execPath, [file], {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const value = await new Promise<string>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text;
        const match = ready.exec(output);
        if (match) resolve(match[1] ?? '');
      });
    child.once('close', () => reject(new Error(`${file} ended before it was ready:\n${output}`)));
  });
  child.once('close', (code) => code && process.stderr.write(output));
  return { value, process: child, output: () => output };
}

/** Ends a process. Resolves to its exit code. */
export async function stopProcess(
  child: ChildProcess,
  signal: NodeJS.Signals = 'SIGTERM',
): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null) {
    const ended = once(child, 'exit');
    child.kill(signal);
    await ended;
  }
  return child.exitCode;
}

/** Creates a client that stores no session, so that one process can have many clients. */
const clientOf = (url: string, key: string): SupabaseClient =>
  createClient(url, key, { auth: { persistSession: false, autoRefreshToken: false } });

export interface ServiceProcess {
  readonly url: string;
  readonly pid: number;
  readonly dataDir: string;
  readonly publishableKey: string;
  /** Signs access tokens for users who exist only in the database. */
  readonly jwtSecret: string;
  readonly admin: SupabaseClient;
  readonly newClient: () => SupabaseClient;
  /** Creates a user with this plan. Resolves to the headers of their session. */
  readonly signIn: (plan: 'starter' | 'professional') => Promise<Readonly<Record<string, string>>>;
  readonly output: () => string;
  /** Resolves to the first log line with this event. */
  readonly logged: (event: string, milliseconds?: number) => Promise<string>;
  /** Resolves to the status and body of /readyz, or the error. */
  readonly readyz: () => Promise<string>;
  readonly isRunning: () => boolean;
  /** Stops the service and deletes a temporary data directory. Resolves to the exit code. */
  readonly stop: (signal?: NodeJS.Signals) => Promise<number | null>;
}

/** Starts the service on a free port, with `CLOVER_DATA_DIR` or a temporary data directory. */
export async function startServiceProcess(
  main: string,
  environment: Readonly<Record<string, string>> = {},
): Promise<ServiceProcess> {
  const dataDir = environment['CLOVER_DATA_DIR'] ?? (await mkdtemp(join(tmpdir(), 'clover-prove-')));
  const isTemporary = environment['CLOVER_DATA_DIR'] === undefined;
  const started = await startProcess(
    main,
    { PORT: '0', HOST: '127.0.0.1', CLOVER_DATA_DIR: dataDir, ...environment },
    /^Clover is ready at (\S+)\n/m,
  );
  const { value: url, process: child, output } = started;
  const secrets = JSON.parse(await readFile(join(dataDir, 'secrets.json'), 'utf8')) as {
    readonly publishableKey: string;
    readonly secretKey: string;
    readonly jwtSecret: string;
  };
  const { publishableKey, jwtSecret } = secrets;
  const admin = clientOf(url, secrets.secretKey);
  return {
    url,
    pid: child.pid ?? 0,
    dataDir,
    publishableKey,
    jwtSecret,
    admin,
    newClient: () => clientOf(url, publishableKey),
    async signIn(plan) {
      const account = { email: `${randomUUID()}@example.test`, password: randomUUID() };
      const created = await admin.auth.admin.createUser({ ...account, email_confirm: true });
      if (created.error) throw created.error;
      const subscription = { user_id: created.data.user.id, plan, source: 'admin' };
      await admin.from('subscriptions').insert(subscription).throwOnError();
      const { data, error } = await clientOf(url, publishableKey).auth.signInWithPassword(account);
      if (error) throw error;
      return { apikey: publishableKey, authorization: `Bearer ${data.session.access_token}` };
    },
    output,
    logged: (event, milliseconds = 15_000) =>
      waitFor(
        () =>
          output()
            .split('\n')
            .find((line) => line.includes(`"event":"${event}"`)),
        milliseconds,
        `the log line ${event}`,
      ),
    readyz: async () => {
      try {
        const response = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(5_000) });
        return `${response.status} ${await response.text()}`;
      } catch (error) {
        return `no response (${error instanceof Error ? error.message : String(error)})`;
      }
    },
    isRunning: () => child.exitCode === null && child.signalCode === null,
    async stop(signal) {
      const code = await stopProcess(child, signal);
      if (isTemporary) await rm(dataDir, { recursive: true, force: true });
      return code;
    },
  };
}

export async function useVendor({ admin }: ServiceProcess, vendorUrl: string): Promise<void> {
  const vendors = () => admin.from('api_vendors');
  await vendors().update({ is_active: false }).eq('is_active', true).throwOnError();
  await vendors()
    .update({ is_active: true, endpoint_url: `${vendorUrl}/v1/chat/completions` })
    .eq('name', 'ollama')
    .throwOnError();
}

export interface Footprint {
  readonly megabytes: number;
  readonly sockets: number;
  readonly cpuMilliseconds: number;
}

/** Linux counts processor time in hundredths of a second. */
const clockTick = 10;

/** Reads the resources that a process uses now. Null on systems without /proc. */
export async function footprintOf(pid: number): Promise<Footprint | null> {
  try {
    const status = await readFile(`/proc/${pid}/status`, 'utf8');
    const kilobytes = Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1]);
    // The name in brackets may contain spaces. After it, fields 12 and 13 are user and system time.
    const fields = (await readFile(`/proc/${pid}/stat`, 'utf8')).split(') ').at(-1)?.split(' ') ?? [];
    const cpuMilliseconds = (Number(fields[11]) + Number(fields[12])) * clockTick;
    const handles = await readdir(`/proc/${pid}/fd`);
    const targets = await Promise.all(
      handles.map((handle) => readlink(`/proc/${pid}/fd/${handle}`).catch(() => '')),
    );
    const sockets = targets.filter((target) => target.startsWith('socket:')).length;
    return { megabytes: Math.round(kilobytes / 1024), sockets, cpuMilliseconds };
  } catch {
    return null;
  }
}

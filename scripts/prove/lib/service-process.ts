import { spawn, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, readlink, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';

/** Of what a process writes to its log, this many characters at its end are kept. */
const LOG_LENGTH = 20_000;

/**
 * Starts a TypeScript file as a process of its own, and resolves to the first line that `isReady` accepts. Its log is
 * shown where it fails, and does not stand between the figures where it works.
 */
export async function startProcess(
  file: string,
  environment: Readonly<Record<string, string>>,
  isReady: (line: string) => boolean,
): Promise<{ readonly line: string; readonly process: ChildProcess }> {
  const child = spawn(process.execPath, [file], {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let log = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    log = (log + text).slice(-LOG_LENGTH);
  });
  child.once('close', (code) => code && process.stderr.write(log));
  for await (const line of createInterface({ input: child.stdout })) {
    if (isReady(line)) {
      child.stdout.resume();
      return { line, process: child };
    }
  }
  throw new Error(`${file} ended before it was ready.`);
}

/** Ends a process and waits until it has ended. */
export async function stopProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
}

export interface ServiceProcess {
  readonly url: string;
  readonly pid: number;
  readonly publishableKey: string;
  /** Signs access tokens: for people who are in the database without having signed up. */
  readonly jwtSecret: string;
  /** Acts with the secret key. */
  readonly admin: SupabaseClient;
  /** Signs a new person with this plan in; resolves to the headers that act for him. */
  readonly signIn: (plan: 'starter' | 'professional') => Promise<Readonly<Record<string, string>>>;
  readonly stop: () => Promise<void>;
}

/** Makes a server that speaks OpenAI's protocol the vendor that answers. */
export async function answerFrom({ admin }: ServiceProcess, vendorUrl: string): Promise<void> {
  const vendors = () => admin.from('api_vendors');
  await vendors().update({ is_active: false }).eq('is_active', true);
  const { error } = await vendors()
    .update({ is_active: true, endpoint_url: `${vendorUrl}/v1/chat/completions` })
    .eq('name', 'ollama');
  if (error) throw new Error(error.message);
}

/** The service as it ships, in a process and a data directory of its own, on a free port. */
export async function startServiceProcess(
  main: string,
  more: Readonly<Record<string, string>> = {},
): Promise<ServiceProcess> {
  const dataDir = await mkdtemp(join(tmpdir(), 'clover-prove-'));
  const ready = /^Clover is ready at (\S+)$/;
  const environment = { PORT: '0', HOST: '127.0.0.1', CLOVER_DATA_DIR: dataDir, ...more };
  const { line, process: child } = await startProcess(main, environment, (text) => ready.test(text));
  const url = ready.exec(line)?.[1] ?? '';
  const secrets = JSON.parse(await readFile(join(dataDir, 'secrets.json'), 'utf8')) as {
    readonly publishableKey: string;
    readonly secretKey: string;
    readonly jwtSecret: string;
  };
  const clientWith = (key: string) =>
    createClient(url, key, { auth: { persistSession: false, autoRefreshToken: false } });
  const admin = clientWith(secrets.secretKey);
  return {
    url,
    pid: child.pid ?? 0,
    publishableKey: secrets.publishableKey,
    jwtSecret: secrets.jwtSecret,
    admin,
    async signIn(plan) {
      const [email, password] = [`${randomUUID()}@example.test`, randomUUID()];
      const made = await admin.auth.admin.createUser({ email, password, email_confirm: true });
      if (made.error) throw made.error;
      const { error } = await admin
        .from('subscriptions')
        .insert({ user_id: made.data.user.id, plan, source: 'admin' });
      if (error) throw new Error(error.message);
      const client = clientWith(secrets.publishableKey);
      const session = await client.auth.signInWithPassword({ email, password });
      if (session.error) throw session.error;
      return {
        apikey: secrets.publishableKey,
        authorization: `Bearer ${session.data.session.access_token}`,
      };
    },
    async stop() {
      await stopProcess(child);
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

export interface Footprint {
  readonly megabytes: number;
  readonly sockets: number;
  /** Time on a processor since the start. */
  readonly cpuMilliseconds: number;
}

/** Linux counts processor time in hundredths of a second. */
const clockTick = 10;

/** What a process uses now; null where the system does not tell. */
export async function footprintOf(pid: number): Promise<Footprint | null> {
  try {
    const status = await readFile(`/proc/${pid}/status`, 'utf8');
    const kilobytes = Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1]);
    // After the name in brackets, which may hold blanks: the 12th and 13th field are user and system time.
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

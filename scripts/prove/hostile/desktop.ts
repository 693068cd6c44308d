import { fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { mkdtemp, readFile } from 'node:fs/promises';
import { request } from 'node:http';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ownerHeader, ownerSessionPath } from '../../../src/shared/service/owner.ts';
import type { Attack } from './target.ts';

const main = join(import.meta.dirname, '..', '..', '..', 'src', 'service', 'main.ts');

/** The service as the desktop app starts it. Another program on the same computer attacks it. */
interface DesktopService {
  readonly url: string;
  readonly key: string;
  readonly pid: number;
  readonly secret: string;
  readonly output: () => string;
}

async function startDesktopService(): Promise<DesktopService> {
  const folder = await mkdtemp(join(tmpdir(), 'clover-prove-owner-'));
  const secret = randomBytes(32).toString('base64url');
  const child = fork(main, {
    silent: true,
    env: {
      PATH: process.env['PATH'] ?? '',
      HOST: '127.0.0.1',
      PORT: '0',
      CLOVER_DATA_DIR: folder,
      CLOVER_OWNER: 'true',
    },
  });
  process.once('exit', () => {
    child.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  });
  let output = '';
  const streams = [child.stdout, child.stderr] as (Socket | null)[];
  for (const stream of streams) stream?.on('data', (text) => (output += String(text)));
  child.send({ type: 'owner', secret });
  const [message] = (await once(child, 'message')) as [
    { readonly type: string; readonly url: string; readonly publishableKey: string },
  ];
  if (message.type !== 'ready') throw new Error(`The owner's service did not start: ${output}`);
  // An open handle would keep the proof running.
  for (const handle of [child, child.channel, ...streams]) handle?.unref();
  const { url, publishableKey: key } = message;
  return { url, key, pid: child.pid ?? 0, secret, output: () => output };
}

let started: Promise<DesktopService> | undefined;

/** Runs an attack on this service. Resolves to the different responses, each with its count. */
const onDesktopService =
  (attack: (computer: DesktopService) => Promise<readonly string[]>) => async (): Promise<string> => {
    const seen = await attack(await (started ??= startDesktopService()));
    return [...new Set(seen)]
      .map((one) => `${seen.filter((other) => other === one).length}x ${one}`)
      .join(', ');
  };

const paths = [
  ['GET', '/config.json'],
  ['GET', '/readyz'],
  ['GET', '/_mailbox'],
  ['POST', '/auth/v1/signup'],
  ['POST', '/auth/v1/token?grant_type=password'],
  ['POST', '/auth/v1/otp'],
  ['POST', '/auth/v1/recover'],
  ['GET', '/auth/v1/verify?type=recovery&token=x'],
  ['GET', '/auth/v1/admin/users'],
  ['GET', '/rest/v1/chat_history'],
  ['POST', '/rest/v1/rpc/current_plan'],
  ['POST', '/functions/v1/chat/completions'],
  ['GET', '/functions/v1/models'],
  ['POST', ownerSessionPath],
] as const;

const callAll = ({ url, key }: DesktopService, headers: Readonly<Record<string, string>>) =>
  Promise.all(
    paths.map(async ([method, path]) => {
      const answer = await fetch(url + path, { method, headers: { apikey: key, ...headers } });
      return `${answer.status} ${await answer.text()}`;
    }),
  );

/** Resolves to the status of the response to a WebSocket handshake, or how the connection ended. */
const openSocket = ({ url, key }: DesktopService, headers: Readonly<Record<string, string>>) =>
  new Promise<string>((resolve) => {
    const opening = request(`${url}/realtime/v1/websocket?apikey=${key}&vsn=1.0.0`, {
      headers: {
        connection: 'Upgrade',
        upgrade: 'websocket',
        'sec-websocket-version': '13',
        'sec-websocket-key': randomBytes(16).toString('base64'),
        origin: 'app://clover',
        ...headers,
      },
    });
    const done = ({ statusCode }: { readonly statusCode?: number | undefined }) => {
      opening.destroy();
      resolve(String(statusCode));
    };
    opening
      .once('response', done)
      .once('upgrade', done)
      .once('error', () => resolve('closed'))
      .end();
  });

const refused = /^14x 404 {"message":"Not found"}$/;

/** Attacks by another program on the same computer on the desktop app's service. */
export const desktopAttacks: readonly Attack[] = [
  {
    name: "a program calls every path of the owner's service",
    run: onDesktopService((computer) => callAll(computer, {})),
    expected: refused,
  },
  {
    name: "a program pretends to be the owner's window by its origin",
    run: onDesktopService((computer) => callAll(computer, { origin: 'app://clover' })),
    expected: refused,
  },
  {
    name: "a program guesses the secret of the owner's window",
    run: onDesktopService(async (computer) => {
      const attempts = ['', 'x', computer.key, computer.secret.slice(0, -1), `${computer.secret}, x`];
      const answers = await Promise.all(attempts.map((guess) => callAll(computer, { [ownerHeader]: guess })));
      return answers.flat();
    }),
    expected: /^70x 404 {"message":"Not found"}$/,
  },
  {
    name: "a program opens the live connection of the owner's service",
    run: onDesktopService(async (computer) =>
      Promise.all([openSocket(computer, {}), openSocket(computer, { [ownerHeader]: 'x' })]),
    ),
    expected: /^2x 403$/,
  },
  {
    name: "a page of another site sends a preflight to the owner's service",
    run: onDesktopService(async ({ url }) => {
      const answer = await fetch(`${url}/rest/v1/chat_history`, {
        method: 'OPTIONS',
        headers: {
          origin: 'https://evil.example',
          'access-control-request-method': 'GET',
          'access-control-request-headers': ownerHeader,
        },
      });
      return [`${answer.status} allowed: ${answer.headers.get('access-control-allow-origin')}`];
    }),
    expected: /^1x 204 allowed: null$/,
  },
  {
    name: 'a program looks for the secret in arguments, variables and output',
    run: onDesktopService(async ({ pid, secret, output }) => {
      const places = await Promise.all(
        ['cmdline', 'environ'].map((file) => readFile(`/proc/${pid}/${file}`, 'utf8').catch(() => '')),
      );
      return [...places, output()].map((text) => (text.includes(secret) ? 'found' : 'not there'));
    }),
    expected: /^3x not there$/,
  },
];

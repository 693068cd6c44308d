import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, request as send, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ownerHeader, ownerSessionPath } from '../../shared/service/owner.ts';
import { parseEnvironment } from '../environment.ts';
import { silentLog } from '../log.ts';
import { start, type RunningService } from '../start.ts';

const root = join(import.meta.dirname, '..', '..', '..');
const places = {
  web: join(root, 'out', 'web'),
  migrations: join(root, 'supabase', 'migrations'),
  seed: join(root, 'supabase', 'seed.sql'),
  template: join(root, 'out', 'template'),
};
const secret = 'a secret of this start, 32 bytes';

let directory: string;
let service: RunningService;
let blocker: ReturnType<typeof createServer>;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'clover-owner-'));
  blocker = createServer().listen(0, '127.0.0.1');
  await once(blocker, 'listening');
  const { port } = blocker.address() as AddressInfo;
  service = await start(
    parseEnvironment({ PORT: String(port), CLOVER_DATA_DIR: directory, CLOVER_OWNER: 'true' }),
    places,
    silentLog,
    { ownerSecret: secret },
  );
}, 120_000);
afterAll(async () => {
  await service.close();
  blocker.close();
  await rm(directory, { recursive: true, force: true });
});

const open = { [ownerHeader]: secret };
interface Call {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}
const call = (path: string, { method = 'POST', headers = open, body }: Call = {}) =>
  fetch(service.url + path, {
    method,
    headers: { apikey: service.publishableKey, 'content-type': 'application/json', ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
const upgrade = async (headers: Readonly<Record<string, string>>): Promise<number> => {
  const url = `${service.url}/realtime/v1/websocket?apikey=${service.publishableKey}&vsn=1.0.0`;
  const opening = send(url, {
    headers: {
      connection: 'Upgrade',
      upgrade: 'websocket',
      'sec-websocket-version': '13',
      'sec-websocket-key': Buffer.alloc(16).toString('base64'),
      origin: 'app://clover',
      ...headers,
    },
  });
  opening.on('error', () => undefined).end();
  const status = new Promise<number>((resolve) => {
    opening.once('response', ({ statusCode = 0 }) => resolve(statusCode));
    opening.once('upgrade', ({ statusCode = 0 }: IncomingMessage) => resolve(statusCode));
  });
  return status.finally(() => opening.destroy());
};
const openSession = async () =>
  (await (await call(ownerSessionPath)).json()) as {
    readonly access_token: string;
    readonly refresh_token: string;
    readonly user: { readonly id: string };
  };

describe("a program on the computer that lacks this start's secret", () => {
  it.each([
    ['GET', '/config.json'],
    ['GET', '/'],
    ['GET', '/healthz'],
    ['GET', '/readyz'],
    ['GET', '/metrics'],
    ['GET', '/_mailbox'],
    ['GET', '/auth/v1/settings'],
    ['GET', '/auth/v1/verify?token=x&type=magiclink'],
    ['POST', '/auth/v1/signup'],
    ['POST', '/auth/v1/token?grant_type=refresh_token'],
    ['GET', '/rest/v1/chat_history'],
    ['POST', '/functions/v1/chat/completions'],
    ['POST', ownerSessionPath],
  ])('gets a 404 from %s %s', async (method, path) => {
    for (const headers of [{}, { [ownerHeader]: '' }, { [ownerHeader]: secret.replace('a', 'b') }]) {
      const answer = await call(path, { method, headers });
      expect([answer.status, await answer.json()]).toEqual([404, { message: 'Not found' }]);
    }
  });

  it('cannot open a websocket, but the app can', async () => {
    expect(await upgrade({})).toBe(403);
    expect(await upgrade({ [ownerHeader]: `${secret}.` })).toBe(403);
    expect(await upgrade(open)).toBe(101);
  });
});

describe('the owner', () => {
  it('is signed in without a password, to the same account each time', async () => {
    const first = await openSession();
    const second = await openSession();
    expect(second.user.id).toBe(first.user.id);
    const client = createClient(service.url, service.publishableKey, {
      auth: { persistSession: false, autoRefreshToken: false },
      global: { headers: open },
    });
    const { error } = await client.auth.setSession(second);
    expect(error).toBeNull();
    expect((await client.auth.refreshSession()).error).toBeNull();
    expect(
      (await client.auth.updateUser({ data: { name: 'Robin' } })).data.user?.user_metadata,
    ).toMatchObject({ name: 'Robin' });
    expect((await client.rpc('has_role', { role_name: 'admin' })).data).toBe(true);
    expect((await client.rpc('current_plan')).data).toBe('professional');
    const path = `${first.user.id}/${randomUUID()}`;
    const uploaded = await client.storage.from('attachments').upload(path, Buffer.from('Hello'), {
      contentType: 'text/plain',
    });
    expect(uploaded.error).toBeNull();
  });

  it.each([
    ['a sign-up', 'POST', '/auth/v1/signup', { email: 'eve@example.org', password: 'a good password' }],
    ['a guest', 'POST', '/auth/v1/signup', {}],
    ['a password', 'POST', '/auth/v1/token?grant_type=password', { email: 'a@example.org', password: 'x' }],
    ['a code', 'POST', '/auth/v1/otp', { email: 'owner@clover.local' }],
    ['a magic link', 'POST', '/auth/v1/magiclink', { email: 'owner@clover.local' }],
    ['a recovery', 'POST', '/auth/v1/recover', { email: 'owner@clover.local' }],
    ['an emailed link', 'GET', '/auth/v1/verify?token=x&type=recovery', undefined],
    ['a new password', 'PUT', '/auth/v1/user', { password: 'another password' }],
    ['a new email', 'PUT', '/auth/v1/user', { email: 'eve@example.org' }],
    ['a new email of the wrong type', 'PUT', '/auth/v1/user', { email: ['eve@example.org'] }],
    ['a second factor', 'POST', '/auth/v1/factors', { factor_type: 'totp' }],
    ['the sign-out everywhere', 'POST', '/auth/v1/logout?scope=global', undefined],
    ['the sign-out', 'POST', '/auth/v1/logout?scope=local', undefined],
    ['the end of a session', 'POST', '/rest/v1/rpc/end_session', { session_id: randomUUID() }],
    ['the end of the account', 'POST', '/functions/v1/account/delete', { confirm: 'delete my account' }],
    ['a key for other programs', 'POST', '/functions/v1/account/api-keys/create', { name: 'x' }],
    ['an administrator of accounts', 'POST', '/auth/v1/admin/users', { email: 'eve@example.org' }],
  ])('is refused %s', async (_what, method, path, body) => {
    const { access_token: token } = await openSession();
    const answer = await call(path, {
      method,
      headers: { ...open, authorization: `Bearer ${token}` },
      body,
    });
    expect(answer.status).toBe(403);
    expect(await answer.json()).toMatchObject({
      message: expect.stringContaining('on this computer'),
    });
  });

  it('has no mailbox and no web app, even with the secret', async () => {
    for (const path of ['/_mailbox', '/config.json', '/']) {
      const answer = await call(path, { method: 'GET' });
      expect(answer.status).toBe(404);
      await answer.body?.cancel();
    }
    expect(service.mailboxToken).toBeNull();
  });
});

it('uses another port if its last one is taken, and requires a secret to start', async () => {
  expect(new URL(service.url).port).not.toBe(String((blocker.address() as AddressInfo).port));
  const environment = parseEnvironment({ PORT: '0', CLOVER_DATA_DIR: directory, CLOVER_OWNER: 'true' });
  await expect(start(environment, places, silentLog)).rejects.toThrow(
    'CLOVER_OWNER can only be set by the desktop app',
  );
});

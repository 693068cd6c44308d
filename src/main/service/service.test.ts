import { EventEmitter } from 'node:events';
import { createServer, type Server } from 'node:http';
import { createServer as createNetServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { configuredService } from './choose-service.ts';
import { startEmbeddedService } from './embedded-service.ts';
import { serviceEnvironment } from './environment.ts';
import { createHostedService } from './hosted-service.ts';
import { chooseLoopbackPort } from './loopback-port.ts';
import type { ServiceProcess } from './supervisor.ts';

const ownerPassword = 'a-password-of-this-installation-only';

/** The embedded service's auth, as far as the owner's sign-in needs it, on the port that main chose. */
class FakeService extends EventEmitter implements ServiceProcess {
  readonly #server: Server;
  answer: { status: number; body: unknown } = {
    status: 200,
    body: { access_token: 'access', refresh_token: 'refresh', user: {} },
  };
  received: { url: string | undefined; apikey: unknown; body: string }[] = [];
  constructor({ PORT, HOST }: Record<string, string>, ownerEmail: string | undefined) {
    super();
    this.#server = createServer((request, response) => {
      let body = '';
      request.on('data', (chunk) => (body += chunk));
      request.on('end', () => {
        this.received.push({ url: request.url, apikey: request.headers['apikey'], body });
        response
          .writeHead(this.answer.status, { 'content-type': 'application/json' })
          .end(JSON.stringify(this.answer.body));
      });
    });
    this.#server.listen(Number(PORT), HOST, () =>
      this.emit('message', {
        type: 'ready',
        url: `http://elsewhere.example:${PORT}`,
        publishableKey: 'publishable',
        ownerEmail,
      }),
    );
  }
  postMessage(): void {
    this.#server.close(() => this.emit('exit', 0));
  }
  kill(): boolean {
    this.#server.close();
    return true;
  }
}

let fake: FakeService;
let ports: number[];
const embedded = (ownerEmail: string | undefined = 'owner@clover.local') =>
  startEmbeddedService({
    installationId: 'installation',
    ownerPassword,
    dataDirectory: '/data/service',
    preferredPort: undefined,
    onPort: (port) => ports.push(port),
    environment: {},
    fork: (environment) => (fake = new FakeService(environment, ownerEmail)),
    fetch,
  });

let stop: (() => Promise<void>) | undefined;
beforeEach(() => {
  ports = [];
});
afterEach(async () => {
  await stop?.();
  stop = undefined;
});

describe('the service inside the app', () => {
  it('is reached on this computer alone, at the origin that the page may talk to', async () => {
    const service = await embedded();
    ({ stop } = service);
    expect(service.origin).toBe(`http://127.0.0.1:${ports[0]}`);
    expect(await service.connect()).toStrictEqual({ url: service.origin, publishableKey: 'publishable' });
  });

  it('signs its owner in with the credential of the installation and hands out the session only', async () => {
    const service = await embedded();
    ({ stop } = service);
    expect(await service.openOwnerSession()).toStrictEqual({
      accessToken: 'access',
      refreshToken: 'refresh',
    });
    expect(fake.received).toStrictEqual([
      {
        url: '/auth/v1/token?grant_type=password',
        apikey: 'publishable',
        body: JSON.stringify({ email: 'owner@clover.local', password: ownerPassword }),
      },
    ]);
  });

  it.each([
    ['a refusal', { status: 400, body: { message: `wrong: ${ownerPassword}` } }],
    ['an unknown answer', { status: 200, body: { ownerPassword } }],
  ])('tells nothing of the credential after %s', async (_name, answer) => {
    const service = await embedded();
    ({ stop } = service);
    await service.connect();
    fake.answer = answer;
    const failure = service.openOwnerSession();
    await expect(failure).rejects.toThrow("The owner's sign-in was");
    await expect(failure).rejects.not.toThrow(ownerPassword);
  });

  it('has the same identity on any port, so that keys in the keychain are found again', async () => {
    const services = await Promise.all([embedded(), embedded()]);
    stop = async () => void (await Promise.all(services.map((one) => one.stop())));
    expect(services[0].origin).not.toBe(services[1].origin);
    expect(services[0].identity).toBe('embedded:installation');
    expect(services[1].identity).toBe('embedded:installation');
  });

  it('hands on its own settings and what a process needs, and no other variable', () => {
    const environment = serviceEnvironment(
      {
        PATH: '/bin',
        HOME: '/home/me',
        CLOVER_DATABASE_URL: 'postgres://x',
        CLOVER_SMTP_URL: 'smtp://x',
        NODE_OPTIONS: '--inspect',
      },
      { port: 4321, dataDirectory: '/data', ownerPassword },
    );
    expect(environment).toStrictEqual({
      PATH: '/bin',
      HOME: '/home/me',
      HOST: '127.0.0.1',
      PORT: '4321',
      CLOVER_DATA_DIR: '/data',
      CLOVER_OWNER_PASSWORD: ownerPassword,
    });
  });
});

describe('the port', () => {
  it('is the one of the last start while it is free, and another when it is not', async () => {
    const first = await chooseLoopbackPort();
    expect(await chooseLoopbackPort(first)).toBe(first);
    const taken = createNetServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => taken.once('listening', resolve));
    const { port } = taken.address() as AddressInfo;
    const other = await chooseLoopbackPort(port);
    expect(other).not.toBe(port);
    expect(other).toBeGreaterThan(1023);
    taken.close();
  });
});

describe('a hosted service', () => {
  it('is reached by https, has no owner and needs no start [DESK-007]', async () => {
    const service = createHostedService({ url: 'https://x.supabase.example/', publishableKey: 'key' });
    expect(service.origin).toBe('https://x.supabase.example');
    expect(await service.connect()).toStrictEqual({
      url: 'https://x.supabase.example',
      publishableKey: 'key',
    });
    expect(await service.openOwnerSession()).toBeNull();
    expect(service.state()).toStrictEqual({ kind: 'ready' });
  });

  it.each(['http://x.supabase.example', 'http://192.168.1.5:3000', 'http://127.0.0.1.evil.example'])(
    'is refused in the open: %s',
    (url) => {
      expect(() => createHostedService({ url, publishableKey: 'key' })).toThrow('must start with https://');
    },
  );

  it('may run on this computer without encryption', () => {
    expect(createHostedService({ url: 'http://localhost:3000', publishableKey: 'key' }).origin).toBe(
      'http://localhost:3000',
    );
  });

  it('is chosen by the environment before the settings, and by neither when nothing is configured', () => {
    const settings = { service: { url: 'https://a.example', publishableKey: 'a' } };
    const environment = { CLOVER_SUPABASE_URL: 'https://b.example', CLOVER_SUPABASE_KEY: 'b' };
    expect(configuredService(settings, environment)).toStrictEqual({
      url: 'https://b.example',
      publishableKey: 'b',
    });
    expect(configuredService(settings, {})).toStrictEqual({ url: 'https://a.example', publishableKey: 'a' });
    expect(configuredService({}, {})).toBeNull();
  });

  it('is not quietly replaced by the one inside the app when half of it is configured', () => {
    expect(() => configuredService({}, { CLOVER_SUPABASE_URL: 'https://b.example' })).toThrow(
      'CLOVER_SUPABASE_KEY',
    );
  });
});

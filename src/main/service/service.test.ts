import { EventEmitter } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { configuredService } from './choose-service.ts';
import { startEmbeddedService } from './embedded-service.ts';
import { serviceEnvironment } from './environment.ts';
import { createHostedService } from './hosted-service.ts';
import type { ServiceProcess } from './supervisor.ts';

/** A fake of the embedded service on the requested port. It only opens the owner's session. */
class FakeService extends EventEmitter implements ServiceProcess {
  readonly #server: Server;
  readonly posted: unknown[] = [];
  answer: { status: number; body: unknown } = {
    status: 200,
    body: { access_token: 'access', refresh_token: 'refresh', user: {} },
  };
  received: { call: string; secret: unknown }[] = [];
  constructor({ PORT, HOST }: Record<string, string>, gotPort = Number(PORT)) {
    super();
    this.#server = createServer((request, response) => {
      this.received.push({
        call: `${request.method} ${request.url}`,
        secret: request.headers['x-clover-owner'],
      });
      response
        .writeHead(this.answer.status, { 'content-type': 'application/json' })
        .end(JSON.stringify(this.answer.body));
    });
    this.#server.listen(gotPort, HOST, () => {
      const { port } = this.#server.address() as AddressInfo;
      const url = `http://elsewhere.example:${port}`;
      this.emit('message', { type: 'ready', url, publishableKey: 'publishable' });
    });
  }
  get secret(): unknown {
    return (this.posted[0] as { readonly secret?: unknown }).secret;
  }
  postMessage(message: { readonly type: string }): void {
    this.posted.push(message);
    if (message.type === 'stop') this.#server.close(() => this.emit('exit', 0));
  }
  crash(): void {
    this.#server.close();
    this.emit('exit', 139);
  }
  kill(): boolean {
    this.#server.close();
    return true;
  }
}

let fakes: FakeService[];
let environments: Record<string, string>[];
let ports: number[];
/** The backup that the owner wants restored. */
let restore: string | null;
let problems: string[];
/** @param gotPort the port that the service uses instead of the requested one; 0 means any */
const embedded = (preferredPort?: number, gotPort?: number) =>
  startEmbeddedService({
    installationId: 'installation',
    dataDirectory: '/data/service',
    preferredPort,
    onPort: (port) => ports.push(port),
    restore: { read: () => restore, clear: () => void (restore = null) },
    onNotRestored: (problem) => problems.push(problem),
    environment: {},
    fork: (environment) => {
      const fake = new FakeService(environment, gotPort);
      environments.push(environment);
      fakes.push(fake);
      return fake;
    },
    fetch,
  });

let stop: (() => Promise<void>) | undefined;
beforeEach(() => {
  fakes = [];
  environments = [];
  ports = [];
  restore = null;
  problems = [];
});
afterEach(async () => {
  await stop?.();
  stop = undefined;
});

describe('the embedded service', () => {
  it('is reachable only on this computer, at the origin that the page may use', async () => {
    const service = await embedded();
    ({ stop } = service);
    const origin = service.origin();
    expect(await service.connect()).toStrictEqual({ url: origin, publishableKey: 'publishable' });
    expect(origin).toBe(`http://127.0.0.1:${ports[0]}`);
  });

  it('prefers the port of the last start, and uses another one if it is taken', async () => {
    const service = await embedded(4321, 0);
    ({ stop } = service);
    let moves = 0;
    service.onMoved(() => (moves += 1));
    expect(environments[0]).toMatchObject({ PORT: '4321' });
    expect(service.origin()).toBe('http://127.0.0.1:4321');
    const { url } = await service.connect();
    expect(url).not.toBe('http://127.0.0.1:4321');
    expect([service.origin(), moves]).toStrictEqual([url, 1]);
    expect(url).toBe(`http://127.0.0.1:${ports[0]}`);
  });

  it('gets the backup to restore until it reports that the restore has ended, so that an interrupted one is repeated', async () => {
    restore = '2026-11-21T18-30-00.000Z';
    vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    const service = await embedded();
    ({ stop } = service);
    fakes[0]?.crash();
    await vi.waitFor(() => expect(fakes).toHaveLength(2));
    fakes[1]?.emit('message', { type: 'restored', problem: 'The backup is damaged.' });
    expect([restore, problems]).toEqual([null, ['The backup is damaged.']]);
    fakes[1]?.crash();
    await service.connect();
    expect(fakes.map(({ posted: [first] }) => first)).toMatchObject([
      { restore: '2026-11-21T18-30-00.000Z' },
      { restore: '2026-11-21T18-30-00.000Z' },
      { restore: null },
    ]);
  });

  it('opens the database without the restore at the next start if the process crashes in every restore', async () => {
    restore = '2026-11-21T18-30-00.000Z';
    const service = await embedded();
    ({ stop } = service);
    fakes[0]?.emit('message', { type: 'failed', message: 'The disk is full.' });
    expect(restore).toBeNull();
  });

  it("opens an owner session with this start's secret, and returns only the session", async () => {
    const service = await embedded();
    ({ stop } = service);
    expect(await service.openOwnerSession()).toStrictEqual({
      accessToken: 'access',
      refreshToken: 'refresh',
    });
    const [fake] = fakes;
    expect(fake?.received).toStrictEqual([{ call: 'POST /owner/v1/session', secret: fake?.secret }]);
  });

  it('has a new secret for each process, and sends it only while that process is running', async () => {
    const service = await embedded();
    ({ stop } = service);
    expect(service.accessHeaders()).toBeNull();
    await service.connect();
    const { secret: first } = fakes[0]!;
    expect(String(first)).toMatch(/^[\w-]{43}$/);
    expect(service.accessHeaders()).toStrictEqual({ 'x-clover-owner': first });
    expect(JSON.stringify(environments)).not.toContain(first);

    vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    fakes[0]?.crash();
    expect(service.accessHeaders()).toBeNull();
    await service.connect();
    const { secret: second } = fakes[1]!;
    expect(second).not.toBe(first);
    expect(service.accessHeaders()).toStrictEqual({ 'x-clover-owner': second });
  });

  it.each([
    ['a refusal', { status: 404, body: { message: 'what was sent' } }],
    ['an unknown response', { status: 200, body: 'what was sent' }],
  ])('does not repeat the response in the error after %s', async (_name, answer) => {
    const service = await embedded();
    ({ stop } = service);
    await service.connect();
    Object.assign(fakes[0]!, { answer });
    const failure = service.openOwnerSession();
    await expect(failure).rejects.toThrow("The owner's session was");
    await expect(failure).rejects.not.toThrow('what was sent');
  });

  it('has the same identity on any port, because keys in the keychain are bound to it', async () => {
    const services = await Promise.all([embedded(undefined, 0), embedded(undefined, 0)]);
    stop = async () => void (await Promise.all(services.map((one) => one.stop())));
    const [first, second] = await Promise.all(services.map((one) => one.connect()));
    expect(first?.url).not.toBe(second?.url);
    expect(services.map(({ identity }) => identity)).toStrictEqual([
      'embedded:installation',
      'embedded:installation',
    ]);
  });

  it('receives only its own settings and what every process needs', () => {
    const environment = serviceEnvironment(
      {
        PATH: '/bin',
        HOME: '/home/me',
        CLOVER_DATABASE_URL: 'postgres://x',
        CLOVER_SMTP_URL: 'smtp://x',
        NODE_OPTIONS: '--inspect',
      },
      { port: 4321, dataDirectory: '/data' },
    );
    expect(environment).toStrictEqual({
      PATH: '/bin',
      HOME: '/home/me',
      HOST: '127.0.0.1',
      PORT: '4321',
      CLOVER_DATA_DIR: '/data',
      CLOVER_OWNER: 'true',
    });
  });
});

describe('a hosted service', () => {
  it('uses https, has no owner and is not started by the app [DESK-007]', async () => {
    const service = createHostedService({ url: 'https://x.supabase.example/', publishableKey: 'key' });
    expect(service.origin()).toBe('https://x.supabase.example');
    expect(service.accessHeaders()).toStrictEqual({});
    expect(await service.connect()).toStrictEqual({
      url: 'https://x.supabase.example',
      publishableKey: 'key',
    });
    expect(await service.openOwnerSession()).toBeNull();
    expect(service.state()).toStrictEqual({ kind: 'ready' });
  });

  it.each(['http://x.supabase.example', 'http://192.168.1.5:3000', 'http://127.0.0.1.evil.example'])(
    'is refused without encryption: %s',
    (url) => {
      expect(() => createHostedService({ url, publishableKey: 'key' })).toThrow('must start with https://');
    },
  );

  it('may run on this computer without encryption', () => {
    expect(createHostedService({ url: 'http://localhost:3000', publishableKey: 'key' }).origin()).toBe(
      'http://localhost:3000',
    );
  });

  it('is set by the environment, then by the settings, and otherwise not used', () => {
    const settings = { service: { url: 'https://a.example', publishableKey: 'a' } };
    const environment = { CLOVER_SUPABASE_URL: 'https://b.example', CLOVER_SUPABASE_KEY: 'b' };
    expect(configuredService(settings, environment)).toStrictEqual({
      url: 'https://b.example',
      publishableKey: 'b',
    });
    expect(configuredService(settings, {})).toStrictEqual({ url: 'https://a.example', publishableKey: 'a' });
    expect(configuredService({}, {})).toBeNull();
  });

  it('is not silently replaced by the embedded service if it is partly configured', () => {
    expect(() => configuredService({}, { CLOVER_SUPABASE_URL: 'https://b.example' })).toThrow(
      'CLOVER_SUPABASE_KEY',
    );
  });
});

import { describe, expect, it } from 'vitest';
import { guardFetch } from '../providers/outbound.ts';
import { checkServiceAddress } from './check-address.ts';

const config = { supabaseUrl: 'https://chat.example.org', supabaseKey: 'publishable' };
/** A static host: it returns the page for every path, and its data service has another URL. */
const behind = { ...config, supabaseUrl: 'https://data.example.org' };
const health = { status: 'ok' };

interface Answers {
  readonly config?: unknown;
  readonly health?: unknown;
  readonly status?: number;
}

const check = async (address: string, answers: Answers = {}) => {
  const requested: string[] = [];
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const url = new URL(input as string);
    const key = new Headers(init?.headers).get('apikey') ?? '';
    requested.push(`${init?.method ?? 'GET'} ${url.href} ${key}`.trim());
    const { config: shownConfig = config, health: state = health, status = 200 } = answers;
    const body = url.pathname === '/config.json' ? shownConfig : state;
    return new Response(typeof body === 'string' ? body : JSON.stringify(body), { status });
  };
  return { requested, result: await checkServiceAddress(address, guardFetch(fetch)) };
};

describe('the URL of a service', () => {
  it.each(['https://chat.example.org', ' chat.example.org ', 'https://chat.example.org/signin?x=1'])(
    'is found for %j, with the URL of its data service',
    async (address) => {
      const { requested, result } = await check(address);
      expect(result).toStrictEqual({
        service: {
          url: config.supabaseUrl,
          publishableKey: 'publishable',
          address: 'https://chat.example.org',
        },
      });
      expect(requested).toEqual([
        'GET https://chat.example.org/config.json',
        'GET https://chat.example.org/healthz',
      ]);
    },
  );

  it('may serve only the page: then its data service is checked with the publishable key', async () => {
    const { requested, result } = await check('chat.example.org', {
      config: behind,
      health: { name: 'GoTrue' },
    });
    expect(result).toMatchObject({ service: { url: 'https://data.example.org' } });
    expect(requested).toEqual([
      'GET https://chat.example.org/config.json',
      'GET https://data.example.org/auth/v1/health publishable',
    ]);
  });

  it("is refused, with the data service's host name, if the data service does not respond", async () => {
    const answer = (health: () => Promise<Response>) => (input: unknown) =>
      String(input).endsWith('/config.json') ? Promise.resolve(Response.json(behind)) : health();
    const paused = answer(async () => new Response('paused', { status: 503 }));
    expect(await checkServiceAddress('chat.example.org', paused)).toMatchObject({
      reason: expect.stringContaining('it is not ready') as string,
    });
    const unreachable = answer(() => Promise.reject(new TypeError('ENOTFOUND')));
    expect(await checkServiceAddress('chat.example.org', unreachable)).toMatchObject({
      reason: expect.stringMatching(/^data\.example\.org did not respond/) as string,
    });
  });

  it('may be on this computer without encryption', async () => {
    const local = { supabaseUrl: 'http://127.0.0.1:3000', supabaseKey: 'publishable' };
    expect((await check('http://127.0.0.1:3000', { config: local })).result).toHaveProperty('service');
  });

  it.each([
    '',
    '   ',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'https://',
    'https://me:pw@chat.example.org',
  ])('is refused for %j, without a request', async (address) => {
    const { requested, result } = await check(address);
    expect(result).toHaveProperty('reason');
    expect(requested).toEqual([]);
  });

  it.each(['http://chat.example.org', 'http://192.168.1.5:3000'])(
    'is refused without encryption: %s, without a request',
    async (address) => {
      const { requested, result } = await check(address);
      expect(result).toMatchObject({ reason: expect.stringContaining('must start with https://') as string });
      expect(requested).toEqual([]);
    },
  );

  it.each<[string, Answers, string]>([
    ['serves another page', { config: '<!doctype html>' }, 'is not a Clover service.'],
    ['has no such file', { status: 404 }, 'is not a Clover service.'],
    ['responds in another format', { config: { url: 'x' } }, 'is not a Clover service.'],
    ['sends too much', { config: `"${'x'.repeat(100_000)}"` }, 'is not a Clover service.'],
    [
      'has its data without encryption',
      { config: { ...config, supabaseUrl: 'http://data.example.org' } },
      "doesn't encrypt",
    ],
    [
      'names the requesting computer as its data URL',
      { config: { ...config, supabaseUrl: 'http://127.0.0.1:3000' } },
      'works only on its own computer',
    ],
    ['has a database that does not answer', { health: { status: 'starting' } }, 'it is not ready'],
  ])('is refused with the reason if it %s', async (_name, answers, reason) => {
    expect((await check('chat.example.org', answers)).result).toMatchObject({
      reason: expect.stringContaining(reason) as string,
    });
  });

  it('is refused with an untrusted certificate', async () => {
    const failing = guardFetch(() => Promise.reject(new Error('net::ERR_CERT_AUTHORITY_INVALID')));
    expect(await checkServiceAddress('chat.example.org', failing)).toMatchObject({
      reason: expect.stringMatching(/^The certificate of chat\.example\.org is not trusted/) as string,
    });
  });

  it('is refused with another message if it does not respond', async () => {
    const result = await checkServiceAddress('chat.example.org', () =>
      Promise.reject(new TypeError('ENOTFOUND')),
    );
    expect(result).toStrictEqual({
      reason: 'chat.example.org did not respond. Check the URL and your connection.',
    });
  });
});

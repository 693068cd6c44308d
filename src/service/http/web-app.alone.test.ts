import type * as files from 'node:fs/promises';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, constants, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createWebApp } from './web-app.ts';

const broken = vi.hoisted(() => ({ name: '' }));
vi.mock('node:fs/promises', async (load) => {
  const original = await load<typeof files>();
  return {
    ...original,
    // A build that runs at the same time may delete a file between stat and read.
    readFile: (path: string) =>
      broken.name && path.endsWith(broken.name)
        ? Promise.reject(Object.assign(new Error('gone'), { code: 'ENOENT' }))
        : original.readFile(path),
  };
});

let root: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'clover-web-'));
  await mkdir(join(root, 'web', 'assets'), { recursive: true });
  await writeFile(join(root, 'secret.txt'), 'outside');
  await writeFile(join(root, 'web', 'index.html'), '<title>Clover</title>');
  await writeFile(join(root, 'web', 'assets', 'app-1.js'), 'let app');
  await writeFile(join(root, 'web', 'sw.js'), 'let worker');
  await writeFile(join(root, 'web', 'site.webmanifest'), '{}');
});
afterAll(() => rm(root, { recursive: true, force: true }));

const ask = (app: ReturnType<typeof createWebApp>, path: string) =>
  app(new Request(`http://localhost${path}`));

it('serves pages for routes, files by name, and 404 for a missing asset', async () => {
  const app = createWebApp(join(root, 'web'), null);
  expect(await (await ask(app, '/chat/1')).text()).toContain('Clover');
  expect(await (await ask(app, '/assets/app-1.js')).text()).toBe('let app');
  const missing = await ask(app, '/assets/app-0.js');
  expect([missing.status, missing.headers.get('cache-control')]).toEqual([404, 'no-store']);
});

it.each([
  ['/sw.js', 'text/javascript; charset=utf-8'],
  ['/site.webmanifest', 'application/manifest+json'],
])(
  'lets browsers revalidate %s each time, and allows it in the Content Security Policy',
  async (path, type) => {
    const { headers } = await ask(createWebApp(join(root, 'web'), 'https://abc.supabase.co'), path);
    expect([headers.get('content-type'), headers.get('cache-control')]).toEqual([type, 'no-cache']);
    const policy = (headers.get('content-security-policy') ?? '').split('; ');
    expect(policy).toEqual(expect.arrayContaining(["worker-src 'self'", "manifest-src 'self'"]));
  },
);

it('lets only the worker that recognizes text compile WebAssembly', async () => {
  const app = createWebApp(join(root, 'web'), null);
  await writeFile(join(root, 'web', 'assets', 'recognizer-worker-1a.js'), 'let worker');
  const policyOf = async (path: string) => (await ask(app, path)).headers.get('content-security-policy');
  expect(await policyOf('/assets/recognizer-worker-1a.js')).toBe(
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'",
  );
  for (const path of ['/assets/app-1.js', '/chat', '/assets/recognizer-worker-1a.js/x'])
    expect(await policyOf(path)).not.toContain('wasm');
});

it('sends packed files as they are', async () => {
  await writeFile(join(root, 'web', 'assets', 'engine-1.bin'), 'packed');
  const request = new Request('http://localhost/assets/engine-1.bin', {
    headers: { 'accept-encoding': 'br' },
  });
  const response = await createWebApp(join(root, 'web'), null)(request);
  expect([await response.text(), response.headers.get('content-encoding')]).toEqual(['packed', null]);
});

it('sends compressed files of the build with permanent caching, and 304 for their tag', async () => {
  const app = createWebApp(join(root, 'web'), null);
  const body = brotliCompressSync('let built', { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } });
  await writeFile(join(root, 'web', 'assets', 'built-1.js'), 'let built');
  await writeFile(join(root, 'web', 'assets', 'built-1.js.br'), body);
  const request = (headers: Record<string, string>) =>
    app(new Request('http://localhost/assets/built-1.js', { headers }));
  const compressed = await request({ 'accept-encoding': 'gzip, br' });
  expect(compressed.headers.get('content-encoding')).toBe('br');
  expect(compressed.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  expect(Buffer.from(await compressed.arrayBuffer())).toEqual(body);
  const tag = compressed.headers.get('etag') ?? '';
  expect((await request({ 'if-none-match': tag })).status).toBe(304);
  expect(await (await request({})).text()).toBe('let built');
});

it('serves nothing outside its folder', async () => {
  const app = createWebApp(join(root, 'web'), null);
  for (const path of [
    '/..%2fsecret.txt',
    '/%2e%2e%2fsecret.txt',
    '/assets/..%2f..%2fsecret.txt',
    '//secret.txt',
  ])
    expect(await (await ask(app, path)).text()).not.toContain('outside');
});

it('fails for one request if a file cannot be read, and finds it later', async () => {
  const app = createWebApp(join(root, 'web'), null);
  broken.name = 'app-1.js';
  await expect(ask(app, '/assets/app-1.js')).rejects.toThrow('gone');
  broken.name = '';
  expect(await (await ask(app, '/assets/app-1.js')).text()).toBe('let app');
});

it('allows images over TLS, and scripts, frames and data only from itself', async () => {
  const { headers } = await ask(createWebApp(join(root, 'web'), null), '/');
  const policy = (headers.get('content-security-policy') ?? '').split('; ');
  expect(policy).toEqual(
    expect.arrayContaining([
      "default-src 'none'",
      "script-src 'self'",
      "connect-src 'self'",
      'media-src blob:',
      "img-src 'self' data: blob: https:",
    ]),
  );
  expect(policy.filter((line) => line.includes('https:'))).toHaveLength(1);
  expect(policy.some((line) => line.startsWith('frame-src'))).toBe(false);
});

describe('a build with prerendered pages', () => {
  const inlineScripts = [
    'sha256-q83vEjRWeJCrze8SNFZ4kKvN7xI0VniQq83vEjRWeJA=',
    'sha256-0VniQq83vEjRWeJCrze8SNFZ4kKvN7xIq83vEjRWeJA=',
  ];
  let site: ReturnType<typeof createWebApp>;
  beforeAll(async () => {
    const out = join(root, 'drawn');
    const write = async (name: string, text: string) => {
      await mkdir(dirname(join(out, name)), { recursive: true });
      await writeFile(join(out, name), text);
    };
    const page = (path: string) =>
      `<link rel="canonical" href="${path}" /><meta property="og:image" content="/og.png" /><main>${path}</main>`;
    await write('index.html', page('/'));
    await write('docs/api.html', page('/docs/api'));
    await write('404.html', 'nothing here');
    await write('app.html', 'the app');
    await write('chat.html', 'the chat');
    await write('_redirects', 'for other hosts');
    await write('assets/_part-1.js', 'let part');
    await write(
      '.vite/routes.json',
      JSON.stringify({
        pages: { '/': 'index.html', '/docs/api': 'docs/api.html' },
        app: { '/chat': 'chat.html', '/admin': 'app.html', '/admin/*': 'app.html' },
        notFound: '404.html',
        inlineScripts,
      }),
    );
    site = createWebApp(out, null);
  });
  it('allows only the scripts that the build has put into its pages', async () => {
    const { headers } = await ask(site, '/chat');
    expect(headers.get('content-security-policy')).toContain(
      `script-src 'self' ${inlineScripts.map((hash) => `'${hash}'`).join(' ')};`,
    );
  });

  const answer = async (path: string, init?: RequestInit) => {
    const reply = await site(new Request(`https://clover.example${path}`, init));
    return { status: reply.status, headers: reply.headers, text: await reply.text() };
  };

  it.each([
    ['/', 200, '<main>/</main>'],
    ['/?utm=1', 200, '<main>/</main>'],
    ['/docs/api', 200, '<main>/docs/api</main>'],
    ['/chat?id=1', 200, 'the chat'],
    ['/admin/users/7', 200, 'the app'],
    ['/administrator', 404, 'nothing here'],
    ['/no/such/page', 404, 'nothing here'],
    ['/chat.html', 404, 'nothing here'],
    ['/_redirects', 404, 'nothing here'],
    ['/.vite/routes.json', 404, 'nothing here'],
    ['/constructor', 404, 'nothing here'],
    ['/assets/_part-1.js', 200, 'let part'],
  ])('shows the page for %s with status %i [SITE-023]', async (path, status, text) => {
    const reply = await answer(path);
    expect(reply.status).toBe(status);
    expect(reply.text).toContain(text);
  });

  it('adds the origin to the links in a page', async () => {
    const { text } = await answer('/docs/api');
    expect(text).toContain('rel="canonical" href="https://clover.example/docs/api"');
    expect(text).toContain('content="https://clover.example/og.png"');
    const elsewhere = await site(new Request('http://localhost:3000/docs/api'));
    expect(await elsewhere.text()).toContain('href="http://localhost:3000/docs/api"');
  });

  it('lists public pages for search engines and excludes the others', async () => {
    const map = await answer('/sitemap.xml');
    expect(map.headers.get('content-type')).toContain('application/xml');
    expect([...map.text.matchAll(/<loc>([^<]+)/g)].map(([, place]) => place)).toEqual([
      'https://clover.example/',
      'https://clover.example/docs/api',
    ]);
    const robots = (await answer('/robots.txt')).text.split('\n');
    expect(robots).toEqual(expect.arrayContaining(['Disallow: /chat', 'Disallow: /admin']));
    expect(robots).toContain('Sitemap: https://clover.example/sitemap.xml');
  });

  it('redirects a trailing slash, and never to another site', async () => {
    const redirect = await answer('/docs/api/?a=1');
    expect([redirect.status, redirect.headers.get('location')]).toEqual([308, '/docs/api?a=1']);
    for (const path of ['//evil.example/', '/no/page/', '//chat/']) {
      const reply = await answer(path);
      expect([reply.status, reply.headers.get('location')]).toEqual([404, null]);
    }
  });

  it('compresses a page for the browser, and sends 304 if it has not changed', async () => {
    const plain = await answer('/');
    const unpack = { br: brotliDecompressSync, gzip: gunzipSync };
    for (const [accepted, encoding] of [
      ['gzip, deflate, br, zstd', 'br'],
      ['gzip', 'gzip'],
      ['br;q=0, gzip', 'gzip'],
    ] as const) {
      const reply = await site(
        new Request('https://clover.example/', { headers: { 'accept-encoding': accepted } }),
      );
      expect(reply.headers.get('content-encoding')).toBe(encoding);
      expect(reply.headers.get('vary')).toBe('accept-encoding');
      expect(unpack[encoding](Buffer.from(await reply.arrayBuffer())).toString()).toBe(plain.text);
    }
    const again = await answer('/', { headers: { 'if-none-match': plain.headers.get('etag') ?? '' } });
    expect([again.status, again.text]).toEqual([304, '']);
    expect((await answer('/no/page', { headers: { 'if-none-match': '*' } })).status).toBe(404);
  });
});

it('sends strict-transport-security only over TLS', async () => {
  const app = createWebApp(join(root, 'web'), null);
  const sent = async (address: string) =>
    (await app(new Request(address))).headers.get('strict-transport-security');
  expect(await sent('https://chat.example.org/')).toBe('max-age=63072000; includeSubDomains');
  expect(await sent('http://localhost/')).toBeNull();
});

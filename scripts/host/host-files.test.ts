import { expect, it } from 'vitest';
import {
  immutableCaching,
  securityHeaders,
  strictTransport,
} from '../../src/service/http/security-headers.ts';
import { demoAccount } from '../../src/shared/demo.ts';
import { hostFiles } from './host-files.ts';

const url = 'https://abc.supabase.co';
const routes = {
  pages: { '/': 'index.html', '/pricing': 'pricing.html' },
  app: { '/chat': 'chat.html', '/admin': 'app.html', '/admin/*': 'app.html' },
  notFound: '404.html',
  inlineScripts: ['sha256-q83vEjRWeJCrze8SNFZ4kKvN7xI0VniQq83vEjRWeJA='],
};
const { site, server } = hostFiles({ url, key: 'sb_publishable_x' }, routes);

/** The headers that our server sends over TLS. */
const own = { ...securityHeaders(url, routes.inlineScripts), ...strictTransport };
const named = (found: Iterable<readonly string[]>) =>
  Object.fromEntries([...found].map(([name = '', value = '']) => [name.toLowerCase(), value]));

it('gives Netlify and Cloudflare Pages the headers of our server', () => {
  const [, all = '', assets = ''] = site['_headers']!.split(/^\/.*$/m);
  const read = (part: string) =>
    named([...part.matchAll(/^ {2}([\w-]+): (.*)$/gm)].map((match) => match.slice(1)));
  expect(read(all)).toEqual(own);
  expect(read(assets)).toEqual({ 'cache-control': immutableCaching });
});

it('gives Vercel the same headers, and a page for every URL of the app', () => {
  const config = JSON.parse(site['vercel.json']!) as {
    headers: { source: string; headers: { key: string; value: string }[] }[];
    rewrites: unknown;
  };
  const [all, assets] = config.headers.map(({ headers }) =>
    named(headers.map(({ key, value }) => [key, value])),
  );
  expect(all).toEqual(own);
  expect(assets).toEqual({ 'cache-control': immutableCaching });
  expect(config.rewrites).toEqual([
    { source: '/chat', destination: '/chat' },
    { source: '/admin', destination: '/app' },
    { source: '/admin/(.*)', destination: '/app' },
  ]);
});

it('gives nginx the same headers in every block, because blocks inherit none', () => {
  const blocks = server['nginx.conf']!.split(/^ {2}location /m).slice(1);
  expect(blocks.map((block) => block.split(' {')[0])).toEqual([
    '/assets/',
    '= /chat',
    '= /admin',
    '^~ /admin/',
    '/',
  ]);
  expect(blocks[1]).toContain('try_files /chat.html =404;');
  expect(blocks[3]).toContain('try_files /app.html =404;');
  for (const [index, block] of blocks.entries()) {
    const found = [...block.matchAll(/add_header ([\w-]+) "(.*)" always;/g)].map((match) => match.slice(1));
    expect(named(found)).toEqual({ ...own, 'cache-control': index === 0 ? immutableCaching : 'no-cache' });
  }
});

it('gives Caddy the same headers, and caches existing assets permanently', () => {
  const file = server['Caddyfile']!;
  const [, block = ''] = /header \{\n([^}]*)\}/.exec(file) ?? [];
  const found = [...block.matchAll(/^ {4}([\w-]+) "(.*)"$/gm)].map((match) => match.slice(1));
  expect(named(found)).toEqual(own);
  // No request may match both of the first two, because Caddy applies the less specific one last.
  const caching = [...file.matchAll(/^ *(.*Cache-Control.*)$/gm)].map(([, line]) => line);
  expect(caching).toEqual([
    'header @pages Cache-Control "no-cache"',
    `header /assets/* Cache-Control "${immutableCaching}"`,
    'header Cache-Control "no-cache"',
  ]);
  expect(file).toContain('@pages not path /assets/*\n');
});

it("rewrites the app's URLs to its pages in Caddy", () => {
  expect(server['Caddyfile']!.match(/^ {2}rewrite \/.*$/gm)).toEqual([
    '  rewrite /chat /chat.html',
    '  rewrite /admin /app.html',
    '  rewrite /admin/* /app.html',
  ]);
});

it('turns on compression in nginx and Caddy', () => {
  expect(server['nginx.conf']).toMatch(/^ {2}gzip on;$/m);
  expect(server['nginx.conf']).toMatch(/^ {2}gzip_types .*\btext\/javascript application\/javascript\b/m);
  expect(server['Caddyfile']).toMatch(/^ {2}encode zstd gzip$/m);
});

it('configures the service and guest access like our server', () => {
  expect(JSON.parse(site['config.json']!)).toEqual({
    supabaseUrl: url,
    supabaseKey: 'sb_publishable_x',
    demo: demoAccount,
    recognizesText: false,
  });
});

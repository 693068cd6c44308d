import {
  immutableCaching,
  securityHeaders,
  strictTransport,
} from '../../src/service/http/security-headers.ts';
import type { WebRoutes } from '../../src/service/http/web-routes.ts';
import { demoAccount } from '../../src/shared/demo.ts';

export interface HostedProject {
  readonly url: string;
  readonly key: string;
}

type Headers = readonly (readonly [name: string, value: string])[];

/** Returns our server's headers over TLS, with capitalized names. */
const headersOf = (url: string, { inlineScripts }: WebRoutes): Headers =>
  Object.entries({ ...securityHeaders(url, inlineScripts), ...strictTransport }).map(
    ([name, value]) => [name.replaceAll(/(^|-)\w/g, (letter) => letter.toUpperCase()), value] as const,
  );

/**
 * Builds `_headers` for Netlify and Cloudflare Pages. By default, both let browsers revalidate all files except assets.
 */
function headersFile(headers: Headers): string {
  const lines = (entries: Headers) => entries.map(([name, value]) => `  ${name}: ${value}`);
  return ['/*', ...lines(headers), '/assets/*', ...lines([['Cache-Control', immutableCaching]]), ''].join(
    '\n',
  );
}

/** Builds `vercel.json`. With clean URLs, pages have no file extension. */
function vercelConfig(headers: Headers, routes: WebRoutes): string {
  const entries = (list: Headers) => list.map(([key, value]) => ({ key, value }));
  return `${JSON.stringify(
    {
      $schema: 'https://openapi.vercel.sh/vercel.json',
      cleanUrls: true,
      trailingSlash: false,
      headers: [
        { source: '/(.*)', headers: entries(headers) },
        { source: '/assets/(.*)', headers: entries([['Cache-Control', immutableCaching]]) },
      ],
      rewrites: Object.entries(routes.app).map(([path, file]) => ({
        source: path.replace(/\*$/, '(.*)'),
        destination: `/${file.replace(/\.html$/, '')}`,
      })),
    },
    null,
    2,
  )}\n`;
}

/** Builds a `server` block. The operator adds names and certificates. */
function nginxConfig(headers: Headers, routes: WebRoutes): string {
  const lines = (list: Headers) => list.map(([name, value]) => `    add_header ${name} "${value}" always;`);
  // In nginx, a block that sets headers inherits none from the outer block.
  const block = (location: string, files: string, caching: string) => [
    `  location ${location} {`,
    ...lines([...headers, ['Cache-Control', caching]]),
    `    try_files ${files};`,
    '  }',
  ];
  return [
    'server {',
    '  # listen, server_name and ssl_certificate are yours.',
    '  root /srv/clover;',
    `  error_page 404 /${routes.notFound};`,
    '  gzip on;',
    '  gzip_vary on;',
    '  gzip_types text/css text/javascript application/javascript application/json image/svg+xml;',
    ...block('/assets/', '$uri =404', immutableCaching),
    ...Object.entries(routes.app).flatMap(([path, file]) =>
      block(path.endsWith('/*') ? `^~ ${path.slice(0, -1)}` : `= ${path}`, `/${file} =404`, 'no-cache'),
    ),
    ...block('/', '$uri $uri.html $uri/index.html =404', 'no-cache'),
    '}',
    '',
  ].join('\n');
}

function caddyConfig(headers: Headers, routes: WebRoutes): string {
  return [
    '# Your domain instead of this one: Caddy fetches its certificate.',
    'chat.example.org {',
    '  root * /srv/clover',
    '  encode zstd gzip',
    '  header {',
    ...headers.map(([name, value]) => `    ${name} "${value}"`),
    '  }',
    // Caddy applies the general matcher last, so no request may match both of them.
    '  @pages not path /assets/*',
    '  header @pages Cache-Control "no-cache"',
    `  header /assets/* Cache-Control "${immutableCaching}"`,
    ...Object.entries(routes.app).map(([path, file]) => `  rewrite ${path} /${file}`),
    '  try_files {path} {path}.html',
    '  file_server',
    '  handle_errors {',
    // A missing asset may exist in the next release, so don't cache the error.
    '    header Cache-Control "no-cache"',
    `    rewrite * /${routes.notFound}`,
    '    file_server',
    '  }',
    '}',
    '',
  ].join('\n');
}

/**
 * Returns the additional files for static hosts, by name: `site` belongs in the build, the others in the server's
 * configuration.
 */
export function hostFiles(
  { url, key }: HostedProject,
  routes: WebRoutes,
): { readonly site: Readonly<Record<string, string>>; readonly server: Readonly<Record<string, string>> } {
  const headers = headersOf(url, routes);
  // Cloudflare Pages can only add a second policy to a file, and both would apply.
  const config = { supabaseUrl: url, supabaseKey: key, demo: demoAccount, recognizesText: false };
  return {
    site: {
      'config.json': `${JSON.stringify(config, null, 2)}\n`,
      _headers: headersFile(headers),
      'vercel.json': vercelConfig(headers, routes),
    },
    server: { 'nginx.conf': nginxConfig(headers, routes), Caddyfile: caddyConfig(headers, routes) },
  };
}

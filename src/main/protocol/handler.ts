import { readFile } from 'node:fs/promises';
import { recognizerPolicy } from '../../shared/recognizer.ts';
import { resolveAsset, type Asset } from './assets.ts';
import { contentSecurityPolicy, developmentPolicy, workerPolicy } from './csp.ts';
import { isOwnUrl } from './scheme.ts';

/** Facts that the page reads from its document's meta elements. */
export interface PageFacts {
  readonly uiState: Readonly<Record<string, string>>;
  /** The identity of the service in use. The page stores sessions under it. */
  readonly service: string;
  /** The open step of the first start. Null if there is none. */
  readonly firstStart: string | null;
  /**
   * The system's languages in order of preference. Chromium reports only those whose texts are in the package, which is
   * English.
   */
  readonly languages: readonly string[];
}

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '"': '&quot;', '<': '&lt;', '>': '&gt;' };
const meta = (name: string, content: string): string =>
  `<meta name="${name}" content="${content.replaceAll(/[&"<>]/g, (sign) => escapes[sign] ?? sign)}">`;

/**
 * Adds the facts for the page's first paint. Over IPC, they would arrive too late: a closed sidebar would first be
 * shown open. They are attributes, because inline scripts are not allowed.
 */
function withFacts(html: string, { uiState, service, firstStart, languages }: PageFacts): string {
  const facts =
    meta('clover-ui-state', JSON.stringify(uiState)) +
    meta('clover-service', service) +
    (firstStart === null ? '' : meta('clover-first-start', firstStart));
  // Pass a function, because `$&` in a replacement string would be a pattern.
  const withMeta = html.replace('</head>', () => `${facts}</head>`);
  const tags = languages.filter((tag) => /^[\w-]+$/.test(tag)).join(',');
  // public/before-paint.js runs before the meta elements exist.
  return tags === '' ? withMeta : withMeta.replace('<html', `<html data-system-languages="${tags}"`);
}

export interface ProtocolOptions {
  readonly root: string;
  /** Returns the service's origin. The page may connect only to it and to its own origin. */
  readonly serviceOrigin: () => string;
  /**
   * Returns `/config.json` once the service is ready. Rejects with a message for the user if the service cannot
   * start.
   */
  readonly readConfig: () => Promise<unknown>;
  readonly readFacts: () => PageFacts;
  /** The origin of the development server, if it serves the files. Never set in a packaged app. */
  readonly developmentServer?: string;
}

const configPath = '/config.json';

const commonHeaders = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
} as const;

const respondWithText = (status: number, text: string): Response =>
  new Response(text, { status, headers: { ...commonHeaders, 'content-type': 'text/plain; charset=utf-8' } });

async function respondWithConfig(readConfig: ProtocolOptions['readConfig']): Promise<Response> {
  const headers = { ...commonHeaders, 'cache-control': 'no-store' };
  try {
    return Response.json(await readConfig(), { headers });
  } catch (error) {
    const message = error instanceof Error ? error.message : 'The service did not start.';
    return Response.json({ message }, { status: 503, headers });
  }
}

async function respondWithAsset(
  pathname: string,
  asset: Asset,
  { serviceOrigin, readFacts }: ProtocolOptions,
): Promise<Response> {
  let content: Buffer;
  try {
    content = await readFile(asset.path);
  } catch {
    return respondWithText(404, 'Not found');
  }
  const headers = { ...commonHeaders, 'content-type': asset.type };
  if (!asset.isDocument)
    return new Response(new Uint8Array(content), {
      headers: { ...headers, 'content-security-policy': recognizerPolicy(pathname) ?? workerPolicy },
    });
  return new Response(withFacts(content.toString('utf8'), readFacts()), {
    headers: {
      ...headers,
      'cache-control': 'no-store',
      'content-security-policy': contentSecurityPolicy(serviceOrigin()),
    },
  });
}

async function respondFromServer(server: string, url: URL, options: ProtocolOptions): Promise<Response> {
  const response = await fetch(server + url.pathname + url.search, { headers: { accept: 'text/html,*/*' } });
  const type = response.headers.get('content-type') ?? 'application/octet-stream';
  if (!type.startsWith('text/html'))
    return new Response(response.body, { status: response.status, headers: { 'content-type': type } });
  return new Response(withFacts(await response.text(), options.readFacts()), {
    headers: {
      'content-type': type,
      'content-security-policy': developmentPolicy(options.serviceOrigin(), server),
    },
  });
}

/** Handles every request to `app://`: the built files, the document for routes, and `/config.json`. */
export function createProtocolHandler(options: ProtocolOptions): (request: Request) => Promise<Response> {
  return async (request) => {
    if (!isOwnUrl(request.url)) return respondWithText(404, 'Not found');
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return respondWithText(405, 'Method not allowed');
    const url = new URL(request.url);
    if (url.pathname === configPath) return respondWithConfig(options.readConfig);
    if (options.developmentServer !== undefined)
      return respondFromServer(options.developmentServer, url, options);
    const asset = resolveAsset(options.root, request.url);
    return asset ? respondWithAsset(url.pathname, asset, options) : respondWithText(404, 'Not found');
  };
}

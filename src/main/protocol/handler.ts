import { readFile } from 'node:fs/promises';
import { resolveAsset, type Asset } from './assets.ts';
import { contentSecurityPolicy, developmentPolicy, workerPolicy } from './csp.ts';
import { isOwnUrl } from './scheme.ts';

/** Data that the page reads from the meta elements of its document. */
export interface PageFacts {
  readonly uiState: Readonly<Record<string, string>>;
  /** Identity of the service in use: the page separates the sessions of different services by it. */
  readonly service: string;
}

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '"': '&quot;', '<': '&lt;', '>': '&gt;' };
const meta = (name: string, content: string): string =>
  `<meta name="${name}" content="${content.replaceAll(/[&"<>]/g, (sign) => escapes[sign] ?? sign)}">`;

/**
 * Adds data that the page needs before its first paint: over IPC the sidebar would be open first and then close. In
 * attributes, because inline scripts are not allowed.
 */
function withFacts(html: string, { uiState, service }: PageFacts): string {
  const facts = meta('clover-ui-state', JSON.stringify(uiState)) + meta('clover-service', service);
  // A function, because `$&` in a replacement string is a pattern.
  return html.replace('</head>', () => `${facts}</head>`);
}

export interface ProtocolOptions {
  /** The built renderer. */
  readonly root: string;
  /** Origin of the service in use: the only other one that the page may reach. */
  readonly serviceOrigin: () => string;
  /** The content of `/config.json`. Waits for the service; rejects with a message for the user if it cannot start. */
  readonly readConfig: () => Promise<unknown>;
  readonly readFacts: () => PageFacts;
  /** Origin of the development server, which then serves the files; never in a packaged app. */
  readonly developmentServer?: string;
}

/** The path of the app's configuration, as on the web. */
const configPath = '/config.json';

const common = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
} as const;

const plain = (status: number, text: string): Response =>
  new Response(text, { status, headers: { ...common, 'content-type': 'text/plain; charset=utf-8' } });

async function respondWithConfig(readConfig: ProtocolOptions['readConfig']): Promise<Response> {
  const headers = { ...common, 'cache-control': 'no-store' };
  try {
    return Response.json(await readConfig(), { headers });
  } catch (error) {
    const message = error instanceof Error ? error.message : 'The service did not start.';
    return Response.json({ message }, { status: 503, headers });
  }
}

async function respondWithAsset(
  asset: Asset,
  { serviceOrigin, readFacts }: ProtocolOptions,
): Promise<Response> {
  let content: Buffer;
  try {
    content = await readFile(asset.path);
  } catch {
    return plain(404, 'Not found');
  }
  const headers = { ...common, 'content-type': asset.type };
  if (!asset.isDocument)
    return new Response(new Uint8Array(content), {
      headers: { ...headers, 'content-security-policy': workerPolicy },
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
    if (!isOwnUrl(request.url)) return plain(404, 'Not found');
    if (request.method !== 'GET' && request.method !== 'HEAD') return plain(405, 'Method not allowed');
    const url = new URL(request.url);
    if (url.pathname === configPath) return respondWithConfig(options.readConfig);
    if (options.developmentServer !== undefined)
      return respondFromServer(options.developmentServer, url, options);
    const asset = resolveAsset(options.root, request.url);
    return asset ? respondWithAsset(asset, options) : plain(404, 'Not found');
  };
}

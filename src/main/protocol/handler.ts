import { readFile } from 'node:fs/promises';
import { resolveAsset, type Asset } from './assets.ts';
import { contentSecurityPolicy, developmentPolicy } from './csp.ts';
import { withFacts, type PageFacts } from './document.ts';
import { isOwnUrl } from './scheme.ts';

export interface ProtocolOptions {
  /** The built renderer. */
  readonly root: string;
  /** Origin of the service in use: the only foreign one that the page may reach. */
  readonly serviceOrigin: () => string;
  /** What `/config.json` answers; waits for the service, rejects with a sentence for the user when it cannot start. */
  readonly readConfig: () => Promise<unknown>;
  readonly readFacts: () => PageFacts;
  /** Origin of the development server, which then gives the files in place of `root`; never in a packaged app. */
  readonly developmentServer?: string;
}

/** Where the app learns which service to talk to, the same path as on the web. */
export const configPath = '/config.json';

const common = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
} as const;

const plain = (status: number, text: string): Response =>
  new Response(text, { status, headers: { ...common, 'content-type': 'text/plain; charset=utf-8' } });

async function answerConfig(readConfig: ProtocolOptions['readConfig']): Promise<Response> {
  const headers = { ...common, 'cache-control': 'no-store' };
  try {
    return Response.json(await readConfig(), { headers });
  } catch (error) {
    const message = error instanceof Error ? error.message : 'The service did not start.';
    return Response.json({ message }, { status: 503, headers });
  }
}

async function answerAsset(asset: Asset, { serviceOrigin, readFacts }: ProtocolOptions): Promise<Response> {
  let content: Buffer;
  try {
    content = await readFile(asset.path);
  } catch {
    return plain(404, 'Not found');
  }
  const headers = { ...common, 'content-type': asset.type };
  if (!asset.isDocument) return new Response(new Uint8Array(content), { headers });
  return new Response(withFacts(content.toString('utf8'), readFacts()), {
    headers: {
      ...headers,
      'cache-control': 'no-store',
      'content-security-policy': contentSecurityPolicy(serviceOrigin()),
    },
  });
}

/** The same answer with the files of the development server, so that the app reloads as it is edited. */
async function answerFromServer(server: string, url: URL, options: ProtocolOptions): Promise<Response> {
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

/** Answers every request to `app://`: the built files, the app's document for its routes, and `/config.json`. */
export function createProtocolHandler(options: ProtocolOptions): (request: Request) => Promise<Response> {
  return async (request) => {
    if (!isOwnUrl(request.url)) return plain(404, 'Not found');
    if (request.method !== 'GET' && request.method !== 'HEAD') return plain(405, 'Method not allowed');
    const url = new URL(request.url);
    if (url.pathname === configPath) return answerConfig(options.readConfig);
    if (options.developmentServer !== undefined)
      return answerFromServer(options.developmentServer, url, options);
    const asset = resolveAsset(options.root, request.url);
    return asset ? answerAsset(asset, options) : plain(404, 'Not found');
  };
}

import { readFile } from 'node:fs/promises';
import { resolveAsset, type Asset } from './assets.ts';
import { contentSecurityPolicy } from './csp.ts';
import { withUiState } from './document.ts';
import { isOwnUrl } from './scheme.ts';

export interface ProtocolOptions {
  /** The built renderer. */
  readonly root: string;
  /** Origin of the service in use: the only foreign one that the page may reach. */
  readonly serviceOrigin: string;
  /** What `/config.json` answers; waits for the service, rejects with a sentence for the user when it cannot start. */
  readonly readConfig: () => Promise<unknown>;
  readonly readUiState: () => Readonly<Record<string, string>>;
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

async function answerAsset(asset: Asset, { serviceOrigin, readUiState }: ProtocolOptions): Promise<Response> {
  let content: Buffer;
  try {
    content = await readFile(asset.path);
  } catch {
    return plain(404, 'Not found');
  }
  const headers = { ...common, 'content-type': asset.type };
  if (!asset.isDocument) return new Response(new Uint8Array(content), { headers });
  return new Response(withUiState(content.toString('utf8'), readUiState()), {
    headers: {
      ...headers,
      'cache-control': 'no-store',
      'content-security-policy': contentSecurityPolicy(serviceOrigin),
    },
  });
}

/** Answers every request to `app://`: the built files, the app's document for its routes, and `/config.json`. */
export function createProtocolHandler(options: ProtocolOptions): (request: Request) => Promise<Response> {
  return async (request) => {
    if (!isOwnUrl(request.url)) return plain(404, 'Not found');
    if (request.method !== 'GET' && request.method !== 'HEAD') return plain(405, 'Method not allowed');
    if (new URL(request.url).pathname === configPath) return answerConfig(options.readConfig);
    const asset = resolveAsset(options.root, request.url);
    return asset ? answerAsset(asset, options) : plain(404, 'Not found');
  };
}

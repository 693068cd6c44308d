import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { build } from 'vite';
import { securityHeaders } from '../../../src/service/http/security-headers.ts';

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
};

/** Builds a page with the app's build settings. */
export const buildPage = (out: string, root = join(import.meta.dirname, 'page')) =>
  build({
    configFile: false,
    logLevel: 'error',
    root,
    worker: { format: 'es' },
    build: { outDir: out, emptyOutDir: true, target: 'es2023', modulePreload: { polyfill: false } },
  });

/**
 * Serves the page with the app's headers, and the test files. Counts all other requests, because the reader must send
 * none.
 */
export async function servePage(out: string, contentOf: (number: number) => Uint8Array | string) {
  const unexpected: string[] = [];
  const headers = securityHeaders(null);
  const server = createServer((request, response) => {
    void (async () => {
      const path = request.url ?? '/';
      const number = /^\/files\/(\d+)$/.exec(path)?.[1];
      if (number !== undefined) return response.end(contentOf(Number(number)));
      const isPage = path === '/' || /^\/assets\/[\w.-]+\.js$/.test(path);
      if (!isPage) {
        unexpected.push(path);
        return response.writeHead(404).end();
      }
      const file = path === '/' ? '/index.html' : path;
      const content = await readFile(join(out, file));
      return response.writeHead(200, { ...headers, 'content-type': types[extname(file)] ?? '' }).end(content);
    })().catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/`, unexpected, close: () => server.close() };
}

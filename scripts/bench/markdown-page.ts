import { createServer } from 'node:http';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { AddressInfo } from 'node:net';
import { build } from 'vite';
import { sharedRendererConfig } from '../../src/renderer/vite.shared.ts';
import { createWebApp } from '../../src/service/http/web-app.ts';

const root = resolve(import.meta.dirname, '../..');

/** Serves a page that shows only Markdown, as a production build with the app's CSP. */
export async function serveMarkdownPage(): Promise<{ url: string; close: () => Promise<void> }> {
  const directory = await mkdtemp(join(tmpdir(), 'clover-markdown-'));
  const shared = sharedRendererConfig(root, 'web');
  await build({
    ...shared,
    configFile: false,
    root: join(root, 'src/renderer/components/markdown/testing/page'),
    build: { ...shared.build, outDir: directory },
    logLevel: 'error',
  });
  const answer = createWebApp(directory, null);
  const server = createServer((request, response) => {
    answer(new Request(new URL(request.url ?? '/', 'http://localhost'))).then(
      async (reply) => {
        response.writeHead(reply.status, Object.fromEntries(reply.headers));
        response.end(Buffer.from(await reply.arrayBuffer()));
      },
      () => response.writeHead(500).end(),
    );
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/`,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { resolve } from 'node:path';
import { build, type PluginOption } from 'vite';
import { sharedRendererConfig } from '../../../src/renderer/vite.shared.ts';
import { createWebApp } from '../../../src/service/http/web-app.ts';

const root = resolve(import.meta.dirname, '../../..');

/** Builds the `index.html` of a folder with the app's build settings. */
export async function buildPage(
  folder: string,
  directory: string,
  plugins: readonly PluginOption[] = [],
): Promise<void> {
  const shared = sharedRendererConfig(root, 'web');
  await build({
    ...shared,
    configFile: false,
    root: folder,
    plugins: [shared.plugins, ...plugins],
    build: { ...shared.build, outDir: directory },
    logLevel: 'error',
  });
}

export interface ServedBuild {
  readonly url: string;
  readonly close: () => void;
}

/** Serves a build with the service's code, and so with its compression, caching and Content Security Policy. */
export async function serveBuild(directory: string): Promise<ServedBuild> {
  const answer = createWebApp(directory, null);
  const server = createServer((request, response) => {
    const headers = new Headers();
    const encoding = request.headers['accept-encoding'];
    if (typeof encoding === 'string') headers.set('accept-encoding', encoding);
    answer(new Request(new URL(request.url ?? '/', 'http://localhost'), { headers })).then(
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
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

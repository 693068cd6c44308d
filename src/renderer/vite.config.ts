import { resolve } from 'node:path';
import { defineConfig } from 'vite';
import { compressAssets } from './vite.compress.ts';
import { prerenderPages } from './vite.prerender.ts';
import { sharedRendererConfig } from './vite.shared.ts';
import { serviceWorker } from './vite.worker.ts';

/** The URL of `npm start`, to which the dev server proxies the service's paths. */
const service = 'http://localhost:3000';
const servicePaths = ['/auth/v1', '/rest/v1', '/functions/v1', '/config.json', '/healthz'];

const root = resolve(import.meta.dirname, '../..');
const shared = sharedRendererConfig(root, 'web');

/**
 * Configures the web build: `vite build src/renderer` writes out/web with prerendered public pages and the service
 * worker.
 */
export default defineConfig({
  ...shared,
  plugins: [
    shared.plugins,
    prerenderPages(root, shared),
    compressAssets(),
    serviceWorker(root, resolve(root, 'out/web')),
  ],
  server: {
    port: 5173,
    proxy: {
      ...Object.fromEntries(servicePaths.map((path) => [path, { target: service, changeOrigin: true }])),
      '/realtime/v1': { target: service, changeOrigin: true, ws: true },
    },
  },
});

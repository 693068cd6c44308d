import { resolve } from 'node:path';
import { defineConfig } from 'vite';
import { rendererShared } from './vite.shared.ts';

/** Where `npm start` serves; the dev server passes the service's addresses on to it. */
const service = 'http://localhost:3000';
const served = ['/auth/v1', '/rest/v1', '/functions/v1', '/config.json', '/healthz'];

/** The web build: `vite build src/renderer` writes out/web. */
export default defineConfig({
  ...rendererShared(resolve(import.meta.dirname, '../..'), 'web'),
  server: {
    port: 5173,
    proxy: {
      ...Object.fromEntries(served.map((path) => [path, { target: service, changeOrigin: true }])),
      '/realtime/v1': { target: service, changeOrigin: true, ws: true },
    },
  },
});

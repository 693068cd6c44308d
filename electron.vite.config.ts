import { resolve } from 'node:path';
import { defineConfig } from 'electron-vite';
import type { Plugin } from 'vite';
import { sharedRendererConfig } from './src/renderer/vite.shared.ts';

const root = import.meta.dirname;

/**
 * electron-vite sets a relative base for file:// pages. Our page has a standard scheme with history routes: after a
 * reload at /account/keys, it would look for /account/assets/…. So URLs start at the root, as on the web.
 */
const absoluteBase: Plugin = {
  name: 'clover:absolute-base',
  config: { order: 'post', handler: () => ({ base: '/' }) },
};

const renderer = sharedRendererConfig(root, 'desktop');

export default defineConfig({
  main: {
    // The public key of releases. Without it, the app has no updates (docs/desktop.md).
    define: { __UPDATE_KEY__: JSON.stringify(process.env['CLOVER_UPDATE_KEY'] ?? '') },
    build: {
      outDir: 'out/main',
      // Bundles all packages except the native one, so that the installed app needs no other node_modules.
      externalizeDeps: false,
      rolldownOptions: { input: resolve(root, 'src/main/index.ts'), external: ['keytar'] },
    },
  },
  preload: {
    build: {
      outDir: 'out/preload',
      externalizeDeps: false,
      rolldownOptions: {
        input: resolve(root, 'src/preload/index.ts'),
        // A sandboxed window can only load CommonJS.
        output: { format: 'cjs', entryFileNames: '[name].cjs' },
      },
    },
  },
  renderer: { ...renderer, plugins: [renderer.plugins, absoluteBase] },
});

import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import type { Plugin, UserConfig } from 'vite';

/** The formulas' fonts come in three formats; every engine of ours reads the first, and the others would only be shipped. */
const modernFontsOnly: Plugin = {
  name: 'clover:modern-fonts-only',
  enforce: 'pre',
  transform: {
    filter: { id: /katex[\\/]dist[\\/]katex(?:\.min)?\.css/ },
    handler: (code) => code.replace(/,\s*url\([^)]*\.(?:woff|ttf)\)\s*format\("(?:woff|truetype)"\)/g, ''),
  },
};

/** What every page needs. */
const onEveryPage = new RegExp(
  [
    'node_modules/(?:react|react-dom|react-router|react-router-dom|scheduler)/',
    'vite/preload-helper',
    'src/renderer/platform/(?:index|web)\\.ts',
    'src/renderer/lib/(?:config|paths|remember|storage|use-media|use-page)\\.ts',
    'src/renderer/components/(?:Mark|mark-paths)\\.',
  ]
    .join('|')
    .replaceAll('/', '[\\\\/]'),
);

/** Constants of a page: its target, and the migrations that its service's database should have. */
export const pageConstants = (root: string, target: 'web' | 'desktop') => ({
  __PLATFORM__: JSON.stringify(target),
  __MIGRATIONS__: JSON.stringify(
    readdirSync(join(root, 'supabase/migrations'))
      .filter((file) => file.endsWith('.sql'))
      .toSorted(),
  ),
});

/**
 * What the web build and the desktop build of the renderer share. `root` is the project's root: given by the caller,
 * because electron-vite bundles its configuration and moves `import.meta.dirname` with it.
 */
export function rendererShared(root: string, target: 'web' | 'desktop'): UserConfig {
  const renderer = join(root, 'src/renderer');
  return {
    root: renderer,
    publicDir: join(renderer, 'public'),
    // Absolute, because a reload at /auth/callback must still find /assets.
    base: '/',
    plugins: [react(), modernFontsOnly],
    // Workers fetch the rest of themselves when they need it, as the page does.
    worker: { format: 'es' },
    define: pageConstants(root, target),
    build: {
      outDir: join(root, target === 'web' ? 'out/web' : 'out/renderer'),
      emptyOutDir: true,
      minify: true,
      // Read by scripts/budget.mjs.
      manifest: true,
      // Both targets run current engines; older syntax would only weigh more.
      target: 'es2023',
      // Fonts and images stay files: the policy for images and fonts names our own origin, not data addresses.
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      rolldownOptions: {
        output: {
          codeSplitting: {
            groups: [
              // In one file: many small ones pack worse, and each costs a request.
              { name: 'base', test: onEveryPage },
            ],
          },
        },
        treeshake: {
          // The two platforms are chosen by a constant: the other one must leave nothing behind.
          moduleSideEffects: (id) => !/[\\/]src[\\/]renderer[\\/]platform[\\/]/.test(id),
        },
      },
    },
  };
}

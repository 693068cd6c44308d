import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import react from '@vitejs/plugin-react';
import type { Plugin, UserConfig } from 'vite';
import { chunkGroups } from './vite.chunks.ts';
import { documentModules } from './vite.docs.ts';
import { recognizer } from './vite.recognizer.ts';

/** Removes the older formats of KaTeX's fonts. All supported browsers read the first of the three. */
const modernFontsOnly: Plugin = {
  name: 'clover:modern-fonts-only',
  enforce: 'pre',
  transform: {
    filter: { id: /katex[\\/]dist[\\/]katex(?:\.min)?\.css/ },
    handler: (code) => code.replace(/,\s*url\([^)]*\.(?:woff|ttf)\)\s*format\("(?:woff|truetype)"\)/g, ''),
  },
};

/**
 * Uses the production build of React Router, which has no warnings and is smaller. By default, it resolves to its
 * development build.
 */
const productionRouter = (root: string): Plugin => ({
  name: 'clover:production-router',
  apply: 'build',
  config: () => {
    const folder = join(root, 'node_modules/react-router/dist/production');
    return {
      resolve: {
        alias: [
          { find: /^react-router$/, replacement: join(folder, 'index.mjs') },
          { find: /^react-router\/dom$/, replacement: join(folder, 'dom-export.mjs') },
        ],
      },
    };
  },
});

/**
 * Removes the storage client of supabase-js, which is always loaded but not used. It would add 8 kB to the start of the
 * chat.
 */
const withoutStorage = (renderer: string): Plugin => ({
  name: 'clover:without-storage',
  apply: 'build',
  config: () => ({
    resolve: {
      alias: [{ find: /^@supabase\/storage-js$/, replacement: join(renderer, 'lib/no-storage.ts') }],
    },
  }),
});

/**
 * Removes zod's JSON descriptions of schemas. The app doesn't use them, but each schema refers to them, which would add
 * 6 kB to the start of the chat.
 */
const withoutJsonSchema: Plugin = {
  name: 'clover:without-json-schema',
  apply: 'build',
  enforce: 'pre',
  transform: {
    filter: { id: /zod[\\/]v4[\\/]core[\\/](?:json-schema-processors|to-json-schema)\.js$/ },
    handler: (code) =>
      [...code.matchAll(/^export (?:const|function) (\w+)/gm)]
        .map(([, name]) => `export const ${name} = () => {};`)
        .join('\n'),
  },
};

/** Shortens class names, which saves 1 to 2 kB on each page. */
const shortClassNames = (renderer: string): Plugin => {
  const namesOf = new Map<string, string[]>();
  const generateScopedName = (name: string, file: string) => {
    const names = namesOf.get(file) ?? [];
    namesOf.set(file, names);
    if (!names.includes(name)) names.push(name);
    const hash = createHash('sha256').update(relative(renderer, file)).digest('base64url').slice(0, 4);
    return `_${hash}${names.indexOf(name).toString(36)}`;
  };
  return {
    name: 'clover:short-class-names',
    apply: 'build',
    config: () => ({ css: { modules: { generateScopedName } } }),
  };
};

const onEveryPage = new RegExp(
  [
    'node_modules/(?:react|react-dom|react-router|react-router-dom|scheduler)/',
    'vite/preload-helper',
    'rolldown/runtime',
    'src/renderer/platform/(?:index|web)\\.ts',
    'src/renderer/lib/(?:first-message|load-module|paths|plan-texts|reload-safety|remember|storage|unreachable|use-media|use-page|version)\\.ts',
    'src/shared/(?:texts|domain/(?:encoding|plans|token-claims))\\.ts',
    'src/renderer/components/(?:Button|Mark|dialog/(?:DialogActions|PlainDialog|use-modal)|mark-paths|texts)\\.',
    // Otherwise these few styles would be a separate file that sign-in and the chat load.
    'src/renderer/components/markdown/CopyButton\\.module\\.css',
  ]
    .join('|')
    .replaceAll('/', '[\\\\/]'),
);

const readVersion = (root: string): string =>
  (JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }).version;

export const pageConstants = (root: string, target: 'web' | 'desktop') => ({
  __PLATFORM__: JSON.stringify(target),
  __VERSION__: JSON.stringify(readVersion(root)),
  __MIGRATIONS__: JSON.stringify(
    readdirSync(join(root, 'supabase/migrations'))
      .filter((file) => file.endsWith('.sql'))
      .toSorted(),
  ),
  // vite.recognizer.ts sets it for builds.
  __RECOGNIZER__: 'null',
});

/**
 * Returns the configuration of both the web and desktop builds. `root` is a parameter, because electron-vite changes
 * `import.meta.dirname`.
 */
export function sharedRendererConfig(root: string, target: 'web' | 'desktop'): UserConfig {
  const renderer = join(root, 'src/renderer');
  return {
    root: renderer,
    publicDir: join(renderer, 'public'),
    // Absolute, because /auth/callback must find /assets after a reload.
    base: '/',
    plugins: [
      react(),
      documentModules(),
      modernFontsOnly,
      productionRouter(root),
      withoutStorage(renderer),
      withoutJsonSchema,
      shortClassNames(renderer),
      recognizer(root, target),
    ],
    // ES modules, because workers load chunks on demand.
    worker: { format: 'es' },
    define: pageConstants(root, target),
    build: {
      outDir: join(root, target === 'web' ? 'out/web' : 'out/renderer'),
      emptyOutDir: true,
      minify: true,
      // vite.prerender.ts and vite.worker.ts read the manifest.
      manifest: true,
      // The supported browsers, and Electron, are recent.
      target: 'es2023',
      // Fonts and images stay files, because the Content Security Policy allows no data URLs.
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      rolldownOptions: {
        output: {
          // Documents mention names that the app's code must not contain. Tests recognize their files by the names.
          chunkFileNames: ({ name, moduleIds }) => {
            const kind = moduleIds.some((id) => /\.md\?/.test(id)) ? 'document-' : '';
            // The bundler would add the names of all parts that share a chunk.
            return `assets/${kind}${name.replace(/~.*/, '')}-[hash].js`;
          },
          assetFileNames: ({ originalFileNames: [file = ''] }) => {
            const [, language] = /languages\/([\w-]+)\//.exec(file) ?? [];
            return `assets/${language ? `${language}-` : ''}[name]-[hash][extname]`;
          },
          codeSplitting: {
            groups: chunkGroups(renderer, onEveryPage),
          },
        },
        treeshake: {
          // No package depends on side effects of reading a property or a global.
          propertyReadSideEffects: false,
          unknownGlobalSideEffects: false,
          // Marks platform modules as free of side effects, so that the bundler removes the unused platform
          // completely.
          moduleSideEffects: (id) => !/[\\/]src[\\/]renderer[\\/]platform[\\/]/.test(id),
        },
      },
    },
  };
}

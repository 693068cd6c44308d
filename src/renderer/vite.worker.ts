import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { serwist } from '@serwist/vite';
import type { Manifest, Plugin } from 'vite';

/** Not stored for offline use, because the console only works online. */
const adminConsole = 'app/AdminRoute.tsx';

/** Returns the files that a chunk can load, except through the chunk `without`. */
function filesBelow(manifest: Manifest, root: string, without?: string): ReadonlySet<string> {
  const files = new Set<string>();
  const seen = new Set([without]);
  const walk = (key: string) => {
    const chunk = manifest[key];
    if (!chunk) throw new Error(`The build has no chunk for ${key} (vite.worker.ts).`);
    if (seen.has(key)) return;
    seen.add(key);
    for (const file of [chunk.file, ...(chunk.css ?? []), ...(chunk.assets ?? [])]) files.add(file);
    for (const next of [...(chunk.imports ?? []), ...(chunk.dynamicImports ?? [])]) walk(next);
  };
  walk(root);
  return files;
}

function consoleFiles(manifest: Manifest): ReadonlySet<string> {
  const others = filesBelow(manifest, 'index.html', adminConsole);
  return new Set([...filesBelow(manifest, adminConsole)].filter((file) => !others.has(file)));
}

const integrityOf = (file: string): string =>
  `sha256-${createHash('sha256').update(readFileSync(file)).digest('base64')}`;

/** Writes out/web/sw.js from src/worker, with the list of files that make the app work without a network. */
export const serviceWorker = (root: string, out: string): Plugin[] =>
  serwist({
    swSrc: join(root, 'src/worker/service-worker.ts'),
    swDest: 'sw.js',
    swUrl: '/sw.js',
    rollupFormat: 'iife',
    globDirectory: out,
    globPatterns: ['chat.html', 'assets/*.{js,css,json,woff2}', 'favicon.*', '*.webmanifest'],
    // The diagram library is 5.5 MB (1.4 MB compressed).
    maximumFileSizeToCacheInBytes: 8_000_000,
    manifestTransforms: [
      (entries) => {
        const manifest = JSON.parse(readFileSync(join(out, '.vite/manifest.json'), 'utf8')) as Manifest;
        const ignored = consoleFiles(manifest);
        return {
          manifest: entries
            .filter(({ url }) => !ignored.has(url))
            .map((entry) => ({
              ...entry,
              // The chat's page opens the whole app. The service serves it at `/chat`.
              url: entry.url === 'chat.html' ? '/chat' : `/${entry.url}`,
              // During a deployment, another instance may still serve the previous version.
              ...(entry.revision && { integrity: integrityOf(join(out, entry.url)) }),
            })),
        };
      },
    ],
  });

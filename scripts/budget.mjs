// Prints what a first visit of three routes fetches (JS and CSS, gzip) and fails when one is over its budget.
// Reads the build's manifest: run `vite build src/renderer` first.
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';

const out = resolve(import.meta.dirname, '../out/web');
const entry = 'index.html';
const supabase = 'lib/supabase-library.ts';
const config = 'platform/config-schema.ts';

/** For each route: the parts that are loaded in addition to the entry, and the limit for all of them together, in kB. */
const routes = [
  { name: 'landing', parts: ['features/site/landing/LandingPage.tsx'], limit: 115 },
  { name: 'sign-in', parts: ['features/account/sign-in/SignInPage.tsx', supabase, config], limit: 200 },
  { name: 'chat', parts: ['app/ChatRoute.tsx', supabase, config], limit: 345 },
];

function readManifest() {
  try {
    return JSON.parse(readFileSync(join(out, '.vite/manifest.json'), 'utf8'));
  } catch {
    console.error('There is no build in out/web. Run: npx vite build src/renderer');
    process.exit(1);
  }
}

const manifest = readManifest();

/** The manifest's key of a package is its path in node_modules; of any other chunk its path below the renderer. */
function keyOf(part) {
  if (part in manifest) return part;
  return Object.keys(manifest).find((key) => key.includes(`node_modules/${part}/`));
}

/** The files of a chunk and of its static imports. */
function filesOf(key, files = new Set(), seen = new Set()) {
  if (seen.has(key)) return files;
  seen.add(key);
  const chunk = manifest[key];
  files.add(chunk.file);
  for (const css of chunk.css ?? []) files.add(css);
  for (const next of chunk.imports ?? []) filesOf(next, files, seen);
  return files;
}

const weights = new Map();
function weigh(file) {
  if (!weights.has(file)) weights.set(file, gzipSync(readFileSync(join(out, file))).length);
  return weights.get(file);
}

let isOver = false;
for (const { name, parts, limit } of routes) {
  const keys = [entry, ...parts].map((part) => {
    const key = keyOf(part);
    // Otherwise a renamed file would silently be missing from the sum.
    if (!key) throw new Error(`The build has no chunk for ${part} (scripts/budget.mjs).`);
    return key;
  });
  const files = new Set(keys.flatMap((key) => [...filesOf(key)]));
  const kilobytes = [...files].reduce((sum, file) => sum + weigh(file), 0) / 1000;
  const verdict = kilobytes > limit ? 'OVER' : 'ok';
  if (kilobytes > limit) isOver = true;
  console.log(`${name.padEnd(8)} ${kilobytes.toFixed(1).padStart(6)} kB of ${limit} kB  ${verdict}`);
}
process.exit(isOver ? 1 : 0);

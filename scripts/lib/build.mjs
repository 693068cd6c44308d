// Rebuilds only outdated outputs. Stores each output with a fingerprint of its sources.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { runOrExit, root } from './run.mjs';

const outputs = {
  web: {
    // The page contains the names of the migrations.
    sources: ['src/renderer', 'src/shared', 'src/worker', 'supabase/migrations', 'package-lock.json'],
    steps: [['vite', ['build', 'src/renderer', '--logLevel', 'warn']]],
    proof: 'out/web/index.html',
  },
  service: {
    sources: [
      'src/service',
      'src/shared',
      'supabase',
      'scripts/template.ts',
      'vite.service.config.ts',
      'package-lock.json',
    ],
    steps: [
      ['vite', ['build', '--config', 'vite.service.config.ts', '--logLevel', 'error']],
      // Finds `node` through PATH, because the packages, which include the Node that runs TypeScript, may not be
      // installed yet.
      ['node', ['--no-warnings', join('scripts', 'template.ts')]],
    ],
    proof: 'out/service/main.js',
  },
  desktop: {
    sources: [
      'src/main',
      'src/preload',
      'src/renderer',
      'src/shared',
      'supabase/migrations',
      'electron.vite.config.ts',
      'package-lock.json',
    ],
    steps: [['electron-vite', ['build', '--logLevel', 'warn']]],
    proof: 'out/main/index.js',
  },
};

function* filesOf(path) {
  if (!existsSync(path)) return;
  const entries = readdirSync(path, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  for (const entry of entries) {
    const child = join(path, entry.name);
    if (entry.isDirectory()) yield* filesOf(child);
    else if (!/\.test\.tsx?$/.test(entry.name)) yield child;
  }
}

function fingerprint(sources) {
  const hash = createHash('sha256');
  for (const source of sources) {
    const path = join(root, source);
    const files = /\.\w+$/.test(source) ? [path] : [...filesOf(path)];
    for (const file of files) hash.update(file.slice(root.length)).update(readFileSync(file));
  }
  return hash.digest('hex');
}

/** Builds the named outputs if their sources have changed. */
export async function ensureBuilt(...names) {
  for (const name of names) {
    const { sources, steps, proof } = outputs[name];
    const stamp = join(root, 'out', `.${name}-built`);
    const current = fingerprint(sources);
    if (existsSync(join(root, proof)) && existsSync(stamp) && readFileSync(stamp, 'utf8') === current)
      continue;
    console.log(`Building ${name}…`);
    rmSync(stamp, { force: true });
    for (const [tool, args] of steps) await runOrExit(tool, args);
    mkdirSync(dirname(stamp), { recursive: true });
    writeFileSync(stamp, current);
  }
}

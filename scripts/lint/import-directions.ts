// A lint rule: imports between folders have one direction (docs/ARCHITECTURE.md). The error explains how to fix an
// import that is not allowed.
import { dirname, relative, resolve, sep } from 'node:path';

const root = resolve(import.meta.dirname, '../..');

interface Folder {
  readonly folder: string;
  /** The allowed imports besides the folder's own files, as prefixes of paths from the root. */
  readonly may: readonly string[];
  readonly hint: string;
}

const folders: readonly Folder[] = [
  {
    folder: 'src/shared',
    may: [],
    hint: 'shared code runs everywhere, so it depends only on the packages listed below',
  },
  {
    folder: 'src/renderer',
    may: ['src/shared'],
    hint: 'call it through src/renderer/platform, or move the code to src/shared',
  },
  {
    folder: 'src/worker',
    may: [],
    hint: 'the service worker is one small script: browsers compare it byte by byte at each visit',
  },
  {
    folder: 'src/preload',
    may: ['src/shared/ipc/channels.ts', 'src/shared/ipc/bridge.ts'],
    hint: 'the preload may import only channel names and types, so that no schema is bundled into it',
  },
  {
    folder: 'src/main',
    may: ['src/shared'],
    hint: 'the service is a separate process: use HTTP',
  },
  {
    folder: 'src/service',
    may: ['src/shared', 'supabase/functions'],
    hint: 'the service is plain Node: no Electron, no renderer',
  },
  {
    folder: 'supabase',
    may: ['src/shared'],
    hint: 'functions also run on the hosted service: move code that they share with the app to src/shared',
  },
];

/** Tests may use testing helpers from other folders, such as a real service or the fake vendor. */
const isTest = (file: string) => /\.(test|spec)\.tsx?$/.test(file) || /(^|\/)testing\//.test(file);
const testMay = ['e2e/vendor', 'src/service', 'supabase', 'src/shared'];

const inside = (file: string, place: string) => file === place || file.startsWith(`${place}/`);
const featureOf = (file: string) => /^src\/renderer\/features\/([^/]+)\//.exec(file)?.[1];

/** Features use these folders, so the folders must not depend on features. */
const lowerRenderer = ['components', 'lib', 'platform', 'theme'].map((name) => `src/renderer/${name}`);

function checkRenderer(from: string, to: string): string | null {
  const [mine, theirs] = [featureOf(from), featureOf(to)];
  if (mine && theirs && mine !== theirs)
    return `feature "${mine}" may not import feature "${theirs}": compose them in src/renderer/app, or move the shared part to components or lib`;
  if (mine && inside(to, 'src/renderer/app'))
    return `feature "${mine}" may not import the app that composes it: pass it in, or move the shared part to lib`;
  if (lowerRenderer.some((place) => inside(from, place)) && (theirs || inside(to, 'src/renderer/app')))
    return 'components, lib, platform and theme are below the features: move the shared part down or pass it in';
  return null;
}

/** Returns why the file `from` may not import the file `to`, or null if it may. Paths are from the root. */
export function checkImport(from: string, to: string): string | null {
  const home = folders.find(({ folder }) => inside(from, folder));
  if (!home) return null;
  if (isTest(from) && testMay.some((place) => inside(to, place))) return null;
  if (inside(to, home.folder)) return home.folder === 'src/renderer' ? checkRenderer(from, to) : null;
  if (home.may.some((place) => inside(to, place))) return null;
  return `${home.folder} may not import ${to}: ${home.hint}`;
}

/** The packages that a folder may import (`allow`), or must not import (`deny`). */
const packages: readonly {
  readonly folder: string;
  readonly allow?: readonly string[];
  readonly deny?: readonly string[];
}[] = [
  {
    folder: 'src/shared',
    allow: ['zod', 'eventsource-parser', 'hpke', '@noble/hashes', '@scure/bip39'],
  },
  { folder: 'src/worker', allow: ['serwist'] },
  { folder: 'src/preload', allow: ['electron'] },
  { folder: 'src/renderer', deny: ['electron', 'keytar', 'electron-store'] },
  { folder: 'src/service', deny: ['electron', 'react'] },
  { folder: 'supabase/functions', allow: ['zod', '@supabase/supabase-js'] },
];

/** Returns why the file `from` may not import the package `specifier`, or null if it may. */
export function checkPackage(from: string, specifier: string): string | null {
  const home = packages.find(({ folder }) => inside(from, folder));
  if (!home || isTest(from)) return null;
  const name = specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
  const isRefused = home.allow ? !home.allow.includes(name) : home.deny?.includes(name);
  return isRefused
    ? `${home.folder} may not import the package "${name}" (docs/ARCHITECTURE.md, Folders)`
    : null;
}

interface ImportNode {
  readonly source?: { readonly value?: unknown } | null;
}
interface RuleContext {
  readonly filename: string;
  report: (problem: { node: unknown; message: string }) => void;
}

const oneWayImports = {
  create(context: RuleContext) {
    const from = relative(root, context.filename).split(sep).join('/');
    const check = (node: ImportNode) => {
      const target = node.source?.value;
      if (typeof target !== 'string') return;
      const to = relative(root, resolve(dirname(context.filename), target))
        .split(sep)
        .join('/');
      const message = target.startsWith('.') ? checkImport(from, to) : checkPackage(from, target);
      if (message) context.report({ node: node.source, message });
    };
    return {
      ImportDeclaration: check,
      ExportNamedDeclaration: check,
      ExportAllDeclaration: check,
      ImportExpression: check,
    };
  },
};

export default { meta: { name: 'clover' }, rules: { 'one-way-imports': oneWayImports } };

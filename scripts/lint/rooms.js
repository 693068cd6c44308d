// Arrows between the rooms of the house run one way. This lint rule is the wall: it resolves every relative
// import and names the right one where a wall is crossed. The rooms are described in docs/ARCHITECTURE.md.
import { dirname, relative, resolve, sep } from 'node:path';

const root = resolve(import.meta.dirname, '../..');

/** What each room may import, besides itself and packages. A prefix of the path from the root names a room. */
const rooms = [
  { room: 'src/shared', may: [], hint: 'shared runs anywhere and stands on nothing but zod and eventsource-parser' },
  { room: 'src/renderer', may: ['src/shared'], hint: 'ask for the ability through src/renderer/platform, or move the code to src/shared' },
  { room: 'src/preload', may: ['src/shared/ipc/channels.ts', 'src/shared/ipc/bridge.ts'], hint: 'the preload knows channel names and types only, so that no schema is bundled into the sandbox' },
  { room: 'src/main', may: ['src/shared'], hint: 'the service is a process of its own: talk to it over HTTP' },
  { room: 'src/service', may: ['src/shared', 'supabase/functions'], hint: 'the service is plain Node: no Electron, no renderer' },
  { room: 'supabase', may: ['src/shared'], hint: 'functions must also run hosted: what they share with the app lives in src/shared' },
];

/** Tests and bench code may stand on testing helpers of other rooms (a real service, the fake vendor). */
const isTest = (file) => /\.(test|spec)\.tsx?$/.test(file) || /(^|\/)testing\//.test(file);
const testMay = ['e2e/vendor', 'src/service', 'supabase', 'src/shared'];

const inside = (file, place) => file === place || file.startsWith(`${place}/`);
const feature = (file) => /^src\/renderer\/features\/([^/]+)\//.exec(file)?.[1];
/** Below the features lie parts that they share; those must not know who uses them. */
const lowerRenderer = ['components', 'lib', 'platform', 'theme'].map((name) => `src/renderer/${name}`);

function judge(from, to) {
  const home = rooms.find(({ room }) => inside(from, room));
  if (!home) return;
  if (isTest(from) && testMay.some((place) => inside(to, place))) return;
  if (inside(to, home.room)) {
    const [mine, theirs] = [feature(from), feature(to)];
    if (mine && theirs && mine !== theirs)
      return `feature "${mine}" may not import feature "${theirs}": compose them in src/renderer/app, or move the shared part to components or lib`;
    if (mine && inside(to, 'src/renderer/app'))
      return `feature "${mine}" may not import the app that composes it: pass it in, or move the shared part to lib`;
    if (lowerRenderer.some((place) => inside(from, place)) && (theirs || inside(to, 'src/renderer/app')))
      return 'components, lib, platform and theme lie below the features: move the shared part down or pass it in';
    return;
  }
  if (home.may.some((place) => inside(to, place))) return;
  return `${home.room} may not import ${to}: ${home.hint}`;
}

const oneWayImports = {
  create(context) {
    const from = relative(root, context.filename).split(sep).join('/');
    const check = (node) => {
      const target = node.source?.value;
      if (typeof target !== 'string' || !target.startsWith('.')) return;
      const to = relative(root, resolve(dirname(context.filename), target)).split(sep).join('/');
      const message = judge(from, to);
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

/** Packages that a room must not load, whatever the type checker says. */
const packages = [
  { room: 'src/shared', allow: ['zod', 'eventsource-parser'] },
  { room: 'src/preload', allow: ['electron'] },
  { room: 'src/renderer', deny: ['electron', 'keytar', 'electron-store', 'zod-to-json-schema'] },
  { room: 'src/service', deny: ['electron', 'react'] },
  { room: 'supabase/functions', allow: ['zod', '@supabase/supabase-js'] },
];

const ownPackages = {
  create(context) {
    const from = relative(root, context.filename).split(sep).join('/');
    const home = packages.find(({ room }) => inside(from, room));
    if (!home || isTest(from)) return {};
    const check = (node) => {
      const target = node.source?.value;
      if (typeof target !== 'string' || target.startsWith('.')) return;
      const name = target.startsWith('@') ? target.split('/').slice(0, 2).join('/') : target.split('/')[0];
      const refused = home.allow ? !home.allow.includes(name) : home.deny.includes(name);
      if (refused) context.report({ node: node.source, message: `${home.room} may not load the package "${name}" (docs/ARCHITECTURE.md, rooms)` });
    };
    return { ImportDeclaration: check, ImportExpression: check };
  },
};

export default {
  meta: { name: 'clover' },
  rules: { 'one-way-imports': oneWayImports, 'own-packages': ownPackages },
};

import { join } from 'node:path';

/** The part of the bundler's API that lists a module's imports. */
interface ModuleGraph {
  readonly getModuleInfo: (id: string) => { readonly importedIds: readonly string[] } | null;
}

/** Detects a package's index, which imports the whole package although the build contains only the used modules. */
const isIndex = (id: string) =>
  /node_modules[\\/]@(?:mantine|tabler)[\\/].*[\\/]\S*(?:index|react)\.mjs$/.test(id);

/** Returns all direct and indirect imports of these modules. */
function closureOf(graph: ModuleGraph, roots: readonly string[]): ReadonlySet<string> {
  const found = new Set<string>();
  const walk = (id: string) => {
    const info = found.has(id) || isIndex(id) ? null : graph.getModuleInfo(id);
    if (!info) return;
    found.add(id);
    info.importedIds.forEach(walk);
  };
  roots.forEach(walk);
  for (const root of roots) found.delete(root);
  return found;
}

const packages = (names: string) => new RegExp(`node_modules/(?:${names})/`.replaceAll('/', '[\\\\/]'));

/** The libraries for the chat's first screen. */
const chatLibraries = packages(
  [
    '@tanstack/(?:react-query|query-core)',
    '@mantine/core/esm/core',
    '@mantine/hooks/esm/(?:use-color-scheme|use-isomorphic-effect|use-media-query|use-mutation-observer)',
  ].join('|'),
);

/** The libraries for the chat's menus and lists, loaded after the first screen. */
const menuLibraries = packages(
  [
    '@tanstack/[a-z-]+',
    '@mantine/core/esm/utils',
    '@mantine/core/esm/components/(?:CloseButton|FocusTrap|Group|Input|Loader|Menu|Overlay|Popover|Portal|Stack|Text|Transition|UnstyledButton|VisuallyHidden)',
    '@mantine/hooks/esm/(?!use-drag|use-debounced-callback)[a-z-]+',
    '@floating-ui/[a-z-]+',
    'react-remove-scroll[a-z-]*|react-style-singleton|use-sidecar|use-callback-ref',
  ].join('|'),
);

const zod = packages('zod');
const tslib = packages('tslib');

const signInPage = 'features/account/sign-in/SignInPage.tsx';
const chatParts = ['app/ChatRoute.tsx', 'app/AppStatus.tsx'];
const sitePages = [
  'features/site/features/FeaturesPage.tsx',
  'features/site/privacy/PrivacyPage.tsx',
  'features/account/sign-in/SignUpPage.tsx',
  'features/site/pricing/PricingPage.tsx',
  'features/site/docs/DocsPage.tsx',
  'features/site/docs/ApiDocsPage.tsx',
  'app/ShareRoute.tsx',
];

type ModuleTest = (id: string) => boolean;
type FindModules = (...files: readonly string[]) => ReadonlySet<string>;

/**
 * Groups modules that several parts of the app share, because separate files would need 45 more requests
 * before the chat. A group contains its modules and their imports, except those of earlier groups.
 */
export function chunkGroups(renderer: string, onEveryPage: RegExp) {
  /** Defines a chunk whose modules are chosen once the bundler knows all modules. */
  const chosen = (
    name: string,
    choose: (below: FindModules, needsZod: ModuleTest) => ModuleTest,
    minShareCount: number,
  ) => {
    let has: ModuleTest | null = null;
    return {
      name: (id: string, graph: ModuleGraph) => {
        has ??= choose(
          (...files) =>
            closureOf(
              graph,
              files.map((file) => join(renderer, file)),
            ),
          (module) => [...closureOf(graph, [module])].some((needed) => zod.test(needed)),
        );
        return has(id) ? name : null;
      },
      debugName: name,
      minShareCount,
    };
  };
  return [
    { name: 'zod', test: zod },
    // Modules that every page needs, and modules that the landing page shares with the chat.
    chosen(
      'base',
      (below) => {
        const entry = below('main.tsx');
        const landing = below('features/site/landing/LandingPage.tsx');
        const chat = below(...chatParts);
        return (id) => entry.has(id) || onEveryPage.test(id) || (landing.has(id) && chat.has(id));
      },
      1,
    ),
    // Modules that sign-in, other public pages and the service's client share with the chat.
    chosen(
      'shared',
      (below, needsZod) => {
        const others = [signInPage, ...sitePages, 'lib/supabase-library.ts'].map((file) => below(file));
        const chat = below(...chatParts);
        return (id) =>
          tslib.test(id) || (chat.has(id) && !needsZod(id) && others.some((part) => part.has(id)));
      },
      2,
    ),
    // Modules that other public pages share with the landing page. Separate files would need more requests.
    chosen(
      'site',
      (below) => {
        const landing = below('features/site/landing/LandingPage.tsx');
        return (id) => landing.has(id);
      },
      2,
    ),
    { name: 'ui', test: chatLibraries },
    { name: 'menus', test: menuLibraries },
    {
      name: 'components',
      test: /node_modules[\\/]@mantine[\\/].*\.mjs$/,
      entriesAware: true,
      minShareCount: 2,
    },
    { name: 'icons', test: packages('@tabler'), minShareCount: 2 },
    chosen(
      'sign-in',
      (below) => {
        const signIn = below(signInPage);
        return (id) => signIn.has(id);
      },
      2,
    ),
    chosen(
      'app',
      (below) => {
        const chat = below(...chatParts);
        return (id) => chat.has(id);
      },
      2,
    ),
  ];
}

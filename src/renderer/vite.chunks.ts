import { join } from 'node:path';

/** Which modules a module imports, from the bundler. */
interface ModuleGraph {
  readonly getModuleInfo: (id: string) => { readonly importedIds: readonly string[] } | null;
}

/** An index of a package imports the whole package, but the build contains only the used modules. */
const isIndex = (id: string) =>
  /node_modules[\\/]@(?:mantine|tabler)[\\/].*[\\/]\S*(?:index|react)\.mjs$/.test(id);

/** The modules that these modules import, directly or not. */
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

/** The components that the chat shows first, and their dependencies. */
const chatComponents = packages(
  [
    '@mantine/core/esm/(?:core|utils)',
    '@mantine/core/esm/components/(?:CloseButton|FocusTrap|Group|Input|Loader|Menu|Overlay|Popover|Portal|Stack|Text|Transition|UnstyledButton|VisuallyHidden)',
    '@mantine/hooks/esm/(?!use-drag|use-debounced-callback)[a-z-]+',
    '@floating-ui/[a-z-]+',
    'react-remove-scroll[a-z-]*|react-style-singleton|use-sidecar|use-callback-ref',
  ].join('|'),
);

const signInPage = 'features/account/sign-in/SignInPage.tsx';
const chatParts = ['app/ChatRoute.tsx', 'app/AppStatus.tsx'];
const sitePages = [
  'features/site/features/FeaturesPage.tsx',
  'features/site/privacy/PrivacyPage.tsx',
  'features/account/sign-in/SignUpPage.tsx',
  'features/site/pricing/PricingPage.tsx',
  'features/site/docs/DocsPage.tsx',
  'features/site/docs/ApiDocsPage.tsx',
];

type Has = (id: string) => boolean;
type Below = (...files: readonly string[]) => ReadonlySet<string>;

/**
 * The chunks of modules that several parts of the app share. Without them each such module would be a separate file: 45
 * more requests before the chat. A group contains its modules and their imports, except those of earlier groups.
 */
export function chunkGroups(renderer: string, onEveryPage: RegExp) {
  /** A chunk whose modules are chosen once the bundler knows all modules. */
  const chosen = (name: string, choose: (below: Below) => Has, minShareCount: number) => {
    let has: Has | null = null;
    return {
      name: (id: string, graph: ModuleGraph) => {
        has ??= choose((...files) =>
          closureOf(
            graph,
            files.map((file) => join(renderer, file)),
          ),
        );
        return has(id) ? name : null;
      },
      debugName: name,
      minShareCount,
    };
  };
  return [
    chosen(
      'base',
      (below) => {
        const entry = below('main.tsx');
        const landing = below('features/site/landing/LandingPage.tsx');
        const chat = below(...chatParts);
        return (id) => entry.has(id) || (landing.has(id) && chat.has(id)) || onEveryPage.test(id);
      },
      1,
    ),
    { name: 'schema', test: packages('zod/v4/mini|zod/mini'), entriesAware: true },
    { name: 'schema', test: /zod[\\/]v4[\\/]core[\\/](?!.*json-schema|registries|memoizer)/ },
    { name: 'zod', test: packages('zod') },
    { name: 'query', test: packages('@tanstack/(?:react-query|query-core)') },
    // Modules that sign-in and the chat need, including the client of the service.
    chosen(
      'service',
      (below) => {
        const client = below('lib/supabase-library.ts');
        const signIn = below(signInPage);
        const chat = below(...chatParts);
        return (id) => client.has(id) || (signIn.has(id) && chat.has(id));
      },
      2,
    ),
    // Modules that other public pages and the chat need.
    chosen(
      'site',
      (below) => {
        const site = below(...sitePages);
        const chat = below(...chatParts);
        return (id) => site.has(id) && chat.has(id);
      },
      2,
    ),
    { name: 'ui', test: chatComponents },
    {
      name: 'components',
      test: /node_modules[\\/]@mantine[\\/].*\.mjs$/,
      entriesAware: true,
      minShareCount: 2,
    },
    { name: 'icons', test: packages('@tabler'), entriesAware: true, entriesAwareMergeThreshold: 5_000 },
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

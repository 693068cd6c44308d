import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type Manifest, type Plugin, type UserConfig } from 'vite';
import { readInlineScript } from './vite.inline-script.ts';

/**
 * The exports of prerender.tsx that are used here. Declared again, because this TypeScript project does not include
 * that file.
 */
interface PrerenderExports {
  readonly brand: string;
  readonly publicPages: readonly PublicPage[];
  readonly notFoundPage: PublicPage;
  readonly appPages: readonly AppPage[];
  readonly titleOf: (title: string) => string;
  readonly renderPage: (path: string) => Promise<string>;
}

interface PublicPage {
  readonly path: string;
  readonly title: string;
  readonly description: string;
  readonly module: string;
  readonly part?: string;
  readonly isLive?: true;
  readonly data?: Readonly<Record<string, unknown>>;
}

interface AppPage {
  readonly file: string;
  readonly paths: readonly string[];
  readonly module?: string;
  readonly isUnlisted?: true;
  readonly containsStyles?: true;
}

/** Runs before the first paint. Inlined, because a file would delay the paint by one request. */
const earlyScript = 'before-paint.js';

const escapeHtml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');

/** Returns the file of a path: `docs/api.html` for `/docs/api`, as static hosts expect. */
const fileOf = (path: string) => (path === '/' ? 'index.html' : `${path.slice(1)}.html`);

/** Replaces the only match. Throws if there is none, or more than one. */
function replaceOnce(text: string, from: RegExp, to: string): string {
  if (text.match(new RegExp(from, 'g'))?.length !== 1)
    throw new Error(`index.html must have ${from} exactly once (vite.prerender.ts).`);
  return text.replace(from, () => to);
}

/** Returns the scripts that the modules need in addition to the entry's, and all styles, those of the entry first. */
function filesOf(manifest: Manifest, modules: readonly string[]) {
  const found = new Set<string>();
  const scripts: string[] = [];
  const styles: string[] = [];
  const walk = (key: string, isEntry: boolean) => {
    const chunk = manifest[key];
    if (!chunk) throw new Error(`The build has no chunk for ${key} (app/public-pages.ts).`);
    if (found.has(key)) return;
    found.add(key);
    styles.push(...(chunk.css ?? []));
    // The template already contains the entry's scripts.
    if (!isEntry) scripts.push(chunk.file);
    for (const next of chunk.imports ?? []) walk(next, isEntry);
  };
  walk('index.html', true);
  for (const module of modules)
    walk(
      Object.keys(manifest).find((key) => key.includes(`/${module}?`)) ?? module.replace('../', ''),
      false,
    );
  return { scripts, styles };
}

const preload = (file: string) => `<link rel="modulepreload" crossorigin href="/${file}" />`;
const styleSheet = (file: string) => `<link rel="stylesheet" crossorigin href="/${file}" />`;

/**
 * Returns a link to a style sheet that the page already contains. Neither the browser nor the bundler's code loads it.
 */
const containedStyleSheet = (file: string) => `<link rel="stylesheet" disabled href="/${file}" />`;

/** Inlines the styles, so that the page paints after one response. They stay when the app shows another page. */
function withStyles(html: string, styles: readonly string[], textOf: (file: string) => string): string {
  const style = `<style>${styles.map(textOf).join('').trim()}</style>`;
  const links = styles.map((file) => `  ${containedStyleSheet(file)}\n  `).join('');
  return replaceOnce(
    replaceOnce(html.replaceAll(/\s*<link rel="stylesheet"[^>]*>/g, ''), /<\/head>/, `  ${style}\n  </head>`),
    /<\/body>/,
    `${links}</body>`,
  );
}

const ownScripts = /\s*<(?:script type="module"[^>]*><\/script|link rel="modulepreload"[^>]*)>/g;

/** Gives the scripts a low priority, because the page already contains the text. */
const withLateScripts = (html: string): string =>
  html.replaceAll(ownScripts, (element) => element.replace(/<\w+/, '$& fetchpriority="low"'));

/** Moves the app into a template, and adds the script that loads it at the first interaction (entry/load-app.js). */
function withAppOnDemand(html: string, path: string, loader: string): string {
  const app = html.match(ownScripts)?.join('') ?? '';
  return replaceOnce(
    html.replaceAll(ownScripts, ''),
    /<\/head>/,
    `  <template id="app" data-path="${path}">${app}\n    </template>\n    <script>${loader}</script>\n  </head>`,
  );
}

/**
 * Adds links to everything that the first screen of the page needs, so that the browser loads all of it in parallel.
 * A preload must have the mode and credentials of the later request: `crossorigin` matches the defaults of `fetch`.
 */
function appPageOf(
  template: string,
  manifest: Manifest,
  { module, isUnlisted, containsStyles }: AppPage,
  textOf: (file: string) => string,
): string {
  const own = filesOf(manifest, module === undefined ? [] : [module]);
  const head = [
    ...own.scripts.map(preload),
    ...(containsStyles ? [] : own.styles.filter((file) => !template.includes(file)).map(styleSheet)),
    '<link rel="preload" as="fetch" crossorigin href="/config.json" />',
    ...(isUnlisted
      ? ['<meta name="robots" content="noindex" />', '<meta name="referrer" content="no-referrer" />']
      : []),
  ];
  const html = replaceOnce(template, /<\/head>/, `  ${head.join('\n    ')}\n  </head>`);
  return containsStyles ? withStyles(html, own.styles, textOf) : html;
}

interface Head {
  readonly page: PublicPage;
  readonly title: string;
  readonly brand: string;
  /** The site's URL, such as `https://clover.example`. Empty if only the server can determine it. */
  readonly origin: string;
  readonly isFound: boolean;
}

function headOf({ page, title, brand, origin, isFound }: Head): string[] {
  const meta = (kind: 'name' | 'property', key: string, content: string) =>
    `<meta ${kind}="${key}" content="${escapeHtml(content)}" />`;
  if (!isFound) return [meta('name', 'robots', 'noindex')];
  // The server turns paths that start with a slash into URLs (src/service/http/web-routes.ts).
  return [
    `<link rel="canonical" href="${origin}${page.path}" />`,
    meta('property', 'og:type', 'website'),
    meta('property', 'og:site_name', brand),
    meta('property', 'og:title', title),
    meta('property', 'og:description', page.description),
    meta('property', 'og:url', `${origin}${page.path}`),
    meta('property', 'og:image', `${origin}/og.png`),
    meta('property', 'og:image:width', '1200'),
    meta('property', 'og:image:height', '630'),
    meta('property', 'og:image:alt', `${brand}: private, and you can check it`),
    meta('name', 'twitter:card', 'summary_large_image'),
    ...(page.data
      ? [
          `<script type="application/ld+json">${JSON.stringify({ '@context': 'https://schema.org', ...page.data }).replaceAll('<', '\\u003c')}</script>`,
        ]
      : []),
  ];
}

/**
 * Prerenders the public pages after the web build and saves the app's pages. `.vite/routes.json` maps paths for the
 * server, `_redirects` for static hosts. If set, `CLOVER_PUBLIC_URL` makes the URLs absolute.
 */
export function prerenderPages(root: string, shared: UserConfig): Plugin {
  const origin = (process.env['CLOVER_PUBLIC_URL'] ?? '').replace(/\/+$/, '');

  async function prerenderAll(out: string, textOf: (file: string) => string): Promise<void> {
    // Built inside the project, so that Node finds the external packages.
    const cache = join(root, 'node_modules/.cache');
    await mkdir(cache, { recursive: true });
    const code = await mkdtemp(join(cache, 'clover-prerender-'));
    try {
      await prerenderWith(code, out, textOf);
    } finally {
      await rm(code, { recursive: true });
    }
  }

  async function prerenderWith(code: string, out: string, textOf: (file: string) => string): Promise<void> {
    await build({
      ...shared,
      configFile: false,
      publicDir: false,
      logLevel: 'warn',
      build: {
        ...shared.build,
        ssr: 'prerender.tsx',
        outDir: code,
        manifest: false,
        minify: false,
        rolldownOptions: { ...shared.build?.rolldownOptions, output: { entryFileNames: 'prerender.js' } },
      },
    });
    const site = (await import(pathToFileURL(join(code, 'prerender.js')).href)) as PrerenderExports;
    const manifest = JSON.parse(textOf('.vite/manifest.json')) as Manifest;
    const early = await readInlineScript(join(String(shared.publicDir), earlyScript));
    const loader = await readInlineScript(join(String(shared.root), 'entry/load-app.js'));
    const template = replaceOnce(
      textOf('index.html'),
      /<script src="\/before-paint\.js"><\/script>/,
      `<script>${early.code}</script>`,
    );

    const draw = async (page: PublicPage, isFound: boolean) => {
      const { scripts, styles } = filesOf(manifest, [page.module, ...(page.part ? [page.part] : [])]);
      const title = site.titleOf(page.title);
      const head = [...headOf({ page, title, brand: site.brand, origin, isFound }), ...scripts.map(preload)];
      let html = replaceOnce(template, /<title>[^<]*<\/title>/, `<title>${escapeHtml(title)}</title>`);
      html = replaceOnce(
        html,
        /<meta name="description"[^>]*>/,
        `<meta name="description" content="${escapeHtml(page.description)}" />`,
      );
      html = replaceOnce(html, /\s*<noscript>.*<\/noscript>/, '');
      html = replaceOnce(html, /<\/head>/, `  ${head.join('\n    ')}\n  </head>`);
      html = withStyles(html, styles, textOf);
      html = page.isLive ? withLateScripts(html) : withAppOnDemand(html, page.path, loader.code);
      html = replaceOnce(
        html,
        /<div id="root"><\/div>/,
        `<div id="root" data-page="${page.path}">${await site.renderPage(page.path)}</div>`,
      );
      const file = join(out, fileOf(page.path));
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, html);
    };

    for (const page of site.appPages)
      await writeFile(join(out, page.file), appPageOf(template, manifest, page, textOf));
    for (const page of site.publicPages) await draw(page, true);
    await draw(site.notFoundPage, false);

    const pages = Object.fromEntries(site.publicPages.map(({ path }) => [path, fileOf(path)]));
    const app = Object.fromEntries(
      site.appPages.flatMap(({ file, paths }) => paths.map((path) => [path, file])),
    );
    const routes = {
      pages,
      app,
      notFound: fileOf(site.notFoundPage.path),
      inlineScripts: [early.hash, loader.hash],
    };
    // Delete the copied file, because pages contain it inline.
    await rm(join(out, earlyScript));
    await writeFile(join(out, '.vite/routes.json'), JSON.stringify(routes, null, 2));
    await writeFile(
      join(out, '_redirects'),
      [
        ...Object.entries(app).map(([path, file]) => `${path} /${file} 200`),
        `/* /${routes.notFound} 404`,
        '',
      ].join('\n'),
    );
  }

  return {
    name: 'clover:prerender',
    apply: 'build',
    writeBundle: {
      order: 'post',
      // Read the bundle instead of the folder, because another build may be writing there.
      handler: ({ dir = '' }, bundle) =>
        prerenderAll(dir, (file) => {
          const asset = bundle[file];
          if (asset?.type !== 'asset') throw new Error(`The build has no ${file} (vite.prerender.ts).`);
          return String(asset.source);
        }),
    },
  };
}

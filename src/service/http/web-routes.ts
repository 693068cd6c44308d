import { z } from 'zod';

/** Describes the build's pages (`.vite/routes.json`, written by src/renderer/vite.prerender.ts). */
const routesSchema = z.object({
  /** Files of prerendered pages, by path. */
  pages: z.record(z.string(), z.string()),
  /** Files of pages that the app renders itself, by path. A path ending in `/*` matches all paths below it. */
  app: z.record(z.string(), z.string()),
  notFound: z.string(),
  /** The hashes of the scripts that pages contain. They become part of a header. */
  inlineScripts: z.array(z.string().regex(/^sha256-[\w+/]+=*$/)),
});

export type WebRoutes = z.infer<typeof routesSchema>;

/**
 * Parses the build's list of pages. Returns null for another format, e.g. of an older build. One page then serves all
 * paths.
 */
export function readRoutes(text: string): WebRoutes | null {
  try {
    return routesSchema.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

/** Finds the file for a path, and reports whether the path exists. */
export function pageAt(
  routes: WebRoutes,
  path: string,
): { readonly file: string; readonly isFound: boolean } {
  const page = Object.hasOwn(routes.pages, path) ? routes.pages[path] : undefined;
  if (page !== undefined) return { file: page, isFound: true };
  const app = Object.entries(routes.app).find(([known]) =>
    known.endsWith('/*') ? path.startsWith(known.slice(0, -1)) : known === path,
  );
  return app ? { file: app[1], isFound: true } : { file: routes.notFound, isFound: false };
}

/** Adds the origin to canonical links and preview images, because the build doesn't know it. */
export const withOrigin = (html: string, origin: string): string =>
  html.replace(/(rel="canonical" href="|property="og:(?:url|image)" content=")(?=\/)/g, `$1${origin}`);

/** Lets search engines index only pages that are the same for everyone. */
export const robotsText = (routes: WebRoutes, origin: string): string =>
  [
    'User-agent: *',
    ...Object.keys(routes.app)
      .filter((path) => !path.endsWith('/*'))
      .map((path) => `Disallow: ${path}`),
    'Disallow: /functions/',
    '',
    `Sitemap: ${origin}/sitemap.xml`,
    '',
  ].join('\n');

export const siteMap = (routes: WebRoutes, origin: string): string =>
  [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...Object.keys(routes.pages).map((path) => `  <url><loc>${origin}${path}</loc></url>`),
    '</urlset>',
    '',
  ].join('\n');

import { z } from 'zod';

/** What the build says of its pages (`.vite/routes.json`, written by src/renderer/vite.prerender.ts). */
const routesSchema = z.object({
  /** Address to file, for the pages that were drawn in advance. */
  pages: z.record(z.string(), z.string()),
  /** Addresses that the app draws itself; `/*` at the end stands for all below. */
  app: z.array(z.string()),
  shell: z.string(),
  notFound: z.string(),
});

export type WebRoutes = z.infer<typeof routesSchema>;

/** Rejects nothing: a build without the file, or with another one, has one page for all addresses. */
export function readRoutes(text: string): WebRoutes | null {
  try {
    return routesSchema.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

/** The file that shows an address, and whether anything is there. */
export function pageAt(
  routes: WebRoutes,
  path: string,
): { readonly file: string; readonly isFound: boolean } {
  const drawn = Object.hasOwn(routes.pages, path) ? routes.pages[path] : undefined;
  if (drawn !== undefined) return { file: drawn, isFound: true };
  const isApp = routes.app.some((known) =>
    known.endsWith('/*') ? path.startsWith(known.slice(0, -1)) : known === path,
  );
  return isApp ? { file: routes.shell, isFound: true } : { file: routes.notFound, isFound: false };
}

/** Completes the addresses by which search engines and previews know a page: the build cannot know where it stands. */
export const withOrigin = (html: string, origin: string): string =>
  html.replace(/(rel="canonical" href="|property="og:(?:url|image)" content=")(?=\/)/g, `$1${origin}`);

/** Search engines are led to the pages that are the same for everybody. */
export const robotsText = (routes: WebRoutes, origin: string): string =>
  [
    'User-agent: *',
    ...routes.app.filter((path) => !path.endsWith('/*')).map((path) => `Disallow: ${path}`),
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

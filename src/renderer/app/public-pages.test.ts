import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { sharePath } from '../../shared/sharing/share-link.ts';
import { paths } from '../lib/paths.ts';
import { appPages, publicPages } from './public-pages.ts';

/** Pages of the desktop app only. App.tsx renders them before the routes, without a server. */
const desktopPaths: readonly string[] = [paths.quickAsk];

/** Reads the URLs as the server does (src/service/http/web-routes.ts). */
const isServed = (path: string) =>
  publicPages.some((page) => page.path === path) ||
  appPages.some((page) =>
    page.paths.some((known) => (known.endsWith('/*') ? path.startsWith(known.slice(0, -1)) : known === path)),
  );

describe('the URLs that the server serves', () => {
  it.each(Object.entries(paths).filter(([, path]) => !desktopPaths.includes(path)))(
    'include %s: without an entry, %s would return 404 [SITE-023]',
    (_, path) => {
      expect(isServed(path)).toBe(true);
    },
  );

  it('include every route in paths.ts', () => {
    const source = readFileSync('src/renderer/app/AppRoutes.tsx', 'utf8');
    const routes = [...source.matchAll(/\bpath=(\S+)/g)].map(([, value]) => value ?? '');
    expect(routes.length).toBeGreaterThan(10);
    for (const route of routes.filter((value) => value !== '"*"')) {
      const name = /^\{(?:`\$\{)?paths\.(\w+)\}(?:\/\*`\})?$/.exec(route)?.[1];
      expect(Object.keys(paths)).toContain(name);
    }
  });

  it('include links to shared chats, which need an id', () => {
    expect([isServed(`${sharePath}/id`), isServed(sharePath)]).toEqual([true, false]);
  });

  it('exclude pages that only the desktop app has', () => {
    expect(desktopPaths.filter(isServed)).toEqual([]);
  });

  it('are unique', () => {
    const all = [...publicPages.map(({ path }) => path), ...appPages.flatMap((page) => page.paths)];
    expect(new Set(all).size).toBe(all.length);
  });
});

import { readFileSync } from 'node:fs';
import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { documentFiles } from '../features/site/docs/document-files.ts';
import { documentPath, documentGroups, documents } from '../features/site/docs/documents.ts';
import type { DocumentNode } from '../features/site/docs/parsed-document.ts';
import { startFakeService } from '../testing/fake-service.ts';
import { renderApp } from '../testing/render-app.tsx';
import { AppRoutes } from './AppRoutes.tsx';
import { publicPages } from './public-pages.ts';

const heading = (level: number, name: string) => screen.findByRole('heading', { level, name });
const entries = documentGroups.flatMap((group) => group.entries);
const menu = () => within(screen.getByRole('navigation', { name: 'Documentation', hidden: true }));

it('the footer links to the documentation, whose table of contents links to each page and marks the current one [SITE-080]', async () => {
  startFakeService();
  const { user, address } = renderApp(<AppRoutes />);
  const foot = within(await screen.findByRole('navigation', { name: 'Footer' }));
  await user.click(foot.getByRole('link', { name: 'Docs' }));
  await heading(1, 'Documentation');
  expect(address()).toBe('/docs');
  expect(
    within(screen.getByRole('article'))
      .getAllByRole('link')
      .map((link) => link.getAttribute('href')),
  ).toEqual(entries.map(({ path }) => path));
  for (const { title, path } of entries) {
    await user.click(menu().getByRole('link', { name: title, hidden: true }));
    await heading(1, title);
    expect(address()).toBe(path);
    expect(menu().getByRole('link', { name: title, hidden: true })).toHaveAttribute('aria-current', 'page');
  }
});

it.each(Object.entries(documents))('/docs/%s shows its file, with its title once', async (_, document) => {
  startFakeService();
  renderApp(<AppRoutes />, document.path);
  expect(await heading(1, document.title)).toBeVisible();
  const text = readFileSync(`docs/${document.file}.md`, 'utf8');
  const sections = [...text.matchAll(/^## (.+)$/gm)].map(([, section = '']) => section.replaceAll('`', ''));
  const headings = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);
  expect(headings).toEqual(expect.arrayContaining(sections));
  expect(screen.getAllByRole('heading', { name: document.title })).toHaveLength(1);
  expect(publicPages.map(({ path }) => path)).toContain(document.path);
});

const allFiles = Object.keys(import.meta.glob('../../../docs/*.md')).map((path) => path.split('/').at(-1)!);

const linksOf = (nodes: readonly DocumentNode[]): readonly string[] =>
  nodes.flatMap((node) => {
    if (typeof node === 'string') return [];
    const [name, { href }, ...inner] = node;
    return [...(name === 'a' && href ? [href] : []), ...linksOf(inner)];
  });

it('every link between documents opens an existing page and anchor, or names an unpublished file', async () => {
  const parsed = await Promise.all(
    Object.values(documents).map(async ({ file, path }) => ({ path, ...(await documentFiles.load(file)) })),
  );
  const anchors = new Set(
    parsed.flatMap(({ path, headings }) => [path, ...headings.map(({ id }) => `${path}#${id}`)]),
  );
  const links = parsed.flatMap(({ path, nodes }) => linksOf(nodes).map((href) => ({ path, href })));
  expect(links.length).toBeGreaterThan(15);
  const unpublished = new Set(allFiles.filter((file) => documentPath(file) === null));
  for (const { path, href } of links) {
    if (/^https?:/.test(href) || unpublished.has(href.replace(/#.*/, ''))) continue;
    const address = documentPath(href);
    expect(anchors, `${href} in ${path}`).toContain(address?.startsWith('#') ? path + address : address);
  }
});

it('code in a document is copied unchanged', async () => {
  startFakeService();
  const { user } = renderApp(<AppRoutes />, documents.deployment.path);
  await heading(1, 'Going live');
  const [sample] = screen.getAllByRole('figure', { name: 'sh' });
  await user.click(within(sample!).getByRole('button', { name: 'Copy' }));
  expect(await navigator.clipboard.readText()).toBe(sample!.querySelector('code')?.textContent);
});

it('the search finds a section by its words and opens it', async () => {
  startFakeService();
  const { user, address } = renderApp(<AppRoutes />, documents.glossary.path);
  await heading(1, 'Glossary');
  const field = screen.getByRole('searchbox', { name: 'Search the documentation' });
  await user.type(field, 'restore backup');
  const hits = within(field.closest<HTMLElement>('search')!);
  expect(await hits.findByText(/results?$/)).toBeVisible();
  const link = hits
    .getAllByRole('link')
    .find((one) => one.getAttribute('href')?.startsWith('/docs/deployment#'));
  await user.click(link!);
  await heading(1, 'Going live');
  expect(address()).toMatch(/^\/docs\/deployment#/);
  expect(field).not.toBeInTheDocument();
});

it('the search shows a message if nothing matches', async () => {
  startFakeService();
  const { user } = renderApp(<AppRoutes />, '/docs');
  await heading(1, 'Documentation');
  await user.type(screen.getByRole('searchbox'), 'zebra crossing');
  expect(await screen.findByText('No results. Try another word.')).toBeVisible();
});

it('an unknown document shows "not found"', async () => {
  startFakeService();
  renderApp(<AppRoutes />, '/docs/secrets');
  expect(await heading(1, 'Page not found')).toBeVisible();
  expect(publicPages.map(({ path }) => path)).not.toContain('/docs/secrets');
});

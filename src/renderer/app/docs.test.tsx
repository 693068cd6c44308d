import { readFileSync } from 'node:fs';
import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { documentList, documents } from '../features/site/docs/documents.ts';
import { startFakeService } from '../testing/fake-service.ts';
import { renderApp } from '../testing/render-app.tsx';
import { AppRoutes } from './AppRoutes.tsx';
import { appPaths } from './public-pages.ts';

const heading = (level: number, name: string) => screen.findByRole('heading', { level, name });

it('the footer links to the documentation, which links to each document [SITE-080]', async () => {
  startFakeService();
  const { user, address } = renderApp(<AppRoutes />);
  const foot = within(await screen.findByRole('navigation', { name: 'Footer' }));
  await user.click(foot.getByRole('link', { name: 'Docs' }));
  await heading(1, 'Documentation');
  expect(address()).toBe('/docs');
  const main = within(screen.getByRole('main'));
  expect(main.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual(
    documentList.map(({ path }) => path),
  );
  for (const { title, path } of documentList) {
    await user.click(within(screen.getByRole('main')).getByRole('link', { name: title }));
    await heading(1, title);
    expect(address()).toBe(path);
    await user.click(foot.getByRole('link', { name: 'Docs' }));
    await heading(1, 'Documentation');
  }
});

it.each([
  ['deployment', 'deployment'],
  ['desktop', 'desktop'],
  ['architecture', 'ARCHITECTURE'],
  ['data-model', 'data-model'],
  ['scaling', 'scaling'],
] as const)('/docs/%s shows docs/%s.md, without its title twice', async (name, file) => {
  startFakeService();
  const { path, title } = documents[name];
  renderApp(<AppRoutes />, path);
  expect(await heading(1, title)).toBeVisible();
  const [, section = ''] = /^## (.+)$/m.exec(readFileSync(`docs/${file}.md`, 'utf8')) ?? [];
  expect(await screen.findByRole('heading', { name: section })).toBeVisible();
  expect(screen.getAllByRole('heading', { name: title })).toHaveLength(1);
  // Otherwise the server answers 404 at the address.
  expect(appPaths).toContain(path);
});

it('an address that names no document is not found', async () => {
  startFakeService();
  renderApp(<AppRoutes />, '/docs/secrets');
  expect(await heading(1, 'Page not found')).toBeVisible();
  expect(appPaths).not.toContain('/docs/*');
});

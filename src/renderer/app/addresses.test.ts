import { expect, it } from 'vitest';
import { consolePages, pageUrl } from '../features/admin/pages.ts';
import { paths } from '../lib/paths.ts';

it('links administrators from a failed message to an existing page of the console', () => {
  expect(consolePages.map(({ path }) => pageUrl(path))).toContain(paths.adminVendors);
});

it('gives administrators a page each for users, roles, vendors, models, keys and settings [SITE-005]', () => {
  const addresses = consolePages.map(({ path }) => pageUrl(path));
  for (const subject of ['users', 'roles', 'api-vendors', 'api-models', 'api-keys', 'settings'])
    expect(addresses).toContain(`${paths.admin}/${subject}`);
});

import { expect, it } from 'vitest';
import { addressOf, consolePages } from '../features/admin/pages.ts';
import { paths } from '../lib/paths.ts';

it('leads administrators from a failed message to a page that the console has', () => {
  expect(consolePages.find((page) => addressOf(page) === paths.adminVendors)?.Screen).toBeDefined();
});

it('gives administrators a page each for users, roles, vendors, models, keys and settings [SITE-005]', () => {
  const addresses = consolePages.map((page) => addressOf(page));
  for (const subject of ['users', 'roles', 'api-vendors', 'api-models', 'api-keys', 'settings'])
    expect(addresses).toContain(`${paths.admin}/${subject}`);
});

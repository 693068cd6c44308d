import { expect, it } from 'vitest';
import { addressOf, consolePages } from '../features/admin/pages.ts';
import { paths } from '../lib/paths.ts';

it('leads administrators from a failed message to a page that the console has', () => {
  expect(consolePages.find((page) => addressOf(page) === paths.adminVendors)?.Screen).toBeDefined();
});

import type { Page } from 'playwright/test';
import { administratorPassword } from './service.ts';

/** Signs the administrator of the first start in, and opens a page of the console. */
export async function enterConsole(page: Page, address: string): Promise<void> {
  await page.goto(`/signin?redirectTo=${encodeURIComponent(address)}`);
  await page.getByLabel('Email').first().fill('admin@clover.local');
  await page.getByLabel('Password').first().fill(administratorPassword);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
}

import type { Page } from 'playwright/test';

/** Opens the account menu of the chat page. On a narrow screen the menu is in the drawer. */
export async function openAccountMenu(page: Page): Promise<void> {
  const menu = page.getByRole('button', { name: /^Account menu/ });
  const drawer = page.getByRole('button', { name: 'Open sidebar' });
  await menu.or(drawer).first().waitFor();
  if (!(await menu.isVisible())) await drawer.click();
  await menu.click();
}

export async function chooseInAccountMenu(page: Page, entry: string): Promise<void> {
  await openAccountMenu(page);
  await page.getByRole('menuitem', { name: entry, exact: true }).click();
}

/** Signs out a guest who has chats. These can't be opened again. */
export async function signOutGuest(page: Page): Promise<void> {
  await chooseInAccountMenu(page, 'Sign Out');
  const dialog = page.getByRole('dialog', { name: 'Sign out and lose your chats?' });
  await dialog.getByRole('button', { name: 'Sign out' }).click();
}

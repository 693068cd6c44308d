import type { Page } from 'playwright';
import type { Screen } from './screen.ts';

/** Creates the project once, because all screens of a viewer share an account. */
async function openProject(page: Page): Promise<void> {
  await page.goto('/history?project=all');
  await page.getByRole('heading', { level: 1, name: 'All projects' }).waitFor();
  const project = page.locator('#conversation').getByRole('link', { name: 'Trip to Lisbon' }).first();
  const create = page.locator('#conversation').getByRole('button', { name: 'New project' });
  await create.waitFor();
  if (await project.isVisible()) return project.click();
  await create.click();
  await page.getByLabel('Name', { exact: true }).fill('Trip to Lisbon');
  await page.getByRole('radio', { name: 'Blue' }).check({ force: true });
  await page.getByRole('button', { name: 'Create project' }).click();
  await page.getByRole('heading', { level: 1, name: 'Trip to Lisbon' }).waitFor();
}

export const projectScreens: readonly Screen[] = [
  {
    name: 'project',
    viewer: 'user',
    open: async ({ page }) => {
      await openProject(page);
      await page.getByText('No chats in this project yet').waitFor();
      await page.getByText('Project settings').click();
    },
  },
  {
    name: 'project-delete',
    viewer: 'user',
    open: async ({ page }) => {
      await openProject(page);
      await page
        .locator('#conversation')
        .getByRole('button', { name: /^Options for project/ })
        .click();
      await page.getByRole('menuitem', { name: 'Delete' }).click();
      await page.getByRole('button', { name: 'Delete project' }).waitFor();
    },
  },
  {
    name: 'projects',
    viewer: 'user',
    open: async ({ page }) => {
      await openProject(page);
      await page.goto('/history?project=all');
      await page.locator('#conversation').getByRole('link', { name: 'Trip to Lisbon' }).first().waitFor();
    },
  },
  {
    name: 'project-move',
    viewer: 'user',
    open: async ({ page }) => {
      await openProject(page);
      await page.goto('/history');
      await page
        .locator('#conversation')
        .getByRole('button', { name: /^Options for/ })
        .first()
        .click();
      await page.getByRole('menuitem', { name: 'Move to project…' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Trip to Lisbon' }).first().waitFor();
    },
  },
];

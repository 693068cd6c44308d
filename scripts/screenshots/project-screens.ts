import type { Page } from 'playwright';
import { pdf } from '../../e2e/support/pdf.ts';
import type { Screen, Stage } from './screen.ts';

/** Creates the project once, because all screens of a viewer share an account. */
async function openProject(page: Page): Promise<void> {
  await page.goto('/history?project=all');
  await page.getByRole('heading', { level: 1, name: 'All projects' }).waitFor();
  const project = page.locator('#conversation').getByRole('link', { name: 'Trip to Lisbon' }).first();
  const create = page.locator('#conversation').getByRole('button', { name: 'New project' });
  await create.waitFor();
  // The list loads after the heading is shown.
  await page
    .locator('#conversation')
    .getByText(/Trip to Lisbon|No projects yet/)
    .first()
    .waitFor();
  if (await project.isVisible()) return project.click();
  await create.click();
  await page.getByLabel('Name', { exact: true }).fill('Trip to Lisbon');
  await page.getByRole('radio', { name: 'Blue' }).check({ force: true });
  await page.getByRole('button', { name: 'Create project' }).click();
  await page.getByRole('heading', { level: 1, name: 'Trip to Lisbon' }).waitFor();
}

/** Opens the project with a document and a refused file. */
async function openFiles(page: Page): Promise<void> {
  await openProject(page);
  const files = page.locator('#conversation').getByRole('region', { name: 'Files' });
  await files.getByText('No files yet').waitFor();
  await files.locator('input[type=file]').setInputFiles([
    {
      name: 'The plan of the trip.pdf',
      mimeType: 'application/pdf',
      buffer: pdf(['Day one: Alfama on foot', 'Day two: the train to Sintra']),
    },
    { name: 'empty.txt', mimeType: 'text/plain', buffer: Buffer.alloc(0) },
  ]);
  await files.getByRole('button', { name: 'Open The plan of the trip.pdf' }).waitFor();
  await files.getByRole('alert').waitFor();
}

/** Opens a new chat in the project with a question about its files. */
async function askAboutFiles({ page, chat }: Stage): Promise<void> {
  await openFiles(page);
  await page.locator('#conversation').getByRole('link', { name: 'New chat in this project' }).click();
  await chat.input.fill('Which day is the train to Sintra?');
  await page.getByRole('button', { name: 'With project files' }).waitFor();
}

export const projectScreens: readonly Screen[] = [
  {
    name: 'project',
    viewer: 'newcomer',
    open: async ({ page }) => {
      await openProject(page);
      await page.getByText('No chats in this project yet').waitFor();
      await page.getByText('Project settings').click();
    },
  },
  {
    name: 'project-delete',
    viewer: 'newcomer',
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
    viewer: 'newcomer',
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
  {
    name: 'project-files',
    viewer: 'newcomer',
    open: async ({ page }) => openFiles(page),
  },
  {
    name: 'project-files-open',
    viewer: 'newcomer',
    open: async ({ page }) => {
      await openFiles(page);
      await page.getByRole('button', { name: 'Open The plan of the trip.pdf' }).click();
      await page.getByRole('dialog').getByText('Day two: the train to Sintra').waitFor();
    },
  },
  {
    name: 'project-files-preview',
    viewer: 'newcomer',
    open: async (stage) => {
      await askAboutFiles(stage);
      await stage.page.getByRole('button', { name: 'With project files' }).click();
      await stage.page.getByRole('dialog').getByText('Day two: the train to Sintra').waitFor();
    },
  },
  {
    name: 'project-files-reply',
    viewer: 'newcomer',
    open: async (stage) => {
      await askAboutFiles(stage);
      await stage.chat.input.press('Enter');
      await stage.page.getByText('From your files:').waitFor();
      await stage.chat.replyEnds();
    },
  },
];

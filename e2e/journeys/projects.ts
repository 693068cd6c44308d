import { expect } from 'playwright/test';
import { ChatPage } from '../support/chat-page.ts';
import { callsTo, scriptReplies } from '../support/journey.ts';
import { isAt, type Place } from '../support/place.ts';

/**
 * Creates a project, moves a chat into it and undoes that, starts a chat with the project's instructions, and deletes the
 * project while a reply is written in it. Needs an open, empty chat.
 */
export async function workInProject({ page, vendor }: Pick<Place, 'page' | 'vendor'>): Promise<void> {
  const chat = new ChatPage(page);
  const main = page.locator('#conversation');
  scriptReplies(vendor, { kind: 'reply', text: 'In spring.' });
  await chat.send('When do roses grow?');
  await expect(chat.message('In spring.')).toBeVisible();
  await chat.replyEnds();

  // Users without projects see one entry.
  await page.getByRole('button', { name: 'New project' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Garden');
  await page.getByRole('radio', { name: 'Green' }).check({ force: true });
  await page.getByRole('button', { name: 'Create project' }).click();
  await expect(page).toHaveURL(isAt('/history'));
  await expect(main.getByRole('heading', { level: 1, name: 'Garden' })).toBeVisible();
  await main.getByText('Project settings').click();
  await main.getByLabel('Instructions').fill('Answer as a gardener.');
  await main.getByRole('button', { name: 'Save instructions' }).click();
  await expect(main.getByRole('button', { name: 'Save instructions' })).toBeHidden();

  const entry = await chat.entry(/^When do roses grow/);
  const garden = page.getByRole('region', { name: 'Projects' }).getByRole('link', { name: 'Garden' });
  await entry.dragTo(garden);
  await expect(page.getByText('Chat moved: When do roses grow?')).toBeVisible();
  await expect(main.getByRole('link', { name: /^When do roses grow/ })).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(main.getByRole('link', { name: /^When do roses grow/ })).toBeHidden();
  await entry.click();
  await page.getByRole('button', { name: 'Chat actions' }).click();
  await page.getByRole('menuitem', { name: 'Move to project…' }).click();
  await page.getByRole('dialog', { name: 'Move to project' }).getByRole('button', { name: 'Garden' }).click();
  await expect(main.getByRole('link', { name: 'Garden' })).toBeVisible();

  // The project's instructions are part of the prompt, also in a new chat.
  scriptReplies(vendor, { kind: 'reply', text: 'Twice a week.' });
  await garden.click();
  await main.getByRole('link', { name: 'New chat in this project' }).click();
  await chat.send('How often do I water them?');
  await expect(chat.message('Twice a week.')).toBeVisible();
  await chat.replyEnds();
  expect(JSON.stringify(callsTo(vendor).at(-1)?.body)).toContain('Answer as a gardener.');
  await expect(
    page.getByRole('navigation', { name: 'Chats' }).getByRole('button', { name: /^How often/ }),
  ).toHaveCount(0);

  // After a reload, both chats are in the project, and the search finds only these.
  await garden.click();
  await page.reload();
  for (const title of [/^When do roses grow/, /^How often/])
    await expect(main.getByRole('link', { name: title })).toBeVisible();
  await main.getByRole('searchbox', { name: 'Search in this project' }).fill('water');
  await expect(main.getByRole('link', { name: /^How often/ })).toBeVisible();
  await expect(main.getByRole('link', { name: /^When do roses grow/ })).toBeHidden();

  // The project is deleted while a reply is written in it. The reply arrives outside the project.
  await main
    .getByRole('link', { name: /^How often/ })
    .first()
    .click();
  const end = Promise.withResolvers<void>();
  scriptReplies(vendor, { kind: 'pace', text: 'At night they rest.', end: end.promise });
  await chat.send('And at night?');
  await expect(chat.message('At night they rest.')).toBeVisible();
  await garden.hover();
  await page
    .getByRole('region', { name: 'Projects' })
    .getByRole('button', { name: 'Options for project Garden' })
    .click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('button', { name: 'Keep chats' }).click();
  await expect(page.getByRole('button', { name: 'New project' })).toBeVisible();
  end.resolve();
  await chat.replyEnds();
  await expect(chat.message('At night they rest.')).toBeVisible();
  await expect(await chat.entry(/^How often/)).toBeVisible();
}

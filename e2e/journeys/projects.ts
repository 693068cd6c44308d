import { expect } from 'playwright/test';
import { ChatPage } from '../support/chat-page.ts';
import { callsTo, scriptReplies } from '../support/journey.ts';
import { isAt, type Place } from '../support/place.ts';

/**
 * Creates a project, moves a chat into it and undoes that, starts a chat with the project's instructions and persona, and
 * deletes the project while a reply is written in it. Needs an open, empty chat.
 */
export async function workInProject({ page, vendor }: Pick<Place, 'page' | 'vendor'>): Promise<void> {
  const chat = new ChatPage(page);
  const main = page.locator('#conversation');
  scriptReplies(vendor, { kind: 'reply', text: 'In spring.' });
  await chat.send('When do roses grow?');
  await expect(chat.message('In spring.')).toBeVisible();
  await chat.replyEnds();

  await page.getByRole('button', { name: 'Chat parameters' }).click();
  const parameters = page.getByRole('dialog', { name: 'Chat parameters' });
  await parameters.getByLabel('Instructions for this chat').fill('Name the season.');
  await parameters.getByRole('button', { name: 'Save as persona' }).click();
  await expect(page.getByText('Persona saved')).toBeVisible();
  await parameters.getByRole('button', { name: 'Cancel' }).click();

  // Users without projects see one entry.
  await page.getByRole('button', { name: 'New project' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Garden');
  await page.getByRole('radio', { name: 'Green' }).check({ force: true });
  await page.getByRole('button', { name: 'Create project' }).click();
  await expect(page).toHaveURL(isAt('/history'));
  await expect(main.getByRole('heading', { level: 1, name: 'Garden' })).toBeVisible();
  await main.getByLabel('Instructions').fill('Answer as a gardener.');
  await main.getByRole('button', { name: 'Save instructions' }).click();
  await expect(main.getByRole('button', { name: 'Save instructions' })).toBeHidden();

  await main.getByLabel('Persona for new chats').selectOption('When do roses grow?');

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

  // The project's instructions are part of the prompt, even in a new chat. That chat also has the project's persona.
  scriptReplies(vendor, { kind: 'reply', text: 'Twice a week.' });
  await garden.click();
  await main.getByRole('link', { name: 'New chat in this project' }).click();
  await expect(page.getByRole('button', { name: 'Persona: When do roses grow?' })).toBeVisible();
  await chat.send('How often do I water them?');
  await expect(chat.message('Twice a week.')).toBeVisible();
  await chat.replyEnds();
  const request = JSON.stringify(callsTo(vendor).at(-1)?.body);
  expect(request).toContain('Answer as a gardener.');
  expect(request).toContain('Name the season.');
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

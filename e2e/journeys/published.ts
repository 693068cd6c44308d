// An administrator publishes a prompt and personas, and a user finds and uses them.
import { expect } from 'playwright/test';
import { chooseInAccountMenu } from '../support/account-menu.ts';
import { ChatPage } from '../support/chat-page.ts';
import { enterConsole } from '../support/enter-console.ts';
import { callsTo, scriptReplies } from '../support/journey.ts';
import { isAt, type Place } from '../support/place.ts';

interface Completion {
  readonly messages: readonly { readonly content: string }[];
}

const card = { spec: 'chara_card_v2', data: { name: 'Ada', description: '{{char}} loves numbers.' } };

/** In the console: publishes a prompt, a persona, and a character card. Ends signed out. */
export async function publishForEveryone(place: Place): Promise<void> {
  const { page, open, savedBy } = place;
  const form = page.getByRole('dialog');
  await enterConsole(place, '/admin/prompts');
  await page.getByRole('button', { name: 'Publish a prompt' }).first().click();
  await form.getByLabel('Name').fill('report');
  await form.getByLabel('Text', { exact: true }).fill('Write my weekly report.');
  await form.getByRole('button', { name: 'Publish' }).click();
  await expect(page.getByRole('cell', { name: /^\/report/ })).toBeVisible();

  await page.getByRole('navigation', { name: 'Admin Panel' }).getByRole('link', { name: 'Personas' }).click();
  await page.getByRole('button', { name: 'Publish a persona' }).first().click();
  await form.getByLabel('Name').fill('Latin teacher');
  await form.getByLabel('Instructions').fill('Answer in Latin.');
  await form.getByLabel('Starter prompt 1').fill('Translate "hello".');
  await form.getByRole('button', { name: 'Publish' }).click();
  await expect(page.getByRole('cell', { name: /^Latin teacher/ })).toBeVisible();
  await page.getByLabel('Persona file').setInputFiles({
    name: 'ada.json',
    mimeType: 'application/json',
    buffer: Buffer.from(JSON.stringify(card)),
  });
  await expect(page.getByRole('cell', { name: /^Ada/ })).toBeVisible();
  expect(await savedBy(() => page.getByRole('button', { name: 'Export all' }).click())).toBe(
    'clover-personas.json',
  );

  await page.getByRole('navigation', { name: 'Admin Panel' }).getByRole('link', { name: 'Logs' }).click();
  await expect(page.getByText(/persona published|published a persona/i).first()).toBeVisible();
  await open('/chat');
  await chooseInAccountMenu(page, 'Sign Out');
  await expect(page).not.toHaveURL(isAt('/chat'));
}

/**
 * As a signed-in user: inserts the published prompt, starts a chat with a published persona, mentions another persona
 * with `@` in one message, and copies a persona.
 */
export async function usePublished({ page, vendor, open }: Place): Promise<void> {
  const chat = new ChatPage(page);
  const systemPrompt = () => (callsTo(vendor).at(-1)?.body as Completion | undefined)?.messages[0]?.content;
  await chat.input.pressSequentially('/rep');
  await page
    .getByRole('group', { name: 'Prompts for everyone' })
    .getByRole('option', { name: /^report/ })
    .click();
  await expect(chat.input).toHaveValue('Write my weekly report.');
  await chat.input.fill('');

  await page.getByRole('button', { name: 'Choose a persona' }).click();
  await page
    .getByRole('list', { name: 'For everyone' })
    .getByRole('button', { name: /Latin teacher/ })
    .click();
  await page.getByRole('button', { name: 'Translate "hello".' }).click();
  scriptReplies(vendor, { kind: 'reply', text: 'Salve.' });
  await chat.input.press('Enter');
  await expect(chat.message('Salve.')).toBeVisible();
  await chat.replyEnds();
  expect(systemPrompt()).toBe('Answer in Latin.');

  await chat.input.pressSequentially('Dear @ad');
  await expect(page.getByRole('option', { name: /^Ada/ })).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Enter');
  const remove = page.getByRole('button', { name: "Don't use Ada for this message" });
  await expect(remove).toBeVisible();
  await expect(chat.input).toHaveValue('Dear ');
  await chat.input.pressSequentially('Ada, how many leaves?');
  scriptReplies(vendor, { kind: 'reply', text: 'Three, I counted.' });
  await chat.input.press('Enter');
  const reply = chat.message('Three, I counted.');
  await expect(reply).toBeVisible();
  await chat.replyEnds();
  expect(systemPrompt()).toContain('Ada loves numbers.');
  await expect(remove).toHaveCount(0);
  await reply.getByTitle('Reply details').click();
  await expect(page.getByRole('term').filter({ hasText: 'Persona' })).toBeVisible();
  await expect(page.getByRole('definition').filter({ hasText: /^Ada$/ })).toBeVisible();
  await page.keyboard.press('Escape');

  scriptReplies(vendor, { kind: 'reply', text: 'Tria.' });
  await chat.send('And in Latin?');
  await expect(chat.message('Tria.')).toBeVisible();
  await chat.replyEnds();
  expect(systemPrompt()).toBe('Answer in Latin.');

  await open('/account/personas');
  await page.getByRole('button', { name: 'Duplicate Ada' }).click();
  await page.getByLabel('Name').fill('My Ada');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('list', { name: 'Your personas' })).toContainText('My Ada');
}

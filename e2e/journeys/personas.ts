// A user gives models a role, on the web and in the desktop app.
import { expect } from 'playwright/test';
import { ChatPage } from '../support/chat-page.ts';
import { callsTo, scriptReplies } from '../support/journey.ts';
import { isAt, type Place } from '../support/place.ts';

interface Completion {
  readonly messages: readonly { readonly content: string }[];
}

const card = {
  spec: 'chara_card_v2',
  data: { name: 'Ada', description: '{{char}} is a curious mathematician.', extensions: { unknown: [1] } },
};

/**
 * Creates a persona, starts a chat with it, creates another persona from the chat, and imports a character card. Needs
 * a signed-in user.
 */
export async function usePersonas({ page, vendor, open, savedBy }: Place): Promise<void> {
  const chat = new ChatPage(page);
  const systemPrompt = () => (callsTo(vendor).at(-1)?.body as Completion | undefined)?.messages[0]?.content;

  await open('/account/personas');
  await page.getByRole('button', { name: 'New persona' }).click();
  await page.getByLabel('Name').fill('Latin teacher');
  await page.getByLabel('Instructions').fill('Answer in Latin.');
  await page.getByLabel('Starter prompt 1').fill('Translate "hello".');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('list', { name: 'Your personas' })).toContainText('Latin teacher');
  await page.getByRole('button', { name: 'Back to chat' }).click();
  await expect(page).toHaveURL(isAt('/chat'));

  await page.getByRole('button', { name: 'Choose a persona' }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /Latin teacher/ })
    .click();
  await page.getByRole('button', { name: 'Translate "hello".' }).click();
  scriptReplies(vendor, { kind: 'reply', text: 'Salve.' });
  await chat.input.press('Enter');
  await expect(chat.message('Salve.')).toBeVisible();
  await chat.replyEnds();
  expect(systemPrompt()).toBe('Answer in Latin.');

  await page.getByRole('button', { name: 'Chat parameters (changed)' }).click();
  await page.getByRole('button', { name: 'Save as persona' }).click();
  await expect(page.getByText('Persona saved')).toBeVisible();

  await open('/account/personas');
  const list = page.getByRole('list', { name: 'Your personas' });
  await expect(list.getByRole('listitem')).toHaveCount(2);
  await page.getByLabel('Persona file').setInputFiles({
    name: 'ada.json',
    mimeType: 'application/json',
    buffer: Buffer.from(JSON.stringify(card)),
  });
  await expect(page.getByText('1 persona imported.')).toBeVisible();
  await expect(list).toContainText('Ada is a curious mathematician.');
  expect(await savedBy(() => page.getByRole('button', { name: 'Export all' }).click())).toBe(
    'clover-personas.json',
  );
}

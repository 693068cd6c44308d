// A user turns memory on, keeps what a model proposes, and deletes it, even across a reload.
import { expect } from 'playwright/test';
import { ChatPage } from '../support/chat-page.ts';
import { callsTo, scriptReplies } from '../support/journey.ts';
import { isAt, type Place } from '../support/place.ts';

const fact = 'The user drinks tea.';

/** Needs a signed-in user who is not a guest. */
export async function rememberFacts({ page, vendor, open }: Place): Promise<void> {
  const chat = new ChatPage(page);
  const lastRequest = () => JSON.stringify(callsTo(vendor).at(-1)?.body);
  const ask = async (question: string, reply: string, shown = reply) => {
    scriptReplies(vendor, { kind: 'reply', text: reply });
    await chat.send(question);
    await expect(chat.message(shown)).toBeVisible();
    await chat.replyEnds();
  };
  const openSettings = async () => {
    await open('/account/instructions');
    await expect(page.getByRole('checkbox', { name: 'Remember facts about me' })).toBeEnabled();
  };

  await openSettings();
  await expect(page.getByText('Nothing is remembered yet.')).toBeVisible();
  // The checkbox changes only after the account is saved.
  await page.getByRole('checkbox', { name: 'Remember facts about me' }).click();
  await expect(page.getByRole('checkbox', { name: 'Remember facts about me' })).toBeChecked();
  await page.getByRole('button', { name: 'Back to chat' }).click();
  await expect(page).toHaveURL(isAt('/chat'));

  await ask('I drink tea.', `Good choice.\n\n[REMEMBER: ${fact}]`, 'Good choice.');
  expect(lastRequest()).not.toContain(fact);
  await expect(page.getByRole('log')).not.toContainText('REMEMBER');
  await page.getByRole('button', { name: `Keep: ${fact}` }).click();
  await expect(page.getByText('Fact saved')).toBeVisible();
  await expect(page.getByRole('button', { name: `Keep: ${fact}` })).toHaveCount(0);

  await ask('And now?', 'A cup, please.');
  expect(lastRequest()).toContain(fact);
  await page.reload();
  await chat.message('A cup, please.').getByTitle('Reply details').click();
  await expect(page.getByRole('dialog', { name: 'Reply details' })).toContainText(fact);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('log')).not.toContainText('REMEMBER');

  await openSettings();
  await page.getByRole('link', { name: `Message: ${fact}` }).click();
  await expect(chat.message('Good choice.')).toBeVisible();
  await openSettings();
  await page.getByRole('button', { name: `Delete: ${fact}` }).click();
  await expect(page.getByText('Nothing is remembered yet.')).toBeVisible();
}

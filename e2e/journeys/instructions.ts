// A user writes instructions for all models, on the web and in the desktop app.
import { expect } from 'playwright/test';
import { ChatPage } from '../support/chat-page.ts';
import { callsTo, scriptReplies } from '../support/journey.ts';
import { isAt, type Place } from '../support/place.ts';

interface Completion {
  readonly messages: readonly { readonly role: string; readonly content: string }[];
}

const about = 'I am a nurse in Lyon.';
const style = 'Short answers.';

/**
 * Writes instructions, finds them in a request and in the details of its reply, and turns them off in one chat. A
 * temporary chat doesn't send them. Needs a signed-in user.
 */
export async function instructModels({ page, vendor, open }: Place): Promise<void> {
  const chat = new ChatPage(page);
  const systemPrompt = () => {
    const body = callsTo(vendor).at(-1)?.body as Completion | undefined;
    const first = body?.messages[0];
    return first?.role === 'system' ? first.content : '';
  };
  const ask = async (question: string, answer: string) => {
    scriptReplies(vendor, { kind: 'reply', text: answer });
    await chat.send(question);
    await expect(chat.message(answer)).toBeVisible();
    await chat.replyEnds();
  };

  await open('/account/instructions');
  await page.getByLabel('What should Clover know about you?').fill(about);
  await page.getByLabel('How should it answer?').fill(style);
  await expect(page.getByText('21 of 1,500 characters')).toBeVisible();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Instructions saved')).toBeVisible();
  await page.getByRole('button', { name: 'Back to chat' }).click();
  await expect(page).toHaveURL(isAt('/chat'));

  await ask('How long should I rest?', 'Eight hours.');
  expect(systemPrompt()).toContain(about);
  expect(systemPrompt()).toContain(style);
  await page.reload();
  await chat.message('Eight hours.').getByTitle('Reply details').click();
  const details = page.getByRole('dialog', { name: 'Reply details' });
  await expect(details).toContainText('Your settings');
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Chat parameters' }).click();
  const parameters = page.getByRole('dialog', { name: 'Chat parameters' });
  await parameters.getByRole('checkbox', { name: 'Use my instructions' }).uncheck();
  await parameters.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Chat parameters (changed)' })).toBeVisible();
  await ask('And at night?', 'Also eight hours.');
  expect(systemPrompt()).not.toContain(about);

  await page.getByRole('button', { name: 'New chat' }).first().click();
  await page.getByRole('button', { name: 'Temporary chat' }).click();
  await ask('Who am I?', 'I cannot know.');
  expect(systemPrompt()).not.toContain(about);
  await page.getByRole('button', { name: 'End chat' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'End chat' }).click();
}

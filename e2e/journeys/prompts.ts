import { expect } from 'playwright/test';
import { ChatPage } from '../support/chat-page.ts';
import { callsTo, scriptReplies } from '../support/journey.ts';
import type { Place } from '../support/place.ts';

/**
 * Using only the keyboard: saves a prompt with variables in the settings, inserts it with a slash, undoes and redoes
 * that, and sends it.
 */
export async function savePrompt({ page, vendor }: Pick<Place, 'page' | 'vendor'>): Promise<void> {
  const chat = new ChatPage(page);
  await expect(chat.input).toBeVisible();
  await chat.input.fill('Explain {{topic}} in a {{tone:short|long}} way.');
  await chat.input.press('ControlOrMeta+k');
  await page.getByRole('combobox', { name: /command/i }).fill('save input as prompt');
  await page.keyboard.press('Enter');

  const form = page.getByRole('form').or(page.locator('form')).filter({ hasText: 'New prompt' });
  await expect(form.getByRole('textbox', { name: 'Text' })).toHaveValue(/Explain/);
  await expect(form.getByText('Asks for: topic, tone')).toBeVisible();
  await expect(form.getByRole('textbox', { name: 'Name' })).toBeFocused();
  await page.keyboard.type('explain');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('list', { name: 'Your prompts' })).toContainText('/explain');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();

  await chat.input.fill('');
  await chat.input.pressSequentially('/exp');
  const option = page.getByRole('option', { name: /^explain/ });
  await expect(option).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Enter');
  const fields = page.getByRole('dialog', { name: 'explain' });
  await expect(fields.getByRole('textbox', { name: 'topic' })).toBeFocused();
  await page.keyboard.type('clover');
  await page.keyboard.press('Tab');
  await page.keyboard.type('short');
  await page.keyboard.press('Enter');
  const text = 'Explain clover in a short way.';
  await expect(chat.input).toHaveValue(text);
  await expect(chat.input).toBeFocused();

  await page.keyboard.press('ControlOrMeta+z');
  await expect(chat.input).toHaveValue('/exp');
  await page.keyboard.press('ControlOrMeta+Shift+z');
  await expect(chat.input).toHaveValue(text);
  scriptReplies(vendor, { kind: 'reply', text: 'It has three leaves.' });
  await page.keyboard.press('Enter');
  await expect(chat.message(text)).toBeVisible();
  await expect(chat.message('It has three leaves.')).toBeVisible();
  expect(JSON.stringify(callsTo(vendor).at(-1)?.body)).toContain(text);
  await chat.replyEnds();
}

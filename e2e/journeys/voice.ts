import { expect, type Page, type Request } from 'playwright/test';
import type { SupabaseClient } from '@supabase/supabase-js';
import { ChatPage } from '../support/chat-page.ts';
import type { Place } from '../support/place.ts';
import type { FakeVendor } from '../vendor/vendor.ts';

/** Sets the connected vendor's model for turning speech into text. */
export async function allowDictation(admin: SupabaseClient): Promise<void> {
  await admin
    .from('api_vendors')
    .update({ config: { transcription_model: 'whisper' } })
    .eq('name', 'ollama')
    .throwOnError();
}

const transcriptionsAt = (vendor: FakeVendor) =>
  vendor.requests.filter(({ path }) => path.endsWith('/audio/transcriptions'));

function recordAudio(page: Page): readonly Request[] {
  const found: Request[] = [];
  page.on('request', (request) => {
    if (/multipart|audio|octet-stream/.test(request.headers()['content-type'] ?? '')) found.push(request);
  });
  return found;
}

/**
 * Using only the keyboard: reads where the recorded voice is sent, records the microphone, and inserts the text at the
 * caret. The audio is sent only to the service and the vendor.
 */
export async function dictate({ page, vendor }: Pick<Place, 'page' | 'vendor'>): Promise<void> {
  const chat = new ChatPage(page);
  const audio = recordAudio(page);
  const earlier = transcriptionsAt(vendor).length;
  const host = new URL(vendor.url).host;
  await chat.input.fill('Note:  in the garden');
  await chat.input.press('Home');
  for (let index = 0; index < 'Note: '.length; index += 1) await chat.input.press('ArrowRight');
  const button = page.getByRole('button', { name: `Dictate (sent to ${host})` });
  await button.press('Enter');
  const panel = page.getByRole('region', { name: 'Dictation' });
  await expect(panel).toContainText(`Your voice is sent to ${host}`);
  await expect(panel.getByRole('button', { name: 'Start recording' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Finish dictating' })).toBeFocused();
  await expect(panel.getByText('Recording 0:01')).toBeVisible();
  // The level follows the speech.
  await expect
    .poll(() =>
      panel
        .locator('[style*="--level"]')
        .evaluate((bar) => Number(getComputedStyle(bar).getPropertyValue('--level'))),
    )
    .toBeGreaterThan(0.2);
  expect(transcriptionsAt(vendor)).toHaveLength(earlier);
  await page.keyboard.press('Enter');
  await expect(chat.input).toHaveValue('Note: Hello from the microphone. in the garden');
  await expect(chat.input).toBeFocused();
  await expect(panel).toHaveCount(0);

  const [sent] = transcriptionsAt(vendor).slice(earlier);
  const file = sent?.body['file'] as { readonly name: string; readonly type: string; readonly data: string };
  expect(sent?.body['model']).toBe('whisper');
  expect([file.name, file.type]).toEqual(['speech.webm', 'audio/webm']);
  const bytes = Buffer.from(file.data, 'base64');
  expect(bytes.subarray(0, 4).toString('hex')).toBe('1a45dfa3');
  expect(bytes.length).toBeGreaterThan(2_000);
  for (const request of audio)
    expect(new URL(request.url()).pathname).toBe('/functions/v1/audio/transcriptions');
}

/** Cancels a recording with Escape. Nothing is sent. */
export async function cancelDictation({ page, vendor }: Pick<Place, 'page' | 'vendor'>): Promise<void> {
  const audio = recordAudio(page);
  const earlier = transcriptionsAt(vendor).length;
  await page.getByRole('button', { name: /^Dictate/ }).press('Enter');
  await expect(page.getByText(/^Recording/)).toBeVisible();
  await page.getByRole('button', { name: 'Finish dictating' }).press('Escape');
  await expect(page.getByRole('region', { name: 'Dictation' })).toHaveCount(0);
  expect(transcriptionsAt(vendor)).toHaveLength(earlier);
  expect(audio).toEqual([]);
}

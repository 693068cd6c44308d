import { expect, type Page } from 'playwright/test';
import { ChatPage } from '../support/chat-page.ts';
import { callsTo, scriptReplies } from '../support/journey.ts';
import { recordOutgoingRequests } from '../support/outgoing-requests.ts';
import type { Place } from '../support/place.ts';

const fact = 'The shed key is under the third pot.';

/** Draws an image with a line of text. */
async function note(page: Page, text: string): Promise<Buffer> {
  const drawn = await page.evaluate((line) => {
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [900, 200];
    const brush = canvas.getContext('2d');
    if (brush) {
      brush.fillStyle = 'white';
      brush.fillRect(0, 0, 900, 200);
      brush.fillStyle = 'black';
      brush.font = '40px sans-serif';
      brush.fillText(line, 40, 110);
    }
    return canvas.toDataURL('image/png');
  }, text);
  return Buffer.from(drawn.replace(/^.*,/, ''), 'base64');
}

/**
 * Extracts the text of an image, and sends it instead of the image. The recognizer is loaded from the app's origin only
 * when the user presses the button.
 */
export async function sendExtractedText({ page, vendor }: Pick<Place, 'page' | 'vendor'>): Promise<void> {
  const chat = new ChatPage(page);
  await expect(chat.input).toBeVisible();
  const outgoing = recordOutgoingRequests(page);
  const loaded: URL[] = [];
  page.on('request', (request) => loaded.push(new URL(request.url())));
  const recognizer = () => loaded.filter(({ pathname }) => pathname.includes('recognizer'));
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'note.png', mimeType: 'image/png', buffer: await note(page, fact) });
  const chips = page.getByRole('region', { name: 'Attached files' });
  await chips.getByRole('button', { name: 'Open note.png' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'note.png' });
  await expect(dialog.getByText('The text is recognized on this device')).toBeVisible();
  await expect(dialog.getByRole('combobox', { name: 'Language of the text' })).toHaveValue('en');
  expect(recognizer()).toEqual([]);
  await dialog.getByRole('button', { name: 'Extract text' }).press('Enter');
  const extracted = page.getByRole('dialog', { name: 'note.txt' });
  await expect(extracted.getByRole('document')).toHaveText(fact, { timeout: 90_000 });
  await page.keyboard.press('Escape');
  await expect(chat.input).toBeFocused();
  await expect(chips.getByRole('button', { name: 'Open note.txt' })).toContainText(
    'The text was recognized automatically. Check it for errors.',
  );
  await expect(chips.getByRole('button', { name: /^Open/ })).toHaveCount(1);
  expect(
    recognizer()
      .map(({ pathname }) => pathname.replace(/-[\w-]+\./, '-*.'))
      .toSorted(),
  ).toEqual([
    '/assets/recognizer-*.js',
    '/assets/recognizer/core-*.js',
    '/assets/recognizer/eng-*.bin',
    '/assets/recognizer/engine-*.bin',
  ]);
  const origin = new URL(page.url()).host;
  expect(new Set(recognizer().map(({ host }) => host))).toEqual(new Set([origin]));
  expect(outgoing.fullText()).not.toContain(fact);

  const earlier = callsTo(vendor).length;
  scriptReplies(vendor, { kind: 'reply', text: 'Under the third pot, then.' });
  await chat.send('Where is the key?');
  await expect(chat.message('Under the third pot, then.')).toBeVisible();
  await chat.replyEnds();
  const body = JSON.stringify(callsTo(vendor)[earlier]?.body);
  expect(body).toContain(`<document-1 name=\\"note.txt\\">\\n${fact}`);
  expect(body).not.toContain('data:image');
}

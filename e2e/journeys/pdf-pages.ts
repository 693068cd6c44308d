import { expect, type Locator } from 'playwright/test';
import { ChatPage } from '../support/chat-page.ts';
import { scriptReplies } from '../support/journey.ts';
import { pdf } from '../support/pdf.ts';
import type { Place } from '../support/place.ts';

/** The dark pixels of the shown page. A hidden page has none. */
const darkPixels = (dialog: Locator): Promise<number> =>
  dialog.locator('canvas').evaluate((canvas: HTMLCanvasElement) => {
    const { width, height } = canvas;
    const brush = new OffscreenCanvas(width, height).getContext('2d');
    brush?.drawImage(canvas, 0, 0);
    const pixels = brush?.getImageData(0, 0, width, height).data ?? [];
    return pixels.filter((value, index) => index % 4 === 0 && value < 200).length;
  });

/**
 * Using only the keyboard: sends a PDF, opens it in the conversation, looks through its pages, enlarges one, and reads
 * the text instead.
 */
export async function lookAtPages({ page, vendor }: Pick<Place, 'page' | 'vendor'>): Promise<void> {
  const chat = new ChatPage(page);
  await expect(chat.input).toBeVisible();
  const lines = ['Costs', 'Rows of beans and peas', 'Who can help with the watering in July'];
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'garden.pdf', mimeType: 'application/pdf', buffer: pdf(lines) });
  const chips = page.getByRole('region', { name: 'Attached files' });
  await expect(chips.getByRole('button', { name: 'Open garden.pdf' })).toContainText('3 pages');
  scriptReplies(vendor, { kind: 'reply', text: 'Three pages about a garden.' });
  await chat.send('What is in this plan?');
  await expect(chat.message('Three pages about a garden.')).toBeVisible();
  await chat.replyEnds();

  const opener = chat.message('What is in this plan?').getByRole('button', { name: 'Open garden.pdf' });
  await opener.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'garden.pdf' });
  const status = dialog.getByRole('status');
  await expect(status).toHaveText('Page 1 of 3');
  const dark = [await darkPixels(dialog)];
  for (const [key, number] of [
    ['ArrowRight', 2],
    ['End', 3],
  ] as const) {
    await page.keyboard.press(key);
    await expect(status).toHaveText(`Page ${number} of 3`);
    dark.push(await darkPixels(dialog));
  }
  // Each page has a longer line than the one before.
  expect(dark[0]).toBeGreaterThan(10);
  expect(dark.toSorted((a, b) => a - b)).toEqual(dark);
  expect(new Set(dark).size).toBe(3);
  const field = dialog.getByRole('textbox', { name: 'Page number' });
  await field.fill('2');
  await field.press('Enter');
  await expect(status).toHaveText('Page 2 of 3');
  const width = () => dialog.locator('canvas').evaluate((canvas: HTMLCanvasElement) => canvas.width);
  const narrow = await width();
  await dialog.getByRole('button', { name: 'Zoom in' }).press('Enter');
  await expect.poll(width).toBeGreaterThan(narrow * 1.4);
  await dialog.getByRole('button', { name: 'Show the text as it is sent' }).press('Enter');
  await expect(dialog.getByRole('document')).toContainText('Rows of beans');
  await page.keyboard.press('Escape');
  await expect(opener).toBeFocused();
}

import { expect, type Page } from 'playwright/test';
import type { Desktop } from '../desktop/launch.ts';
import { ChatPage } from '../support/chat-page.ts';
import { callsTo, scriptReplies } from '../support/journey.ts';
import type { FakeVendor } from '../vendor/vendor.ts';

/** Draws a red image, as base64. */
const drawImage = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [300, 200];
    const brush = canvas.getContext('2d');
    if (brush) brush.fillStyle = 'red';
    brush?.fillRect(0, 0, canvas.width, canvas.height);
    return canvas.toDataURL('image/png').replace(/^.*,/, '');
  });

/**
 * Gives the main process a window that it can capture, and chooses that window in the menu. Tests have neither. If the
 * image is empty, capturing fails.
 */
const offerWindow = ({ app }: Pick<Desktop, 'app'>, image: string): Promise<void> =>
  app.evaluate(({ desktopCapturer, Menu }, base64) => {
    const png = Buffer.from(base64, 'base64');
    const thumbnail = { isEmpty: () => png.length === 0, toPNG: () => png };
    desktopCapturer.getSources = async () => [{ id: 'window:1:0', name: 'Garden', thumbnail }] as never;
    Menu.buildFromTemplate = (template) =>
      ({
        popup: () =>
          template.find(({ label }) => label === 'Garden')?.click?.({} as never, undefined, {} as never),
      }) as never;
  }, image);

/** Using only the keyboard: attaches a screenshot of a window. It reaches the vendor as an image. */
export async function sendScreenshot(
  desktop: Pick<Desktop, 'app' | 'page'>,
  vendor: FakeVendor,
): Promise<void> {
  const { page } = desktop;
  const chat = new ChatPage(page);
  await expect(chat.input).toBeVisible();
  const button = page.getByRole('button', { name: 'Take a screenshot' });
  await page.getByRole('button', { name: 'Attach files' }).press('Tab');
  await expect(button).toBeFocused();
  await offerWindow(desktop, '');
  await page.keyboard.press('Enter');
  await expect(page.getByText(/^The screenshot couldn't be taken\./)).toBeVisible();
  await offerWindow(desktop, await drawImage(page));
  await button.press('Enter');
  const chip = page
    .getByRole('region', { name: 'Attached files' })
    .getByRole('button', { name: /^Open Screenshot [\d.]+\.png$/ });
  await expect(chip).toContainText('300 × 200');
  await expect(button).toBeFocused();

  const earlier = callsTo(vendor).length;
  scriptReplies(vendor, { kind: 'reply', text: 'A red window.' });
  await chat.send('What is on my screen?');
  await expect(chat.message('A red window.')).toBeVisible();
  await chat.replyEnds();
  expect(JSON.stringify(callsTo(vendor)[earlier]?.body)).toContain('data:image/png;base64,');
}

import { expect } from 'playwright/test';
import { ChatPage } from '../support/chat-page.ts';
import { callsTo, scriptReplies } from '../support/journey.ts';
import { recordOutgoingRequests } from '../support/outgoing-requests.ts';
import type { Place } from '../support/place.ts';
import { sampleVideo } from '../support/sample-video.ts';

/**
 * Using only the keyboard: attaches a video, reads where its sound would be sent, adds its transcript, and sends frames
 * and transcript. Nothing is sent earlier, and the video itself is never sent.
 */
export async function sendVideo({ page, vendor }: Pick<Place, 'page' | 'vendor'>): Promise<void> {
  const chat = new ChatPage(page);
  const outgoing = recordOutgoingRequests(page);
  const sentFiles = () => outgoing.list().filter(({ request }) => /storage|attachments|audio/.test(request));
  const uploads: (string | undefined)[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().includes('/storage/'))
      uploads.push(request.headers()['content-type']);
  });
  const host = new URL(vendor.url).host;
  await expect(chat.input).toBeVisible();
  await page.locator('input[type=file]').setInputFiles(sampleVideo);
  const chips = page.getByRole('region', { name: 'Attached files' });
  const frames = chips.getByRole('button', { name: /^Open garden 0-0\d\.jpg$/ });
  await expect(frames).toHaveCount(3);
  await expect(frames.first()).toContainText("3 frames of a video of 0:06. The video itself isn't sent.");
  await expect(chips.getByText(`it is sent to ${host}`)).toBeVisible();
  expect(sentFiles()).toEqual([]);

  const earlierSounds = vendor.requests.length;
  await chips.getByRole('button', { name: 'Add transcript' }).press('Enter');
  const transcript = chips.getByRole('button', { name: 'Open garden.webm transcript.txt' });
  await transcript.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'garden.webm transcript.txt' });
  await expect(dialog.getByRole('document')).toContainText('[0:00] Hello from the microphone.');
  await page.keyboard.press('Escape');
  const sound = vendor.requests
    .slice(earlierSounds)
    .find(({ path }) => path.endsWith('/audio/transcriptions'));
  const file = sound?.body['file'] as { readonly type: string; readonly data: string };
  const wav = Buffer.from(file.data, 'base64');
  expect([file.type, wav.toString('latin1', 0, 4)]).toEqual(['audio/wav', 'RIFF']);
  // Six seconds of 16,000 samples.
  expect(wav.length / 32_000).toBeGreaterThan(5.5);
  expect(wav.length / 32_000).toBeLessThan(6.5);

  const earlier = callsTo(vendor).length;
  scriptReplies(vendor, { kind: 'reply', text: 'Three colors and a tone.' });
  await chat.send('What do you see?');
  await expect(chat.message('Three colors and a tone.')).toBeVisible();
  await chat.replyEnds();
  const body = JSON.stringify(callsTo(vendor)[earlier]?.body);
  expect(body).toContain('Hello from the microphone.');
  const images = [...body.matchAll(/data:image\/jpeg;base64,([^"]+)/g)].map(([, data]) => data ?? '');
  expect(images).toHaveLength(3);
  expect(await page.evaluate(colorsOf, images)).toEqual(['red', 'blue', 'white']);
  expect(uploads).toEqual([...images.map(() => 'image/jpeg'), 'text/plain']);

  await page.reload();
  const message = chat.message('What do you see?');
  await expect(message.getByRole('button', { name: /^Open garden/ })).toHaveCount(4);
}

/** Returns the color in the middle of each image. */
async function colorsOf(images: readonly string[]): Promise<readonly string[]> {
  const colors: string[] = [];
  for (const data of images) {
    const image = new Image();
    image.src = `data:image/jpeg;base64,${data}`;
    await image.decode();
    const canvas = new OffscreenCanvas(1, 1);
    const context = canvas.getContext('2d');
    context?.drawImage(image, image.width / 2, image.height / 2, 1, 1, 0, 0, 1, 1);
    const [red = 0, , blue = 0] = context?.getImageData(0, 0, 1, 1).data ?? [];
    colors.push(red > 200 && blue > 200 ? 'white' : red > blue ? 'red' : 'blue');
  }
  return colors;
}

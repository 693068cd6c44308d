import { expect, type Page } from 'playwright/test';
import { ChatPage } from '../support/chat-page.ts';
import { callsTo, scriptReplies } from '../support/journey.ts';
import { pdf } from '../support/pdf.ts';
import { recordOutgoingRequests } from '../support/outgoing-requests.ts';
import type { Place } from '../support/place.ts';

const place = 'gps-canary-52.5163-13.3777';
const fact = 'The shed key is under the third pot.';

/** Creates a photo whose metadata contains the place where it was taken. */
async function photo(page: Page): Promise<Buffer> {
  const drawn = await page.evaluate(() => {
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [320, 200];
    const brush = canvas.getContext('2d');
    if (brush) brush.fillStyle = 'green';
    brush?.fillRect(40, 40, 200, 100);
    return canvas.toDataURL('image/jpeg');
  });
  const picture = Buffer.from(drawn.replace(/^.*,/, ''), 'base64');
  const metadata = Buffer.from(`Exif\0\0II*\0\b\0\0\0\0\0${place}`);
  const marker = Buffer.from([0xff, 0xe1, 0, metadata.length + 2]);
  return Buffer.concat([picture.subarray(0, 2), marker, metadata, picture.subarray(2)]);
}

/**
 * Using only the keyboard: attaches a PDF and a text file, chooses pages of the PDF, moves it behind another file, and
 * sends both without a text. Only the chosen pages reach the vendor, in the order of the chips.
 */
export async function sendChosenPages({ page, vendor }: Pick<Place, 'page' | 'vendor'>): Promise<void> {
  const chat = new ChatPage(page);
  await expect(chat.input).toBeVisible();
  const opened = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Attach files' }).press('Enter');
  const chooser = await opened;
  expect(chooser.isMultiple()).toBe(true);
  await chooser.setFiles([
    {
      name: 'plan.pdf',
      mimeType: 'application/pdf',
      buffer: pdf(['Costs are low', 'Secret code', 'Rows of beans']),
    },
    { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from(fact) },
  ]);
  const chips = page.getByRole('region', { name: 'Attached files' });
  const plan = chips.getByRole('button', { name: 'Open plan.pdf' });
  await expect(chips.getByRole('button', { name: 'Open notes.txt' })).toBeVisible();
  await plan.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'plan.pdf' });
  const field = dialog.getByRole('textbox', { name: 'Pages to send' });
  await expect(field).toHaveValue('1-3');
  await field.fill('1, 9');
  await field.press('Enter');
  await expect(
    dialog.getByText('Enter page numbers from 1 to 3. At least one of the pages must contain text.'),
  ).toBeVisible();
  await field.fill('1, 3');
  // Leaving the field applies the choice.
  await field.press('Tab');
  await expect(dialog.getByRole('document')).not.toContainText('Secret');
  await expect(dialog.getByRole('document')).toContainText('Rows of beans');
  await page.keyboard.press('Escape');
  await expect(plan).toContainText('2 of 3 pages');
  await expect(plan).toBeFocused();
  const isFirst = (await chips.getByRole('button', { name: /^Open/ }).first().textContent())?.includes(
    'plan',
  );
  if (isFirst) await plan.press('Shift+ArrowRight');
  await expect(chips.getByRole('button', { name: /^Open/ }).last()).toHaveAccessibleName('Open plan.pdf');
  await expect(plan).toBeFocused();

  const earlier = callsTo(vendor).length;
  scriptReplies(vendor, { kind: 'reply', text: 'Two files about a garden.' });
  await chat.input.press('Enter');
  await expect(chat.message('Two files about a garden.')).toBeVisible();
  await chat.replyEnds();
  const body = JSON.stringify(callsTo(vendor)[earlier]?.body);
  expect(body).not.toContain('Secret');
  expect(body.indexOf(fact)).toBeGreaterThan(0);
  expect(body.indexOf('Rows of beans')).toBeGreaterThan(body.indexOf(fact));
  await page.reload();
  await expect(chat.log.getByRole('button', { name: 'Open plan.pdf' })).toContainText('2 pages');
}

/** Creates a PDF whose only page is a photo, like a scanner. */
function scan(image: Buffer): Buffer {
  const drawn = 'q 320 0 0 200 0 0 cm /I Do Q';
  const [before, after] = [
    `%PDF-1.4
1 0 obj <</Type/Catalog/Pages 2 0 R>> endobj
2 0 obj <</Type/Pages/Kids[3 0 R]/Count 1>> endobj
3 0 obj <</Type/Page/Parent 2 0 R/MediaBox[0 0 320 200]/Resources<</XObject<</I 4 0 R>>>>/Contents 5 0 R>> endobj
4 0 obj <</Type/XObject/Subtype/Image/Width 320/Height 200/ColorSpace/DeviceRGB/BitsPerComponent 8/Filter/DCTDecode/Length ${image.length}>> stream\n`,
    `\nendstream endobj
5 0 obj <</Length ${drawn.length}>> stream\n${drawn}\nendstream endobj
trailer <</Root 1 0 R>>`,
  ];
  return Buffer.concat([Buffer.from(before), image, Buffer.from(after)]);
}

/** Sends a PDF without text. Its page reaches the vendor as an image, without the metadata of the photo in it. */
export async function sendScan({ page, vendor }: Pick<Place, 'page' | 'vendor'>): Promise<void> {
  const chat = new ChatPage(page);
  await expect(chat.input).toBeVisible();
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'lease.pdf', mimeType: 'application/pdf', buffer: scan(await photo(page)) });
  const chips = page.getByRole('region', { name: 'Attached files' });
  await expect(chips.getByRole('button', { name: 'Open lease 1.jpg' })).toContainText(
    'The file contains no text. Pages included as images: 1 of 1.',
    { timeout: 30_000 },
  );
  const earlier = callsTo(vendor).length;
  scriptReplies(vendor, { kind: 'reply', text: 'A green shed.' });
  await chat.send('What does it show?');
  await expect(chat.message('A green shed.')).toBeVisible();
  await chat.replyEnds();
  const [, data = ''] =
    /data:image\/jpeg;base64,([^"]+)/.exec(JSON.stringify(callsTo(vendor)[earlier]?.body)) ?? [];
  expect(Buffer.from(data, 'base64').toString('latin1')).not.toContain('canary');
  const color = await page.evaluate(async (jpeg) => {
    const image = new Image();
    image.src = `data:image/jpeg;base64,${jpeg}`;
    await image.decode();
    const canvas = new OffscreenCanvas(1, 1);
    const brush = canvas.getContext('2d');
    brush?.drawImage(image, image.width / 2, image.height / 2, 1, 1, 0, 0, 1, 1);
    return [image.width, image.height, ...(brush?.getImageData(0, 0, 1, 1).data ?? [])];
  }, data);
  const [width, height, red = 0, green = 0] = color;
  expect([width, height, red < 40, green > 100]).toEqual([2_048, 1_280, true, true]);
}

/**
 * Sends a file of 7 MB. The connection is lost after the first of two pieces, and the upload continues from there.
 */
export async function sendLargeFile({ page, vendor }: Pick<Place, 'page' | 'vendor'>): Promise<void> {
  const chat = new ChatPage(page);
  const size = 7 * 1_048_576;
  const pieces: string[] = [];
  await page.route('**/storage/v1/upload/resumable/*', async (route, request) => {
    if (request.method() !== 'PATCH') return route.continue();
    pieces.push(request.headers()['upload-offset'] ?? '');
    await (pieces.length === 2 ? route.abort('connectionreset') : route.continue());
  });
  await expect(chat.input).toBeVisible();
  await page.locator('input[type=file]').setInputFiles({
    name: 'measurements.txt',
    mimeType: 'text/plain',
    buffer: Buffer.alloc(size, 'Three leaves.\n'),
  });
  const chips = page.getByRole('region', { name: 'Attached files' });
  await expect(chips.getByRole('button', { name: 'Open measurements.txt' })).toContainText('7 MB');
  scriptReplies(vendor, { kind: 'reply', text: 'It repeats three leaves.' });
  await chat.send('What is in it?');
  await expect(chat.message('It repeats three leaves.')).toBeVisible({ timeout: 60_000 });
  const piece = 6 * 1_048_576;
  expect(pieces.map(Number)).toEqual([0, piece, piece]);
  await page.unroute('**/storage/v1/upload/resumable/*');
  await chat.replyEnds();
}

/**
 * Crashes the page after the first of two pieces of a file. A new page uploads the second one and sends the message.
 */
export async function continueUpload({ page, vendor }: Pick<Place, 'page' | 'vendor'>): Promise<void> {
  const chat = new ChatPage(page);
  await expect(chat.input).toBeVisible();
  await page.locator('input[type=file]').setInputFiles({
    name: 'rainfall.txt',
    mimeType: 'text/plain',
    buffer: Buffer.alloc(7 * 1_048_576, 'Four drops.\n'),
  });
  const chips = page.getByRole('region', { name: 'Attached files' });
  await expect(chips.getByRole('button', { name: 'Open rainfall.txt' })).toContainText('7 MB');
  scriptReplies(vendor, { kind: 'reply', text: 'It repeats four drops.' });
  const piece = 6 * 1_048_576;
  const second = Promise.withResolvers<void>();
  await page.route('**/storage/v1/upload/resumable/*', async (route, request) => {
    if (Number(request.headers()['upload-offset']) === piece) second.resolve();
    else await route.continue();
  });
  await chat.send('What does it repeat?');
  await second.promise;
  const context = page.context();
  const session = await context.newCDPSession(page);
  const crashed = page.waitForEvent('crash');
  void session.send('Page.crash').catch(() => {});
  await crashed;

  const next = await context.newPage();
  const requests: string[] = [];
  next.on('request', (request) => {
    if (request.url().includes('/storage/v1/'))
      requests.push(`${request.method()} ${request.headers()['upload-offset'] ?? ''}`.trim());
  });
  await next.goto('/chat');
  await expect.poll(() => requests, { timeout: 60_000 }).toEqual(['HEAD', `PATCH ${piece}`]);
  const newChat = new ChatPage(next);
  await (await newChat.entry(/What does it repeat/)).click();
  await expect(newChat.message('It repeats four drops.')).toBeVisible({ timeout: 60_000 });
}

/** Attaches an image and a text file. Both survive a reload and reach the vendor, and nothing is sent before Send. */
export async function sendFiles({ page, vendor }: Pick<Place, 'page' | 'vendor'>): Promise<void> {
  const chat = new ChatPage(page);
  const outgoing = recordOutgoingRequests(page);
  await expect(chat.input).toBeVisible();
  await page.locator('input[type=file]').setInputFiles([
    { name: 'shed.jpg', mimeType: 'image/jpeg', buffer: await photo(page) },
    { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from(fact) },
  ]);
  const chips = page.getByRole('region', { name: 'Attached files' });
  await expect(chips.getByText('320 × 200')).toBeVisible();
  await expect(chips.getByText('1 kB')).toHaveCount(1);
  await page.reload();
  await expect(chips.getByRole('button', { name: 'Remove shed.jpg' })).toBeVisible();
  await expect(chips.getByRole('button', { name: 'Remove notes.txt' })).toBeVisible();
  expect(outgoing.list().filter(({ request }) => /storage|attachments/.test(request))).toEqual([]);
  expect(outgoing.fullText()).not.toContain(fact);

  const earlier = callsTo(vendor).length;
  scriptReplies(vendor, { kind: 'reply', text: 'Under the third pot.' });
  await chat.send('Where is the key?');
  await expect(chat.message('Under the third pot.')).toBeVisible();
  await chat.replyEnds();
  const body = JSON.stringify(callsTo(vendor)[earlier]?.body);
  expect(body).toContain(`<document-1 name=\\"notes.txt\\">\\n${fact}`);
  const [, data = ''] = /data:image\/jpeg;base64,([^"]+)/.exec(body) ?? [];
  const sent = Buffer.from(data, 'base64');
  expect(sent.subarray(0, 2).toString('hex')).toBe('ffd8');
  expect(sent.toString('latin1')).not.toContain('canary');
  expect(outgoing.fullText()).not.toContain(place);

  await page.reload();
  const message = chat.message('Where is the key?');
  await message.getByRole('button', { name: 'Open notes.txt' }).click();
  await expect(page.getByRole('dialog', { name: 'notes.txt' }).getByText(fact)).toBeVisible();
  await page.keyboard.press('Escape');
  await message.getByRole('button', { name: 'Open shed.jpg' }).click();
  await expect(page.getByRole('dialog').getByRole('img', { name: 'shed.jpg' })).toBeVisible();
  await page.keyboard.press('Escape');
}

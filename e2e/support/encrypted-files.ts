import type { SupabaseClient } from '@supabase/supabase-js';
import { expect, type Page } from 'playwright/test';
import { ChatPage } from './chat-page.ts';

async function drawImage(page: Page): Promise<Buffer> {
  const drawn = await page.evaluate(() => {
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [60, 40];
    canvas.getContext('2d')?.fillRect(5, 5, 20, 10);
    return canvas.toDataURL('image/png');
  });
  return Buffer.from(drawn.replace(/^.*,/, ''), 'base64');
}

/** Sends a message with a text file and an image, whose names and content contain the words. */
export async function sendFiles(page: Page, words: string): Promise<void> {
  const chat = new ChatPage(page);
  await page.locator('input[type=file]').setInputFiles([
    { name: `${words}.txt`, mimeType: 'text/plain', buffer: Buffer.from(`In a file: ${words}`) },
    { name: `${words}.png`, mimeType: 'image/png', buffer: await drawImage(page) },
  ]);
  const chips = page.getByRole('region', { name: 'Attached files' });
  for (const type of ['txt', 'png'])
    await expect(chips.getByRole('button', { name: `Open ${words}.${type}` })).toBeVisible();
  await chat.send(`With files: ${words}`);
  await expect(chat.message(`With files: ${words}`).first()).toBeVisible();
  await chat.replyEnds();
}

export async function openFiles(page: Page, words: string): Promise<void> {
  const { log } = new ChatPage(page);
  const shown = log.getByRole('button', { name: `Open ${words}.png` }).locator('img');
  await expect(shown).toBeVisible();
  expect(await shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(60);
  await log.getByRole('button', { name: `Open ${words}.txt` }).click();
  const dialog = page.getByRole('dialog', { name: `${words}.txt` });
  await expect(dialog.getByRole('document')).toHaveText(`In a file: ${words}`);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Save file' }).click(),
  ]);
  const pieces: Buffer[] = [];
  for await (const piece of await download.createReadStream()) pieces.push(piece as Buffer);
  expect(Buffer.concat(pieces).toString()).toBe(`In a file: ${words}`);
  await page.keyboard.press('Escape');
}

/** Reads the rows of an account's files from the service, with the first characters and the bytes of their objects. */
export async function storedFiles(
  admin: SupabaseClient,
  userId: string,
): Promise<readonly { readonly row: string; readonly start: string; readonly bytes: string }[]> {
  const { data } = await admin
    .from('message_attachments')
    .select('*')
    .eq('user_id', userId)
    .order('id')
    .throwOnError();
  return Promise.all(
    data.map(async (row: { readonly object_path: string }) => {
      const object = await admin.storage.from('attachments').download(row.object_path);
      if (object.error) throw object.error;
      const bytes = Buffer.from(await object.data.arrayBuffer()).toString('latin1');
      return { row: JSON.stringify(row), start: bytes.slice(0, 7), bytes };
    }),
  );
}

/** Creates an image with the quick action. */
export async function createImage(page: Page, description: string): Promise<void> {
  const chat = new ChatPage(page);
  await chat.quickAction('Image generation', 'Image description', description);
  await expectImage(page, description);
  await chat.replyEnds();
}

export async function expectImage(page: Page, description: string): Promise<void> {
  const shown = new ChatPage(page).log.getByRole('img', { name: description });
  await expect(shown).toBeVisible();
  await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
}

/** Reads the types and first bytes of an account's generated images from the service. */
export async function storedImages(admin: SupabaseClient, userId: string): Promise<readonly unknown[]> {
  const { data } = await admin
    .from('message_images')
    .select('content_type, content')
    .eq('user_id', userId)
    .throwOnError();
  // The database returns bytes as hexadecimal digits after a backslash and an x.
  return data.map(({ content_type: type, content }: { content_type: string; content: string }) => ({
    type,
    start: Buffer.from(content.slice(2, 16), 'hex').toString('latin1'),
  }));
}

// Takes the screenshots of the site and the README. They are committed.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright';
import type { ChatPage } from '../../e2e/support/chat-page.ts';
import { enterAsGuest } from '../../e2e/support/enter.ts';
import { administrator, fillSignIn } from '../../e2e/support/sign-in.ts';
import { root } from '../lib/run.mjs';
import { charactersChat, codeChat, lisbonChat, shorterChat, textChat } from './sample-chats.ts';
import type { Studio } from './studio.ts';

const siteFolder = 'src/renderer/features/site/pictures';
const readmeFolder = 'docs/images';
/** The same size as in src/renderer/features/site/pictures/pictures.ts. */
const window = { width: 1280, height: 800 };
const detail = { width: 880, height: 560 };
const narrow = { width: 480, height: 576 };

export async function takeSitePictures(studio: Studio): Promise<void> {
  await takeWindow(studio);
  await takeDetails(studio);
  await takeConsole(studio);
}

async function takeWindow(studio: Studio): Promise<void> {
  const page = await studio.newPage({ viewport: window, deviceScaleFactor: 1.25 });
  const chat = await enterAsGuest(page);
  for (const { question } of [...shorterChat, lisbonChat]) await ask(chat, question);
  await settled(page);
  const readme = await page.screenshot({ animations: 'disabled', scale: 'css' });
  await save(`${readmeFolder}/chat.png`, readme);
  await saveAll(page, 'chat');
  await page.context().close();
}

async function takeDetails(studio: Studio): Promise<void> {
  const page = await studio.newPage({ viewport: detail, deviceScaleFactor: 1.5 });
  const chat = await enterAsGuest(page);
  await page.getByRole('button', { name: 'Close sidebar' }).click();
  for (const [name, { question }] of Object.entries({
    text: textChat,
    code: codeChat,
    characters: charactersChat,
  })) {
    await ask(chat, question);
    await settled(page);
    await saveAll(page, name);
  }
  await page.getByRole('button', { name: /Choose another model/ }).click();
  await page.getByRole('option').first().waitFor();
  await saveAll(page, 'models');
  await page.keyboard.press('Escape');
  await page.goto('/chat');
  await page.getByRole('button', { name: 'Quick actions' }).click();
  await page.getByRole('menuitem', { name: 'Image generation' }).click();
  await page
    .getByRole('dialog')
    .getByRole('textbox')
    .fill('A four-leaf clover, as a botanical plate of 1880');
  await saveAll(page, 'images');
  await page.context().close();
}

async function takeConsole(studio: Studio): Promise<void> {
  const page = await studio.newPage({ viewport: window });
  await page.goto('/signin?redirectTo=%2Fadmin%2Fusers');
  await fillSignIn(page, administrator);
  await page.getByText('ada@example.com').waitFor();
  await page.evaluate('document.fonts.ready');
  await save(`${readmeFolder}/console.png`, await page.screenshot({ animations: 'disabled' }));
  await page.context().close();
}

async function ask(chat: ChatPage, question: string): Promise<void> {
  await chat.page.goto('/chat');
  await chat.send(question);
  await chat.message(/\S/).nth(1).waitFor();
  await chat.replyEnds();
  await chat.page.waitForURL(/\/chat\?id=/);
}

/** Reloads the page, so that notices disappear, and waits for the list of models. */
async function settled(page: Page): Promise<void> {
  await page.reload();
  await page.getByRole('log').getByRole('article').nth(1).waitFor();
  await page.getByRole('button', { name: /Choose another model/ }).waitFor();
  await page.evaluate('document.fonts.ready');
}

/** Takes a screenshot in the page's window and in a narrow one, in both color schemes. */
async function saveAll(page: Page, name: string): Promise<void> {
  const wide = page.viewportSize() ?? window;
  await saveBoth(page, name);
  await page.setViewportSize(narrow);
  await saveBoth(page, `${name}-narrow`);
  await page.setViewportSize(wide);
}

async function saveBoth(page: Page, name: string): Promise<void> {
  for (const log of await page.getByRole('log').all())
    await log.evaluate((element) => element.scrollTo(0, 0));
  for (const scheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme: scheme });
    const png = await page.screenshot({ animations: 'disabled' });
    await save(`${siteFolder}/${name}-${scheme}.webp`, await toWebp(page, png));
  }
}

/**
 * Converts to WebP, a quarter of the size of PNG. Uses a blank page, because the product's Content Security Policy
 * forbids data URLs.
 */
async function toWebp(page: Page, png: Buffer): Promise<Buffer> {
  const blank = await page.context().newPage();
  const bytes = await blank.evaluate(
    async (source) => {
      const bitmap = await createImageBitmap(await (await fetch(source)).blob());
      const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
      canvas.getContext('2d')?.drawImage(bitmap, 0, 0);
      const blob = await canvas.convertToBlob({ type: 'image/webp', quality: 0.82 });
      return [...new Uint8Array(await blob.arrayBuffer())];
    },
    `data:image/png;base64,${png.toString('base64')}`,
  );
  await blank.close();
  return Buffer.from(bytes);
}

async function save(file: string, picture: Buffer): Promise<void> {
  await writeFile(join(root, file), picture);
  console.log(`${file}  ${(picture.length / 1000).toFixed(1)} kB`);
}

import type { Page } from 'playwright';
import { pdf } from '../../e2e/support/pdf.ts';
import type { Screen, Stage } from './screen.ts';

/** The draft may still have the files of an earlier screen. */
const planOf = (page: Page) => page.getByRole('button', { name: /^Open The plan/ }).first();

/** Opens a new chat with an image, a PDF and a refused file. */
async function attach({ page }: Stage): Promise<void> {
  await page.goto('/chat');
  await page.getByRole('button', { name: /Choose another model/ }).waitFor();
  const drawn = await page.evaluate(() => {
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [640, 400];
    const brush = canvas.getContext('2d');
    if (!brush) throw new Error('This browser has no canvas.');
    for (const [index, color] of ['seagreen', 'olivedrab', 'darkseagreen'].entries()) {
      brush.fillStyle = color;
      brush.fillRect(0, index * 134, 640, 134);
    }
    return canvas.toDataURL('image/jpeg');
  });
  const pages = ['What the garden costs', 'Rows of beans and peas', 'When to water', 'Who can help'];
  await page.locator('input[type=file]').setInputFiles([
    {
      name: 'beds.jpg',
      mimeType: 'image/jpeg',
      buffer: Buffer.from(drawn.replace(/^.*,/, ''), 'base64'),
    },
    { name: 'The plan of the whole garden, with costs.pdf', mimeType: 'application/pdf', buffer: pdf(pages) },
    { name: 'empty.txt', mimeType: 'text/plain', buffer: Buffer.alloc(0) },
  ]);
  await planOf(page).waitFor();
  await page.getByRole('button', { name: 'Open beds.jpg' }).first().waitFor();
}

/** A page with lines and shapes, so that the screenshot shows how they are drawn. */
const planPages = [
  [
    'What the garden costs',
    'Seeds and young plants: 120',
    'Soil, compost and mulch: 310',
    'Two rain barrels: 180',
  ],
  ['Rows of beans and peas', 'Sow from April, a hand apart.'],
  ['When to water'],
].map((lines) => lines.join(') Tj 0 -24 Td ('));

/** Sends a PDF, and opens it in the conversation. */
async function openPdf({ page, chat }: Stage): Promise<void> {
  await page.goto('/chat');
  await page.getByRole('button', { name: /Choose another model/ }).waitFor();
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'Garden plan.pdf', mimeType: 'application/pdf', buffer: pdf(planPages) });
  await page.getByRole('button', { name: 'Open Garden plan.pdf' }).waitFor();
  await chat.send('What should I plant first?');
  await chat.log.getByRole('button', { name: 'Open Garden plan.pdf' }).last().click();
  await page.getByRole('dialog').getByRole('img', { name: 'Page 1 of 3' }).waitFor();
}

async function openPages(stage: Stage): Promise<void> {
  await attach(stage);
  await planOf(stage.page).click();
  await stage.page.getByRole('textbox', { name: 'Pages to send' }).waitFor();
}

/** Opens the dictation panel, with a microphone that hums. */
async function openDictation({ page }: Stage): Promise<void> {
  await page.goto('/chat');
  await page.evaluate(() => {
    navigator.mediaDevices.getUserMedia = async () => {
      const audio = new AudioContext();
      const hum = audio.createOscillator();
      const volume = audio.createGain();
      volume.gain.value = 0.05;
      const target = audio.createMediaStreamDestination();
      hum.connect(volume).connect(target);
      hum.start();
      return target.stream;
    };
  });
  await page.getByRole('button', { name: /^Dictate/ }).press('Enter');
  await page.getByRole('button', { name: 'Start recording' }).waitFor();
}

const screen = (name: string, open: Screen['open']): Screen => ({ name, viewer: 'user', open });

export const attachmentScreens: readonly Screen[] = [
  screen('chat-files', attach),
  screen('chat-file-pages', openPages),
  screen('chat-file-pages-wrong', async (stage) => {
    await openPages(stage);
    await stage.page.getByRole('textbox', { name: 'Pages to send' }).fill('1, 9');
    await stage.page.getByRole('button', { name: 'Use these pages' }).click();
    await stage.page.getByText(/^Enter page numbers/).waitFor();
  }),
  screen('chat-file-table', async ({ page }) => {
    await page.goto('/chat');
    await page.getByRole('button', { name: /Choose another model/ }).waitFor();
    const crops = ['Beans', 'Peas', 'Carrots', 'Tomatoes', 'Pumpkins'];
    const rows = crops.map((crop, row) => `${crop},Bed ${row + 1},"${row + 2},50",May ${row + 3}`);
    await page.locator('input[type=file]').setInputFiles({
      name: 'costs.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(['Crop,Place,Price,Sow on', ...rows].join('\n')),
    });
    await page.getByRole('button', { name: 'Open costs.csv' }).first().click();
    await page.getByRole('table').waitFor();
  }),
  screen('chat-file-pdf', openPdf),
  screen('chat-file-pdf-zoom', async (stage) => {
    await openPdf(stage);
    const dialog = stage.page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Zoom in' }).click();
    await dialog.locator('[aria-busy=false] canvas').waitFor();
  }),
  screen('chat-file-extract-text', async (stage) => {
    await attach(stage);
    await stage.page.getByRole('button', { name: 'Open beds.jpg' }).first().click();
    await stage.page.getByRole('button', { name: 'Extract text' }).waitFor();
  }),
  screen('chat-what-will-be-sent', async (stage) => {
    await attach(stage);
    await stage.chat.input.fill('What should I plant first?');
    await stage.page.getByRole('button', { name: 'What will be sent' }).click();
    await stage.page.getByRole('dialog').getByRole('document').waitFor();
  }),
  screen('chat-dictation-start', openDictation),
  screen('chat-dictation', async (stage) => {
    await openDictation(stage);
    await stage.page.getByRole('button', { name: 'Start recording' }).press('Enter');
    await stage.page.getByText('Recording 0:01').waitFor();
  }),
];

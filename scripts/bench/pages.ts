// What a page costs with 10,000 chats instead of 10, and with a chat of 5,000 messages instead of 60. A real browser, the
// built service and web app.
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { chromium, type Page } from 'playwright';
import { startServiceProcess } from '../prove/lib/service-process.ts';
import { fill } from './fill.ts';

const MAX_NODES = 3_000;
const KEYSTROKE = 50;
const ROUNDS = 3;

const median = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
const nodesOf = (page: Page) => page.evaluate<number>('document.querySelectorAll("*").length');

/** From the navigation until the text is there, ms. */
async function opening(page: Page, path: string, text: string): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const begun = performance.now();
    await page.goto(path);
    await page.getByText(text).first().waitFor();
    times.push(performance.now() - begun);
  }
  return median(times);
}

/** The longest time from a key press to the frame that shows it, ms; times under 16 ms are not told by the browser. */
async function keystroke(page: Page): Promise<number> {
  await page.evaluate(`
    globalThis.longestKey = 0;
    new PerformanceObserver((list) => {
      for (const { name, duration } of list.getEntries())
        if (name === 'keydown') globalThis.longestKey = Math.max(globalThis.longestKey, duration);
    }).observe({ type: 'event', durationThreshold: 16 });`);
  await page.getByRole('textbox', { name: 'Message', exact: true }).click();
  await page.keyboard.type('A question of forty characters, or nearly', { delay: 30 });
  await page.waitForTimeout(200);
  return page.evaluate<number>('globalThis.longestKey');
}

const executablePath =
  process.env['CLOVER_CHROMIUM'] ??
  ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find((path) =>
    existsSync(path),
  );
const service = await startServiceProcess(resolve(import.meta.dirname, '../../out/service/main.js'));
const browser = await chromium.launch({
  ...(executablePath ? { executablePath } : {}),
  args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
});
let isWithin = true;
const tell = (line: string, isFine = true) => {
  if (!isFine) isWithin = false;
  console.log(`  ${line}${isFine ? '' : '  OVER'}`);
};
try {
  const { admin } = service;
  const page = await (await browser.newContext({ baseURL: service.url })).newPage();
  await page.goto('/signin');
  await page.getByRole('button', { name: 'Try Demo' }).click();
  await page.getByText('What can I help with?').waitFor();
  const userId = await page.evaluate<string>('JSON.parse(localStorage.getItem("clover-session")).user.id');

  const [short = ''] = await fill(admin, { userId, name: 'Short', chats: 1, messages: 60 });
  await fill(admin, { userId, name: 'Few', chats: 9, messages: 1 });
  const listOfFew = await opening(page, '/chat', 'Few 8');
  const chatOfFew = await opening(page, `/chat?id=${short}`, 'message 59');

  const [long = ''] = await fill(admin, { userId, name: 'Long', chats: 1, messages: 5_000 });
  await fill(admin, { userId, name: 'Many', chats: 10_000, messages: 0 });
  const listOfMany = await opening(page, '/chat', 'Many 9');
  const ratio = (after: number, before: number) => `${(after / before).toFixed(2)}x`;
  tell(
    `10,000 chats    ${listOfMany.toFixed(0)} ms to the list, ${listOfFew.toFixed(0)} ms with 10: ${ratio(listOfMany, listOfFew)}`,
  );
  const listNodes = await nodesOf(page);
  tell(`                ${listNodes} elements (under ${MAX_NODES})`, listNodes < MAX_NODES);

  const chatOfMany = await opening(page, `/chat?id=${long}`, 'message 4999');
  tell(
    `5,000 messages  ${chatOfMany.toFixed(0)} ms to the last one, ${chatOfFew.toFixed(0)} ms with 60: ${ratio(chatOfMany, chatOfFew)}`,
  );
  const key = await keystroke(page);
  tell(`                ${key || 'under 16'} ms for a keystroke (aim: under ${KEYSTROKE})`);
  const older = page.getByRole('button', { name: 'Show older messages' });
  for (let at = 0; at < 10; at += 1) {
    await page.getByRole('log', { name: 'Conversation' }).evaluate('(log) => { log.scrollTop = 0; }');
    await older.and(page.locator(':enabled')).waitFor();
  }
  const chatNodes = await nodesOf(page);
  tell(
    `                ${chatNodes} elements after ten older pages (under ${MAX_NODES})`,
    chatNodes < MAX_NODES,
  );
} finally {
  await browser.close();
  await service.stop();
}
process.exitCode = isWithin ? 0 : 1;

// Measures the time from sending a message to its reply's first word, without the vendor's time: in a new chat and in
// an open one.
import type { Page } from 'playwright';
import { startVendor, type FakeVendor } from '../../../e2e/vendor/vendor.ts';
import { openBrowser } from '../../lib/browser.ts';
import { median } from '../../prove/lib/figures.ts';
import { builtService, startServiceProcess } from '../../prove/lib/service-process.ts';
import { openChatPage, prepareChat, replyEnded } from '../lib/chat-page.ts';
import { reportRows } from './report.ts';

const PAIRS = 9;
/** The vendor's time to its first word, in milliseconds. */
const VENDOR = 200;

/** Runs in the page: resolves to the milliseconds from the click on Send until the word appears. */
function timeUntil(word: string): Promise<number> {
  return new Promise((resolve) => {
    const observer = new MutationObserver(() => {
      const replies = document.querySelectorAll('[role="log"] article');
      if (!replies.item(replies.length - 1)?.textContent.includes(word)) return;
      observer.disconnect();
      requestAnimationFrame(() => resolve(performance.now() - start));
    });
    observer.observe(document, { childList: true, characterData: true, subtree: true });
    const send = document.querySelector<HTMLButtonElement>('button[aria-label="Send message"]');
    const start = performance.now();
    send?.click();
  });
}

let count = 0;
async function timeFirstWord(page: Page, vendor: FakeVendor): Promise<number> {
  count += 1;
  const word = `Word${count}.`;
  vendor.always({ kind: 'pace', first: VENDOR, text: word });
  await page.getByRole('textbox', { name: 'Message', exact: true }).fill('Hello');
  const time = await page.evaluate(timeUntil, word);
  await replyEnded(page);
  return time - VENDOR;
}

const vendor = await startVendor();
const service = await startServiceProcess(builtService);
const browser = await openBrowser();
try {
  const page = await openChatPage(browser, service.url, await prepareChat(service, vendor));
  const ofNew: number[] = [];
  const ofOpen: number[] = [];
  for (let pair = 0; pair <= PAIRS; pair += 1) {
    await page.goto('/chat');
    await page.getByText('What can I help with?').waitFor();
    await page.waitForLoadState('networkidle');
    const [first, next] = [await timeFirstWord(page, vendor), await timeFirstWord(page, vendor)];
    // The first pair loads code.
    if (pair === 0) continue;
    ofNew.push(first);
    ofOpen.push(next);
  }
  reportRows([
    {
      work: `Send to first token, above the vendor's time: a new chat against an open one (${median(ofNew).toFixed(0)} and ${median(ofOpen).toFixed(0)} ms)`,
      unit: 'x',
      budget: 1.2,
      figure: median(ofNew) / median(ofOpen),
    },
  ]);
} finally {
  await browser.close();
  await service.stop();
  await vendor.close();
}

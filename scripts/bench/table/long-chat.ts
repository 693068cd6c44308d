// Counts elements and long frames in a chat of 5,000 messages while the user scrolls up.
import { openBrowser } from '../../lib/browser.ts';
import { startVendor } from '../../../e2e/vendor/vendor.ts';
import { builtService, startServiceProcess } from '../../prove/lib/service-process.ts';
import { storeChats } from '../fill.ts';
import { openChatPage, prepareChat } from '../lib/chat-page.ts';
import { reportRows } from './report.ts';

const MESSAGES = 5_000;
const STEPS = 60;

interface Watched {
  frames: number;
}

const vendor = await startVendor();
const service = await startServiceProcess(builtService);
const browser = await openBrowser();
try {
  const person = await prepareChat(service, vendor);
  const filling = { userId: person.id, name: 'Long', chats: 1, messages: MESSAGES };
  const [id = ''] = await storeChats(service.admin, filling);
  const page = await openChatPage(browser, service.url, person);
  await page.goto(`/chat?id=${id}`);
  await page.getByText(`message ${MESSAGES - 1}:`).waitFor();
  await page.waitForLoadState('networkidle');
  const countNodes = () => page.evaluate(() => document.querySelectorAll('*').length);
  let nodes = await countNodes();
  await page.evaluate(() => {
    const watched: Watched = { frames: 0 };
    Object.assign(globalThis, { watched });
    // The browser reports frames over 50 ms.
    new PerformanceObserver((list) => (watched.frames += list.getEntries().length)).observe({
      type: 'long-animation-frame',
    });
  });
  await page.getByRole('log', { name: 'Conversation' }).hover();
  for (let step = 0; step < STEPS; step += 1) {
    await page.mouse.wheel(0, -600);
    await page.waitForTimeout(50);
    nodes = Math.max(nodes, await countNodes());
  }
  const frames = await page.evaluate(() => (globalThis as unknown as { watched: Watched }).watched.frames);
  reportRows([
    { work: 'Elements in a chat of 5,000 messages', unit: '', budget: 500, figure: nodes },
    { work: 'The same: frames over 50 ms while scrolling', unit: '', budget: 0, figure: frames },
  ]);
} finally {
  await browser.close();
  await service.stop();
  await vendor.close();
}

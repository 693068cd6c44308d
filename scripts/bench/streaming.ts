// Measures the page's processor time for a streamed reply, compared with appending the same text without formatting.
// Uses a real browser, a production build and the app's CSP. Needs Chromium (CLOVER_CHROMIUM, or the system's).
import { openBrowser } from '../lib/browser.ts';
import { median } from '../prove/lib/figures.ts';
import { replyOf, replySection } from './lib/reply-text.ts';
import { showText, STEP, type StreamCost, streamText } from './lib/stream-page.ts';
import { serveMarkdownPage } from './markdown-page.ts';

const LENGTH = 20_000;
const ROUNDS = 3;
const MAX_RATIO = 2;
/** In milliseconds. Users notice longer tasks. */
const LONG_TASK = 50;

const reply = replyOf(LENGTH);

const site = await serveMarkdownPage();
const browser = await openBrowser();
try {
  const costs: { plain: StreamCost; markdown: StreamCost }[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const page = await browser.newPage();
    await page.goto(site.url);
    // Load lazy parts first, because another measurement covers them.
    await showText(page, replySection);
    await page.waitForSelector('.katex');
    await page.waitForSelector('pre code span');
    costs.push({
      plain: await streamText(page, reply, true),
      markdown: await streamText(page, reply, false),
    });
    await page.close();
  }
  const plain = median(costs.map((cost) => cost.plain.busy));
  const markdown = median(costs.map((cost) => cost.markdown.busy));
  const longest = median(costs.map((cost) => cost.markdown.longest));
  const ratio = markdown / plain;
  console.log(`A streamed reply of ${LENGTH} characters, ${STEP} a frame, median of ${ROUNDS}:`);
  console.log(`  plain text    ${plain.toFixed(0).padStart(6)} ms busy`);
  console.log(
    `  as markdown   ${markdown.toFixed(0).padStart(6)} ms busy, ${ratio.toFixed(2)}x (at most ${MAX_RATIO}x)`,
  );
  console.log(
    `  longest task  ${longest.toFixed(0).padStart(6)} ms (none over ${LONG_TASK} ms; 0 means none)`,
  );
  if (ratio > MAX_RATIO || longest > LONG_TASK) process.exitCode = 1;
} finally {
  await browser.close();
  await site.close();
}

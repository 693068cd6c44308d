// Measures the page's processor time for a streamed reply, compared with appending the same text without formatting.
// Uses a real browser, a production build and the app's CSP. Needs Chromium (CLOVER_CHROMIUM, or the system's).
import { existsSync } from 'node:fs';
import { chromium, type Page } from 'playwright';
import { serveMarkdownPage } from './markdown-page.ts';

const LENGTH = 20_000;
/** Characters per frame: eight deltas of four characters, which is faster than any model. */
const STEP = 32;
const ROUNDS = 3;
const MAX_RATIO = 2;
/** In milliseconds. Users notice longer tasks. */
const LONG_TASK = 50;

const paragraph =
  'Some *ordinary* prose with **bold** words, `code` and [a link](https://a.example), as replies have it.';
const section = [
  '## A section',
  paragraph,
  `${paragraph} ${paragraph}`,
  '- one **item**\n- another `item`\n  - inside it\n\n1. first\n2. second',
  '```ts\nexport function add(one: number, other: number): number {\n  return one + other; // the sum\n}\n```',
  '| a | b |\n|---|---|\n| 1 | **2** |\n| 3 | 4 |',
  'It follows that $e^{i\\pi} + 1 = 0$.',
].join('\n\n');
const reply = `${section}\n\n`.repeat(Math.ceil(LENGTH / section.length)).slice(0, LENGTH);

/**
 * The functions of testing/page/markdown-page.ts that this script uses. It can't import that file, because this
 * project has no DOM types.
 */
interface Harness {
  readonly markdownPage: {
    readonly show: (shown: { readonly text: string }) => void;
    readonly stream: (text: string, step: number, isPlain: boolean) => Promise<number>;
  };
}

interface Cost {
  /** The page's main-thread time in milliseconds. Other work on the machine doesn't count. */
  readonly busy: number;
  readonly longest: number;
}

async function measure(page: Page, isPlain: boolean): Promise<Cost> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const busyTime = async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1000;
  };
  const before = await busyTime();
  const longest = await page.evaluate(
    ([text, step, plain]) => (globalThis as unknown as Harness).markdownPage.stream(text, step, plain),
    [reply, STEP, isPlain] as const,
  );
  const busy = (await busyTime()) - before;
  await session.detach();
  return { busy, longest };
}

const median = (values: readonly number[]) => [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0;

const executablePath =
  process.env['CLOVER_CHROMIUM'] ??
  ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find((path) =>
    existsSync(path),
  );
const site = await serveMarkdownPage();
const browser = await chromium.launch({
  ...(executablePath ? { executablePath } : {}),
  args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
});
try {
  const costs: { plain: Cost; markdown: Cost }[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const page = await browser.newPage();
    await page.goto(site.url);
    // Load lazy parts first, because another measurement covers them.
    await page.evaluate((text) => (globalThis as unknown as Harness).markdownPage.show({ text }), section);
    await page.waitForSelector('.katex');
    await page.waitForSelector('pre code span');
    costs.push({ plain: await measure(page, true), markdown: await measure(page, false) });
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

// Measures the page's processor time for streamed replies, in the built app with a real gateway. Compares four models
// with one, and ten thousand pieces of folded reasoning with as many pieces of an answer.
import type { Page } from 'playwright';
import { startVendor, type FakeVendor } from '../../e2e/vendor/vendor.ts';
import { openBrowser } from '../lib/browser.ts';
import { median } from '../prove/lib/figures.ts';
import { builtService, startServiceProcess } from '../prove/lib/service-process.ts';
import { openChatPage, prepareChat, replyEnded, sendInNewChat } from './lib/chat-page.ts';
import { pageTimeDuring } from './lib/page-time.ts';

const ROUNDS = 3;
/** Pieces per reply when models are compared. One arrives every few milliseconds. */
const PIECES = 800;
const PAUSE = 10;
/** Pieces of the reasoning, and of the answer for comparison. */
const LONG_PIECES = 10_000;
const MAX_COLUMN = 1.2;
const MAX_REASONING = 1;
/**
 * How often the page may change while the reasoning is folded. It must change sometimes, because its line shows the
 * seconds.
 */
const MAX_CHANGES = 100;

const models = ['one', 'two', 'three', 'four'].map((name) => `bench/${name}`);
const words = 'Some *ordinary* prose with **bold** words, `code` and a comma, as replies have it.'.split(' ');
/** Returns a text of this many pieces in paragraphs. The test waits for its last word. */
const textOf = (pieces: number) =>
  `${Array.from({ length: pieces - 1 }, (_, index) => words[index % words.length] + (index % 60 === 59 ? '\n\n' : ' ')).join('')}Finished.`;

/** Sends one message to this many models. Resolves to the milliseconds from the first word to the last. */
async function compare(page: Page, vendor: FakeVendor, count: number): Promise<number> {
  const end = Promise.withResolvers<void>();
  vendor.always({ kind: 'pace', first: 1_000, between: PAUSE, text: textOf(PIECES), end: end.promise });
  if (count === 1) await sendInNewChat(page, 'One');
  else {
    await page.goto('/chat');
    await page.getByRole('button', { name: /^Model: / }).click();
    await page.getByRole('button', { name: 'Compare models…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Compare models' });
    await dialog.getByLabel('Message').fill('Several');
    for (const box of await dialog.getByRole('checkbox').all()) await box.setChecked(true);
    await dialog.getByRole('button', { name: `Ask ${count} models` }).click();
  }
  const replies = page
    .getByRole('article')
    .filter({ hasText: words.slice(0, 4).join(' ').replaceAll('*', '') });
  await replies.nth(count - 1).waitFor();
  const { busy } = await pageTimeDuring(page, () =>
    page
      .getByRole('article')
      .filter({ hasText: 'Finished.' })
      .nth(count - 1)
      .waitFor(),
  );
  end.resolve();
  await replyEnded(page);
  return busy;
}

interface Changed {
  changes: number;
}

/** Streams many pieces: either reasoning followed by one word, or an answer. */
async function stream(page: Page, vendor: FakeVendor, kind: 'reasoning' | 'answer') {
  const end = Promise.withResolvers<void>();
  const isReasoning = kind === 'reasoning';
  vendor.always({
    kind: 'pace',
    first: 1_000,
    between: 1,
    text: isReasoning ? 'Finished.' : textOf(LONG_PIECES),
    ...(isReasoning && { reasoning: textOf(LONG_PIECES).replace('Finished.', 'Enough.') }),
    end: end.promise,
  });
  await sendInNewChat(page, kind);
  await page.getByText(kind, { exact: true }).last().waitFor();
  await page.getByRole('log').evaluate((log) => {
    const counted = globalThis as unknown as Changed;
    counted.changes = 0;
    // This project has no DOM types.
    const { MutationObserver } = globalThis as unknown as {
      MutationObserver: new (note: (records: readonly unknown[]) => void) => {
        observe: (node: unknown, options: object) => void;
      };
    };
    new MutationObserver((records) => (counted.changes += records.length)).observe(log, {
      childList: true,
      characterData: true,
      subtree: true,
    });
  });
  const { busy } = await pageTimeDuring(page, () =>
    page.getByText('Finished.').waitFor({ timeout: 180_000 }),
  );
  const changes = await page.evaluate(() => (globalThis as unknown as Changed).changes);
  end.resolve();
  await replyEnded(page);
  return { busy, changes };
}

const vendor = await startVendor();
const service = await startServiceProcess(builtService);
const browser = await openBrowser();
let isWithin = true;
const reportFigure = (line: string, isWithinLimit = true) => {
  if (!isWithinLimit) isWithin = false;
  console.log(`  ${line}${isWithinLimit ? '' : '  OVER'}`);
};
try {
  const person = await prepareChat(service, vendor, models);
  const page = await openChatPage(browser, service.url, person);

  const one: number[] = [];
  const four: number[] = [];
  for (let round = 0; round <= ROUNDS; round += 1) {
    const [single, compared] = [await compare(page, vendor, 1), await compare(page, vendor, models.length)];
    // The first round only loads code.
    if (round === 0) continue;
    one.push(single);
    four.push(compared);
  }
  const column = median(four) / models.length;
  const ratio = column / median(one);
  reportFigure(
    `one reply of ${PIECES} pieces        ${median(one).toFixed(0).padStart(5)} ms busy, median of ${ROUNDS}`,
  );
  reportFigure(
    `${models.length} replies compared          ${column.toFixed(0).padStart(5)} ms busy for each, ${ratio.toFixed(2)}x (at most ${MAX_COLUMN}x)`,
    ratio <= MAX_COLUMN,
  );

  const answer = await stream(page, vendor, 'answer');
  const thoughts = await stream(page, vendor, 'reasoning');
  const share = thoughts.busy / answer.busy;
  reportFigure(`${LONG_PIECES} pieces of an answer     ${answer.busy.toFixed(0).padStart(5)} ms busy`);
  reportFigure(
    `${LONG_PIECES} of folded reasoning     ${thoughts.busy.toFixed(0).padStart(5)} ms busy, ${share.toFixed(2)}x (at most ${MAX_REASONING}x)`,
    share <= MAX_REASONING,
  );
  reportFigure(
    `                              ${thoughts.changes} changes of the conversation (under ${MAX_CHANGES})`,
    thoughts.changes < MAX_CHANGES,
  );
} finally {
  await browser.close();
  await service.stop();
  await vendor.close();
}
process.exitCode = isWithin ? 0 : 1;

// Measures the page's processor time for streamed replies, in the built app with a real gateway. Compares four models
// with one, and ten thousand pieces of folded reasoning with as many pieces of an answer.
import { existsSync } from 'node:fs';
import { chromium, type Page } from 'playwright';
import { fillSignIn } from '../../e2e/support/sign-in.ts';
import { startVendor, type FakeVendor } from '../../e2e/vendor/vendor.ts';
import { builtService, startServiceProcess, type ServiceProcess } from '../prove/lib/service-process.ts';

const ROUNDS = 3;
/** Pieces per reply when models are compared. One arrives every few milliseconds. */
const PIECES = 800;
const PAUSE = 10;
/** Pieces of the reasoning, and of the answer that it is compared with. */
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
/** A text of this many pieces in paragraphs. The test waits for its last word. */
const textOf = (pieces: number) =>
  `${Array.from({ length: pieces - 1 }, (_, index) => words[index % words.length] + (index % 60 === 59 ? '\n\n' : ' ')).join('')}Finished.`;

const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;

/** Connects a vendor with four models, without a key, and creates a user who may use them all. */
async function prepare({ admin }: ServiceProcess, vendor: FakeVendor) {
  await admin.from('api_vendors').update({ is_active: false }).eq('is_active', true).throwOnError();
  const { data } = await admin
    .from('api_vendors')
    .update({ is_active: true, endpoint_url: vendor.endpoints.ollama })
    .eq('name', 'ollama')
    .select('id')
    .single()
    .throwOnError();
  const rows = models.map((model_id) => ({ vendor_id: String(data.id), model_id, display_name: model_id }));
  await admin.from('api_vendor_models').insert(rows).throwOnError();
  const person = { email: 'bench@example.test', password: 'a good long password' };
  const created = await admin.auth.admin.createUser({ ...person, email_confirm: true });
  if (created.error) throw created.error;
  const subscription = { user_id: created.data.user.id, plan: 'professional', source: 'admin' };
  await admin.from('subscriptions').insert(subscription).throwOnError();
  return person;
}

/** The page's main-thread time in milliseconds while `act` runs. Other work on the machine doesn't count. */
async function busyDuring(page: Page, act: () => Promise<void>): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const busyTime = async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1000;
  };
  const before = await busyTime();
  await act();
  const busy = (await busyTime()) - before;
  await session.detach();
  return busy;
}

async function send(page: Page, text: string): Promise<void> {
  await page.goto('/chat');
  await page.getByRole('textbox', { name: 'Message', exact: true }).fill(text);
  await page.getByRole('button', { name: 'Send message' }).click();
}

/** Sends one message to this many models. Resolves to the milliseconds from the first word to the last. */
async function compare(page: Page, vendor: FakeVendor, count: number): Promise<number> {
  const end = Promise.withResolvers<void>();
  vendor.always({ kind: 'pace', first: 1_000, between: PAUSE, text: textOf(PIECES), end: end.promise });
  if (count === 1) await send(page, 'One');
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
  const busy = await busyDuring(page, () =>
    page
      .getByRole('article')
      .filter({ hasText: 'Finished.' })
      .nth(count - 1)
      .waitFor(),
  );
  end.resolve();
  await page.getByRole('button', { name: /^Stop/ }).first().waitFor({ state: 'detached' });
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
  await send(page, kind);
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
  const busy = await busyDuring(page, () => page.getByText('Finished.').waitFor({ timeout: 180_000 }));
  const changes = await page.evaluate(() => (globalThis as unknown as Changed).changes);
  end.resolve();
  await page.getByRole('button', { name: /^Stop/ }).first().waitFor({ state: 'detached' });
  return { busy, changes };
}

const executablePath =
  process.env['CLOVER_CHROMIUM'] ??
  ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find((path) =>
    existsSync(path),
  );
const vendor = await startVendor();
const service = await startServiceProcess(builtService);
const browser = await chromium.launch({
  ...(executablePath ? { executablePath } : {}),
  args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
});
let isWithin = true;
const reportFigure = (line: string, isWithinLimit = true) => {
  if (!isWithinLimit) isWithin = false;
  console.log(`  ${line}${isWithinLimit ? '' : '  OVER'}`);
};
try {
  const person = await prepare(service, vendor);
  const page = await (await browser.newContext({ baseURL: service.url })).newPage();
  page.setDefaultTimeout(60_000);
  await page.goto('/signin?redirectTo=/chat');
  await fillSignIn(page, person);
  await page.getByText('What can I help with?').waitFor();

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

// Measures a streamed reply of 20,000 characters in the whole app, compared with a page that appends the same stream to
// a plain `<pre>`. Then the same reply on a slow device, while the user types.
import type { Page } from 'playwright';
import { startVendor, type FakeVendor } from '../../../e2e/vendor/vendor.ts';
import { openBrowser } from '../../lib/browser.ts';
import { median } from '../../prove/lib/figures.ts';
import { builtService, startServiceProcess } from '../../prove/lib/service-process.ts';
import { openChatPage, prepareChat, replyEnded, sendInNewChat } from '../lib/chat-page.ts';
import { onSlowDevice, pageTimeDuring } from '../lib/page-time.ts';
import { replyOf, replySection } from '../lib/reply-text.ts';
import { reportRows } from './report.ts';

const ROUNDS = 3;
/** Milliseconds between two words, and before the first one. */
const PAUSE = 2;
const FIRST = 1_000;
const last = 'Finished.';
const reply = `${replyOf(20_000)}\n\n${last}`;
/** Enough keys for the whole stream, each this many milliseconds after the previous one. */
const KEYS = 40;
const BETWEEN_KEYS = 100;

/** Makes the vendor send the reply. Call the returned function once the page has shown it. */
function streamReply(vendor: FakeVendor, text = reply): () => void {
  const { promise, resolve } = Promise.withResolvers<void>();
  vendor.always({ kind: 'pace', first: FIRST, between: PAUSE, text, end: promise });
  return resolve;
}

const shown = (page: Page) =>
  page.getByRole('article').filter({ hasText: last }).waitFor({ timeout: 120_000 });

/** Sends a message. Calls `measure` once it is stored, before the first word arrives. */
async function receive<Result>(page: Page, vendor: FakeVendor, measure: () => Promise<Result>) {
  const end = streamReply(vendor);
  await sendInNewChat(page, 'Tell me');
  await page.getByRole('article').filter({ hasText: 'Tell me' }).waitFor();
  const result = await measure();
  end();
  await replyEnded(page);
  return result;
}

/** Runs in the page: appends each part of the stream to a `<pre>`. */
async function appendStream([token, key, end]: readonly [string, string, string]): Promise<void> {
  const pre = document.body.appendChild(document.createElement('pre'));
  pre.style.whiteSpace = 'pre-wrap';
  const response = await fetch('/functions/v1/chat/completions', {
    method: 'POST',
    headers: { apikey: key, authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      model: 'bench/one',
      messages: [{ role: 'user', content: 'Tell me' }],
      stream: true,
    }),
  });
  let rest = '';
  for (const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader(); reader;) {
    const { done, value } = await reader.read();
    if (done) return;
    const lines = (rest + value).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      if (!line.startsWith('data: {')) continue;
      const { choices = [] } = JSON.parse(line.slice(6)) as {
        readonly choices?: readonly { readonly delta?: { readonly content?: string } }[];
      };
      pre.append(choices[0]?.delta?.content ?? '');
    }
    if (pre.textContent.includes(end)) return;
  }
}

interface Watched {
  readonly tasks: number[];
  readonly keys: number[];
  frames: number;
  readonly start: number;
}

/** Runs in the page: records long tasks, frames and the time from each key press to the frame that shows it. */
function watch(): void {
  const watched: Watched = { tasks: [], keys: [], frames: 0, start: performance.now() };
  Object.assign(globalThis, { watched });
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) watched.tasks.push(duration);
  }).observe({ type: 'longtask' });
  new PerformanceObserver((list) => {
    for (const { name, duration } of list.getEntries()) if (name === 'keydown') watched.keys.push(duration);
  }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit);
  const count = () => {
    watched.frames += 1;
    requestAnimationFrame(count);
  };
  requestAnimationFrame(count);
}

/** Runs in the page. */
function readWatched() {
  const { tasks, keys, frames, start } = (globalThis as unknown as { readonly watched: Watched }).watched;
  return { tasks, keys, frames: (frames * 1000) / (performance.now() - start) };
}

const vendor = await startVendor();
const service = await startServiceProcess(builtService);
const browser = await openBrowser();
try {
  const person = await prepareChat(service, vendor);
  const page = await openChatPage(browser, service.url, person);
  const { data } = await service.newClient().auth.signInWithPassword(person);
  const token = data.session?.access_token ?? '';

  // Load lazy parts first, because another measurement covers them.
  streamReply(vendor, `${replySection}\n\n${last}`)();
  await sendInNewChat(page, 'First');
  await shown(page);
  await page.locator('article .katex').first().waitFor();

  const plain: number[] = [];
  const app: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const plainPage = await page.context().newPage();
    await plainPage.goto('/healthz');
    const end = streamReply(vendor);
    const cost = await pageTimeDuring(plainPage, () =>
      plainPage.evaluate(appendStream, [token, service.publishableKey, last] as const),
    );
    end();
    plain.push(cost.scriptAndLayout);
    await plainPage.close();
    const inApp = await receive(page, vendor, () => pageTimeDuring(page, () => shown(page)));
    app.push(inApp.scriptAndLayout);
  }

  const slow = await receive(page, vendor, () =>
    onSlowDevice(page, async () => {
      const input = page.getByRole('textbox', { name: 'Message', exact: true });
      await input.click();
      // The stream has started.
      await page.getByRole('heading', { name: 'A section' }).first().waitFor();
      await page.evaluate(watch);
      await page.keyboard.type('x'.repeat(KEYS), { delay: BETWEEN_KEYS });
      const { keys } = await page.evaluate(readWatched);
      await shown(page);
      return { ...(await page.evaluate(readWatched)), keys };
    }),
  );
  // The browser reports no times under 16 ms.
  const fast = Array.from({ length: Math.max(0, KEYS - slow.keys.length) }, () => 16);
  reportRows([
    {
      work: '20,000-character reply in the app against a <pre>: script and layout time',
      unit: 'x',
      budget: 1.5,
      figure: median(app) / median(plain),
    },
    { work: 'The same at 4x CPU: tasks over 50 ms', unit: '', budget: 0, figure: slow.tasks.length },
    {
      work: 'The same at 4x CPU: frames a second',
      unit: '',
      budget: 40,
      isMinimum: true,
      figure: slow.frames,
    },
    {
      work: 'The same at 4x CPU: key to character',
      unit: 'ms',
      budget: 50,
      figure: median([...slow.keys, ...fast]),
    },
  ]);
} finally {
  await browser.close();
  await service.stop();
  await vendor.close();
}

import type { Page } from 'playwright/test';
import { longText, wordPause } from '../../scripts/prove/survive/long-text.ts';
import { ChatPage, chooseModel } from '../support/chat-page.ts';
import { startVendor, type FakeVendor } from '../vendor/vendor.ts';
import { connectOwnKey } from './connect-own-key.ts';
import { expect, openAdmin, test, type Desktop } from './launch.ts';

// The reply's seconds, the number of reloads, and milliseconds without a window. Only `npm run prove -- survive` runs
// this.
const plan = { seconds: 60, reloads: 20, closed: 20_000 };
test.describe.configure({ timeout: 120_000 + plan.seconds * 2_000 });

let vendor: FakeVendor;
test.beforeAll(async () => void (vendor = await startVendor()));
test.afterAll(() => vendor.close());

const isCall = ({ path }: FakeVendor['requests'][number]) => path.endsWith('/chat/completions');

/** Reads the reply on the screen. Empty if there is none yet. */
const readReply = async (page: Page): Promise<string> =>
  (await page
    .locator('[role="log"] article:not([aria-label="You"]) > :nth-child(2)')
    .last()
    .textContent({ timeout: 200 })
    .catch(() => null)) ?? '';

async function closeWindow({ app }: Desktop): Promise<void> {
  await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close());
  await expect.poll(() => app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(0);
}

async function openWindow({ app }: Desktop): Promise<Page> {
  const opened = app.waitForEvent('window');
  await app.evaluate(({ app: electron }) => electron.emit('activate'));
  const page = await opened;
  await page.waitForFunction(() => 'clover' in window);
  return page;
}

test('a reply with an own key survives reloads and a closed window: every character once, and one vendor call', async ({
  launch,
}) => {
  const desktop = await launch();
  await connectOwnKey(desktop, vendor.endpoints.openai, 'sk-clover-test-own-key');
  let { page } = desktop;
  await page.reload();
  await page.getByRole('button', { name: /Choose another model/ }).click();
  await chooseModel(page, 'OpenAI mini');
  const text = longText(plan.seconds);
  vendor.reset();
  vendor.always((request) => (isCall(request) ? { kind: 'pace', between: wordPause, text } : undefined));
  await new ChatPage(page).send('Tell me everything');
  await expect.poll(() => readReply(page)).toContain('word1');

  const compare = async () => expect(text.startsWith(await readReply(page))).toBe(true);
  const share = async () => (await readReply(page)).length / text.length;
  for (let reload = 0; reload < plan.reloads; reload += 1) {
    await page.reload();
    await compare();
    // The reloads are spread over the reply, half of them before the window is closed.
    await expect.poll(share, { timeout: plan.seconds * 1000 }).toBeGreaterThan((0.8 * reload) / plan.reloads);
    await compare();
    if (reload !== Math.floor(plan.reloads / 2) - 1) continue;
    await closeWindow(desktop);
    const reopensAt = Date.now() + plan.closed;
    await expect.poll(Date.now, { timeout: plan.closed * 2 }).toBeGreaterThan(reopensAt);
    page = await openWindow(desktop);
    await (await new ChatPage(page).entry(/Tell me everything/)).click();
    await compare();
  }
  await expect.poll(() => readReply(page), { timeout: plan.seconds * 1000 }).toBe(text);
  expect(vendor.requests.filter(isCall)).toHaveLength(1);
  const admin = await openAdmin({ ...desktop, page });
  const stored = async () => {
    const { data } = await admin.from('chat_messages').select('content, status').eq('role', 'assistant');
    return data;
  };
  await expect.poll(stored).toEqual([{ content: text, status: 'complete' }]);
});

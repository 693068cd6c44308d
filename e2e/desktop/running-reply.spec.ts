import type { Page } from 'playwright/test';
import type { CompletionEvent } from '../../src/shared/ipc/contract.ts';
import { storeChat } from '../support/stored-chat.ts';
import { startVendor, type FakeVendor } from '../vendor/vendor.ts';
import { connectOwnKey } from './connect-own-key.ts';
import { type Desktop, expect, openAdmin, test } from './launch.ts';

// Each test starts the app, which creates a database.
test.describe.configure({ timeout: 300_000 });

const text = Array.from({ length: 40 }, (_, index) => `word${index}🍀`).join(' ');

let vendor: FakeVendor;
test.beforeAll(async () => void (vendor = await startVendor()));
test.afterAll(() => vendor.close());
test.beforeEach(() => vendor.reset());

interface Target {
  readonly replyId: string;
  readonly questionId: string;
}

/** Enters a user's own key and creates a chat whose message has no reply yet. */
async function prepare(desktop: Desktop): Promise<Target> {
  await connectOwnKey(desktop, vendor.endpoints.openai, 'sk-clover-test-own-key');
  const userId = await desktop.page.evaluate(async () => {
    const { accessToken } = (await window.clover?.readOwnerSession()) ?? { accessToken: '' };
    return (JSON.parse(atob(accessToken.split('.')[1] ?? '')) as { readonly sub: string }).sub;
  });
  const { messageIds } = await storeChat(await openAdmin(desktop), userId, 'Garden plans', ['Hello']);
  return { replyId: crypto.randomUUID(), questionId: messageIds[0] ?? '' };
}

/** Starts the reply, or resumes it from a position. The page collects the events. */
const read = (page: Page, target: Target, from: number | null) =>
  page.evaluate(
    async ([reply, position]) => {
      const { clover } = window;
      if (!clover) throw new Error('no bridge');
      const { accessToken } = (await clover.readOwnerSession()) ?? { accessToken: '' };
      const requestId = crypto.randomUUID();
      const replyEvents: CompletionEvent[] = [];
      Object.assign(window, { replyEvents });
      clover.onCompletionEvent((event) => event.requestId === requestId && replyEvents.push(event));
      if (position !== null)
        return clover.resumeReply({
          requestId,
          replyId: reply.replyId,
          from: position,
          reasoningFrom: 0,
          accessToken,
        });
      const request = {
        messageId: reply.questionId,
        vendor: 'openai',
        model: 'gpt-4o-mini',
        messages: [{ role: 'user' as const, content: 'Hello' }],
        reply,
      };
      await clover.startCompletion({ requestId, request, accessToken });
      return null;
    },
    [target, from] as const,
  );
const eventsOf = (page: Page) =>
  page.evaluate(() => (window as unknown as { replyEvents: CompletionEvent[] }).replyEvents);
const textOf = async (page: Page) =>
  (await eventsOf(page)).map((event) => (event.kind === 'delta' ? event.delta.text : '')).join('');
const isOver = async (page: Page) => (await eventsOf(page)).at(-1)?.kind;

async function close({ app }: Pick<Desktop, 'app'>): Promise<void> {
  await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close());
  await expect.poll(() => app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(0);
}

/** Closes the window and reopens it, like a click on the app's icon. */
async function reopen({ app }: Desktop): Promise<Page> {
  await close({ app });
  const opened = app.waitForEvent('window');
  await app.evaluate(({ app: electron }) => electron.emit('activate'));
  const next = await opened;
  await next.waitForFunction(() => 'clover' in window);
  await expect(next.getByRole('heading').first()).toBeVisible({ timeout: 30_000 });
  return next;
}

const storedReply = async (desktop: Desktop, { replyId }: Target) => {
  const admin = await openAdmin(desktop);
  const { data } = await admin.from('chat_messages').select('content, status, vendor_id').eq('id', replyId);
  return data?.[0] as Readonly<Record<string, unknown>> | undefined;
};

test('a reply with an own key continues while the window is closed, and a new window gets the rest from the exact character [DESK-006]', async ({
  launch,
}) => {
  const desktop = await launch();
  const target = await prepare(desktop);
  const end = Promise.withResolvers<void>();
  vendor.script({ kind: 'pace', text, between: 100, end: end.promise });
  await read(desktop.page, target, null);
  await expect.poll(() => textOf(desktop.page)).toContain('word3');
  const before = await textOf(desktop.page);
  expect(text.startsWith(before)).toBe(true);

  const page = await reopen(desktop);
  expect(await read(page, target, before.length)).toEqual({ isFound: true });
  await expect.poll(() => textOf(page)).toBe(text.slice(before.length));
  // A reload must not lose anything either.
  await page.reload();
  await page.waitForFunction(() => 'clover' in window);
  expect(await read(page, target, 10)).toEqual({ isFound: true });
  end.resolve();
  await expect.poll(() => isOver(page)).toBe('done');
  expect(await textOf(page)).toBe(text.slice(10));
  expect(vendor.requests).toHaveLength(1);
  expect(await storedReply({ ...desktop, page }, target)).toEqual({
    content: text,
    status: 'complete',
    vendor_id: 'openai',
  });
  expect(await read(page, target, 0)).toEqual({ isFound: false });
});

test('the app quits only after a running reply is stored: complete without a window, interrupted if the user decides to quit now @long', async ({
  launch,
}) => {
  const first = await launch();
  const target = await prepare(first);
  const end = Promise.withResolvers<void>();
  vendor.script({ kind: 'pace', text, end: end.promise });
  await read(first.page, target, null);
  await expect.poll(() => textOf(first.page)).toBe(text);
  await close(first);
  const exit = new Promise((resolve) => first.app.process().once('exit', resolve));
  end.resolve();
  await exit;

  const second = await launch();
  expect(await storedReply(second, target)).toMatchObject({ content: text, status: 'complete' });
  const other = await prepare(second);
  vendor.script({ kind: 'pace', text, end: new Promise<void>(() => undefined) });
  await read(second.page, other, null);
  await expect.poll(() => textOf(second.page)).toBe(text);
  await second.app.evaluate(({ dialog }) => {
    const quitNow = 1;
    dialog.showMessageBox = (async () => ({ response: quitNow, checkboxChecked: false })) as never;
  });
  await second.app.close();

  const third = await launch();
  expect(await storedReply(third, other)).toMatchObject({ content: text, status: 'interrupted' });
  expect(vendor.requests).toHaveLength(2);
});

import type { Page } from 'playwright/test';
import type { CompletionEvent } from '../../src/shared/ipc/contract.ts';
import { startVendor, type FakeVendor } from '../vendor/vendor.ts';
import { connectOwnKey } from './connect-own-key.ts';
import { expect, test, type Desktop } from './launch.ts';

const key = 'sk-clover-test-own-key';

let vendor: FakeVendor;
test.beforeAll(async () => {
  vendor = await startVendor();
});
test.afterAll(() => vendor.close());
test.beforeEach(() => vendor.reset());

const connect = (desktop: Desktop) => connectOwnKey(desktop, vendor.endpoints.openai, key);

/** Requests a reply over the bridge and collects its events. With `isStopped`, stops it after the first delta. */
const askFor = (page: Page, vendorName: string, isStopped = false): Promise<CompletionEvent[]> =>
  page.evaluate(
    async ([name, stops]) => {
      const clover = window.clover;
      if (!clover) throw new Error('no bridge');
      const { accessToken } = (await clover.readOwnerSession()) ?? { accessToken: '' };
      const requestId = crypto.randomUUID();
      const events: CompletionEvent[] = [];
      return new Promise<CompletionEvent[]>((resolve, reject) => {
        const undo = clover.onCompletionEvent((event) => {
          if (event.requestId !== requestId) return;
          events.push(event);
          if (event.kind === 'delta') {
            if (stops) void clover.cancelCompletion({ requestId });
            return;
          }
          undo();
          resolve(events);
        });
        const request = {
          messageId: crypto.randomUUID(),
          vendor: name,
          model: name === 'demo' ? 'demo' : 'gpt-4o-mini',
          messages: [{ role: 'user' as const, content: 'Hello' }],
        };
        clover.startCompletion({ requestId, request, accessToken }).catch(reject);
      });
    },
    [vendorName, isStopped] as const,
  );

const textOf = (events: CompletionEvent[]) =>
  events.map((event) => (event.kind === 'delta' ? event.delta.text : '')).join('');

test("with the user's own key main calls the vendor itself, and the page never does [DESK-004, DESK-006, DESK-009]", async ({
  desktop,
}) => {
  const fromPage: string[] = [];
  desktop.page.on('request', (request) => fromPage.push(request.url()));
  await connect(desktop);
  const events = await askFor(desktop.page, 'openai');
  expect(events.at(-1)).toMatchObject({ kind: 'done', result: { text: textOf(events), vendor: 'openai' } });
  expect(textOf(events)).not.toBe('');
  expect(vendor.requests).toHaveLength(1);
  expect(vendor.requests[0]?.headers.authorization).toBe(`Bearer ${key}`);
  expect(fromPage.filter((url) => url.startsWith(vendor.url))).toEqual([]);
  expect(desktop.output()).not.toContain(key);
});

test('Stop ends the reply at the vendor', async ({ desktop }) => {
  await connect(desktop);
  vendor.always({ kind: 'pace', between: 300 });
  const events = await askFor(desktop.page, 'openai', true);
  expect(events.at(-1)).toMatchObject({ kind: 'failed', error: { code: 'aborted' } });
  await expect(vendor.requests[0]?.ended).resolves.toBe('left');
});

test('leaving the page ends its replies at the vendor', async ({ desktop }) => {
  await connect(desktop);
  vendor.always({ kind: 'black-hole' });
  const reply = askFor(desktop.page, 'openai').catch(() => 'gone');
  await expect.poll(() => vendor.requests.length).toBe(1);
  await desktop.page.reload();
  await expect(vendor.requests[0]?.ended).resolves.toBe('left');
  expect(await reply).toBe('gone');
});

test("without a key main calls the service's gateway as the user [DESK-006, DESK-009]", async ({
  desktop: { page },
}) => {
  const events = await askFor(page, 'demo');
  expect(events.at(-1)).toMatchObject({ kind: 'done', result: { text: textOf(events) } });
  expect(textOf(events)).not.toBe('');
  expect(vendor.requests).toHaveLength(0);
});

import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { startVendor, type FakeVendor } from '../../../e2e/vendor/vendor.ts';
import { maxReplyDuration } from '../_shared/delivery.ts';
import { encryptionKeys, grantFor } from '../_shared/testing/grant.ts';
import { createTestContext, testCaller, type TestContext } from '../_shared/testing/context.ts';
import { handler } from './handler.ts';

let vendor: FakeVendor;
beforeAll(async () => {
  vendor = await startVendor();
});
afterEach(() => vendor.reset());
afterAll(() => vendor.close());

const post = (body: unknown, headers: Readonly<Record<string, string>> = {}, init: RequestInit = {}) =>
  new Request('http://service.test/functions/v1/chat/completions', {
    method: 'POST',
    body: JSON.stringify(body),
    ...init,
    headers: { authorization: `Bearer ${testCaller.token}`, ...headers },
  });

const hello = { model: 'some-model', messages: [{ role: 'user', content: 'Hello there' }] };

const openContext = async () =>
  createTestContext({
    answers: { 'rpc/begin_completion': await grantFor('deepinfra', vendor.endpoints.deepinfra) },
    encryptionKeys,
  });
const finishes = ({ calls }: TestContext) => calls.filter(({ path }) => path === 'rpc/finish_completion');

describe('the gateway when the caller disconnects', () => {
  it('cancels the upstream call within a second and counts the message', async () => {
    vendor.script({ kind: 'stall', after: 1 });
    const context = await openContext();
    const response = await handler(post({ ...hello, stream: true }), context);
    const reader = response.body!.getReader();
    await reader.read();
    const left = performance.now();
    await reader.cancel();
    expect(await vendor.requests[0]?.ended).toBe('left');
    expect(performance.now() - left).toBeLessThan(1000);
    await vi.waitFor(() => expect(finishes(context)).toHaveLength(1));
    expect(finishes(context)[0]?.body['outcome']).toBe('answered');
  });

  it('also cancels the upstream call before the first delta', async () => {
    vendor.script({ kind: 'black-hole' });
    const caller = new AbortController();
    const context = await openContext();
    const response = handler(post({ ...hello, stream: true }, {}, { signal: caller.signal }), context);
    await vi.waitFor(() => expect(vendor.requests).toHaveLength(1));
    caller.abort();
    expect((await response).status).toBe(499);
    expect(await vendor.requests[0]?.ended).toBe('left');
  });

  it('refunds the message if the caller disconnected before the vendor was called', async () => {
    const context = await openContext();
    const response = await handler(post(hello, {}, { signal: AbortSignal.abort() }), context);
    expect(response.status).toBe(499);
    expect(vendor.requests).toEqual([]);
    expect(finishes(context).map(({ body }) => body['outcome'])).toEqual(['failed']);
  });

  it('counts a reply that is incomplete after ten minutes, even if its caller has stopped reading', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      vendor.script({ kind: 'stall', after: 1 });
      const context = await openContext();
      const reply = await handler(post({ ...hello, stream: true }), context);
      vi.advanceTimersByTime(maxReplyDuration);
      await vi.waitFor(() => expect(finishes(context)).toHaveLength(1));
      expect(finishes(context)[0]?.body['outcome']).toBe('answered');
      expect(await reply.text()).toContain('"content":"You"');
    } finally {
      vi.useRealTimers();
    }
  });

  it('ends a reply that is incomplete after ten minutes with an error', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      vendor.script({ kind: 'stall', after: 1 });
      const reply = await handler(post({ ...hello, stream: true }), await openContext());
      const text = reply.text();
      await vi.waitFor(() => expect(vendor.requests).toHaveLength(1));
      vi.advanceTimersByTime(maxReplyDuration);
      expect(await text).toContain('"code":"interrupted"');
      expect(await vendor.requests[0]?.ended).toBe('left');
    } finally {
      vi.useRealTimers();
    }
  });
});

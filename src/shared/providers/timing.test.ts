import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { completeThroughGateway } from './gateway.ts';
import { streamCompletion } from './stream-completion.ts';
import { collectDeltas } from './testing/collect.ts';
import { streamOptions, request, vendorAt } from './testing/vendors.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const encoder = new TextEncoder();
const piece = (content: string) => `data: ${JSON.stringify({ choices: [{ delta: { content } }] })}\n\n`;
const end = 'data: {"choices":[{"delta":{},"finish_reason":"stop"}]}\n\ndata: [DONE]\n\n';

/** Creates a vendor whose bytes the test sends. It ignores the abort signal, as a faulty host would. */
function manualVendor(contentType = 'text/event-stream') {
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  let isCanceled = false;
  const body = new ReadableStream<Uint8Array>({
    start: (given) => void (controller = given),
    cancel: () => void (isCanceled = true),
  });
  return {
    fetch: async () => new Response(body, { headers: { 'content-type': contentType } }),
    send: (text: string) => controller?.enqueue(encoder.encode(text)),
    close: () => controller?.close(),
    isCanceled: () => isCanceled,
  };
}

const ask = (fetch: typeof globalThis.fetch, changes = {}, name = 'openai') =>
  streamCompletion(vendorAt(name, 'https://vendor.example/chat'), request(changes), streamOptions({ fetch }));

const timeout = { code: 'timeout', message: 'Request timed out after 30 seconds' };

describe('the timeout of 30 seconds', () => {
  it.each(['deepinfra', 'openrouter', 'openai', 'ollama', 'modelslab'])(
    'applies to the response of %s [PROV-007] [PROV-021] [PROV-029]',
    async (name) => {
      const silent = vi.fn<typeof fetch>(() => new Promise(() => {}));
      const collected = collectDeltas(ask(silent, {}, name));
      let isOver = false;
      void collected.then(() => (isOver = true));
      await vi.advanceTimersByTimeAsync(29_999);
      expect(isOver).toBe(false);
      await vi.advanceTimersByTimeAsync(1);
      expect((await collected).error).toMatchObject(timeout);
      expect(silent.mock.calls[0]?.[1]?.signal?.aborted).toBe(true);
    },
  );

  it('applies to each pause between events, for a stream of any length [PROV-029]', async () => {
    const vendor = manualVendor();
    const collected = collectDeltas(ask(vendor.fetch));
    for (const word of ['a', 'b', 'c', 'd']) {
      await vi.advanceTimersByTimeAsync(29_000);
      vendor.send(piece(word));
    }
    await vi.advanceTimersByTimeAsync(29_999);
    expect(vendor.isCanceled()).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    const { text, error } = await collected;
    expect(text).toBe('abcd');
    expect(error).toMatchObject(timeout);
    expect(vendor.isCanceled()).toBe(true);
  });

  it('is not prolonged by comments or events without data [PROV-029]', async () => {
    const vendor = manualVendor();
    const collected = collectDeltas(ask(vendor.fetch));
    for (let second = 0; second < 30; second += 1) {
      vendor.send(second % 2 === 0 ? ': still here\n\n' : 'event: ping\ndata:\n\n');
      await vi.advanceTimersByTimeAsync(1000);
    }
    expect((await collected).error).toMatchObject(timeout);
  });

  it('limits a whole reply whose bytes arrive slowly [PROV-029]', async () => {
    const vendor = manualVendor('application/json');
    const collected = collectDeltas(ask(vendor.fetch, { stream: false }));
    for (let second = 0; second < 30; second += 1) {
      vendor.send(' ');
      await vi.advanceTimersByTimeAsync(1000);
    }
    expect((await collected).error).toMatchObject(timeout);
  });

  it('restarts with every event that contains only reasoning [PROV-029]', async () => {
    const vendor = manualVendor();
    const collected = collectDeltas(ask(vendor.fetch));
    for (let round = 0; round < 3; round += 1) {
      await vi.advanceTimersByTimeAsync(29_000);
      vendor.send('data: {"choices":[{"delta":{"reasoning_content":"hm"}}]}\n\n');
    }
    await vi.advanceTimersByTimeAsync(29_000);
    vendor.send(piece('At last') + end);
    const { deltas, error } = await collected;
    expect(error).toBeUndefined();
    expect(deltas.map(({ text }) => text)).toEqual(['', '', '', 'At last', '', '']);
  });

  it('is 65 s for our own gateway, so that the gateway times out first', async () => {
    const silent = vi.fn<typeof fetch>(() => new Promise(() => {}));
    const completion = completeThroughGateway(
      { url: 'https://service.example', key: 'k', token: 't' },
      request(),
      {
        signal: new AbortController().signal,
        fetch: silent,
        onDelta: () => {},
      },
    ).catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(64_999);
    expect(silent.mock.calls[0]?.[1]?.signal?.aborted).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(await completion).toMatchObject(timeout);
  });

  it('does not run while the reader is busy', async () => {
    const vendor = manualVendor();
    const deltas = ask(vendor.fetch);
    vendor.send(piece('a'));
    expect((await deltas.next()).value).toMatchObject({ text: 'a' });
    await vi.advanceTimersByTimeAsync(120_000);
    vendor.send(piece('b') + end);
    expect((await collectDeltas(deltas)).text).toBe('b');
  });

  it('is replaced by a short wait after the finish reason', async () => {
    const vendor = manualVendor();
    const collected = collectDeltas(ask(vendor.fetch));
    vendor.send(piece('all') + 'data: {"choices":[{"delta":{},"finish_reason":"length"}]}\n\n');
    await vi.advanceTimersByTimeAsync(3000);
    const { deltas, error } = await collected;
    expect(error).toBeUndefined();
    expect(deltas.at(-1)?.finishReason).toBe('length');
    expect(vendor.isCanceled()).toBe(true);
  });

  it('leaves no timer behind', async () => {
    const vendor = manualVendor();
    const collected = collectDeltas(ask(vendor.fetch));
    vendor.send(piece('a') + end);
    expect((await collected).error).toBeUndefined();
    expect(vi.getTimerCount()).toBe(0);
  });
});

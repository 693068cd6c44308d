import { expect, it } from 'vitest';
import { maxReasoningBytes, maxReplyBytes } from './reply-limits.ts';
import { streamCompletion } from './stream-completion.ts';
import { collectDeltas } from './testing/collect.ts';
import { streamOptions, request, vendorAt } from './testing/vendors.ts';
import type { DialectName } from './vendor.ts';

/** Creates a vendor whose reply never ends. Records in `sent` how much was read and whether the body was canceled. */
function endless(event: string) {
  const sent = { bytes: 0, isCanceled: false };
  const chunk = new TextEncoder().encode(`data: ${event}\n\n`.repeat(64));
  const fetch: typeof globalThis.fetch = () =>
    Promise.resolve(
      new Response(
        new ReadableStream({
          pull: (controller) => {
            sent.bytes += chunk.byteLength;
            controller.enqueue(chunk);
          },
          cancel: () => {
            sent.isCanceled = true;
          },
        }),
        { headers: { 'content-type': 'text/event-stream' } },
      ),
    );
  return { sent, fetch };
}
const vendor = vendorAt('openai', 'https://vendor.test/v1/chat/completions', { apiKey: 'sk-key' });
const event = (content: string) => JSON.stringify({ choices: [{ delta: { content } }] });

it('ends an endless reply at its limit: keeps the text, sets the reason and closes the call', async () => {
  const { sent, fetch } = endless(event('é'.repeat(501)));
  const { text, error, deltas } = await collectDeltas(
    streamCompletion(vendor, request(), streamOptions({ fetch })),
  );
  expect(error).toBeUndefined();
  expect(new TextEncoder().encode(text).length).toBe(maxReplyBytes);
  expect(text).toMatch(/^é+$/);
  expect(deltas.at(-1)?.finishReason).toBe('length');
  expect(sent.isCanceled).toBe(true);
  expect(sent.bytes).toBeLessThan(4 * maxReplyBytes);
});

it('cuts a whole reply at the same limit', async () => {
  const body = JSON.stringify({ choices: [{ message: { content: 'x'.repeat(maxReplyBytes + 1) } }] });
  const fetch: typeof globalThis.fetch = () =>
    Promise.resolve(new Response(body, { headers: { 'content-type': 'application/json' } }));
  const { text, deltas } = await collectDeltas(streamCompletion(vendor, request(), streamOptions({ fetch })));
  expect(text).toHaveLength(maxReplyBytes);
  expect(deltas.at(-1)?.finishReason).toBe('length');
});

it('ends endless events without text', async () => {
  const { sent, fetch } = endless(JSON.stringify({ choices: [{ delta: {} }], padding: 'x'.repeat(100_000) }));
  const { text, error } = await collectDeltas(streamCompletion(vendor, request(), streamOptions({ fetch })));
  expect([text, error?.code]).toEqual(['', 'invalid_format']);
  expect(sent.isCanceled).toBe(true);
});

it.each<readonly [DialectName, string]>([
  ['openai-style', JSON.stringify({ choices: [{ delta: { reasoning: 'Hm. '.repeat(99) } }] })],
  [
    'openai-responses',
    JSON.stringify({ type: 'response.reasoning_summary_text.delta', delta: 'Hm. '.repeat(99) }),
  ],
  [
    'anthropic',
    JSON.stringify({
      type: 'content_block_delta',
      delta: { type: 'thinking_delta', thinking: 'Hm. '.repeat(99) },
    }),
  ],
  [
    'gemini',
    JSON.stringify({ candidates: [{ content: { parts: [{ text: 'Hm. '.repeat(99), thought: true }] } }] }),
  ],
])('ends endless reasoning of %s, closes the call and reports why', async (dialect, thought) => {
  const { sent, fetch } = endless(thought);
  const added = vendorAt('hub', 'https://vendor.test/v1', { config: { dialect } });
  const { text, deltas, error } = await collectDeltas(
    streamCompletion(added, request(), streamOptions({ fetch })),
  );
  expect(text).toBe('');
  expect(error?.message).toBe(
    'The model reached its output limit while it was thinking, before it wrote an answer.',
  );
  const reasoning = deltas.map((delta) => delta.reasoning ?? '').join('');
  expect(reasoning.length).toBeLessThanOrEqual(maxReasoningBytes);
  expect(sent.isCanceled).toBe(true);
  expect(sent.bytes).toBeLessThan(4 * maxReplyBytes);
});

it('keeps the text before endless reasoning', async () => {
  const { fetch } = endless(
    JSON.stringify({ choices: [{ delta: { content: 'a', reasoning: 'Hm. '.repeat(99) } }] }),
  );
  const { text, error, deltas } = await collectDeltas(
    streamCompletion(vendor, request(), streamOptions({ fetch })),
  );
  expect(text).toMatch(/^a+$/);
  expect([error, deltas.at(-1)?.finishReason]).toEqual([undefined, 'length']);
});

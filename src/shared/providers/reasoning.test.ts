import { describe, expect, it } from 'vitest';
import { maxReasoningBytes } from './reply-limits.ts';
import { streamCompletion } from './stream-completion.ts';
import { collectDeltas } from './testing/collect.ts';
import { streamOptions, request, testKey, vendorAt } from './testing/vendors.ts';

const vendor = vendorAt('openrouter', 'https://vendor.example/v1/chat/completions');

type Choice = Readonly<Record<string, unknown>>;
const event = (choice: Choice) => `data: ${JSON.stringify({ model: 'm', choices: [choice] })}\n\n`;
const piece = (delta: Choice) => event({ delta });
const end = (reason = 'stop') => event({ delta: {}, finish_reason: reason });

async function read(...pieces: readonly (string | Uint8Array)[]) {
  const encoder = new TextEncoder();
  const body = ReadableStream.from(
    pieces.map((part) => (typeof part === 'string' ? encoder.encode(part) : part)),
  );
  const fetch = async () => new Response(body, { headers: { 'content-type': 'text/event-stream' } });
  const { deltas, text, error } = await collectDeltas(
    streamCompletion(vendor, request(), streamOptions({ fetch })),
  );
  const reasoning = deltas.map((delta) => delta.reasoning ?? '').join('');
  return { text, reasoning, error, deltas };
}

describe('reasoning', () => {
  it.each<readonly [string, Choice]>([
    ['reasoning_content', { reasoning_content: 'Hm.' }],
    ['reasoning', { reasoning: 'Hm.' }],
    ['both names with the same words', { reasoning_content: 'Hm.', reasoning: 'Hm.' }],
    ['an object', { reasoning: { content: 'Hm.' } }],
    [
      'details beside the same words',
      { reasoning: 'Hm.', reasoning_details: [{ type: 'reasoning.text', text: 'Hm.' }] },
    ],
    [
      'details alone',
      { reasoning: null, reasoning_details: [{ type: 'reasoning.summary', summary: 'Hm.' }] },
    ],
    ['typed parts', { content: [{ type: 'thinking', thinking: [{ type: 'text', text: 'Hm.' }] }] }],
    ['tags', { content: '<think>Hm.</think>' }],
  ])('is read from %s', async (_, delta) => {
    const { text, reasoning } = await read(piece(delta), piece({ content: 'Yes.' }), end());
    expect({ text, reasoning }).toEqual({ text: 'Yes.', reasoning: 'Hm.' });
  });

  it.each<readonly [string, Choice]>([
    ['encrypted details', { reasoning_details: [{ type: 'reasoning.encrypted', data: 'secret' }] }],
    ['blank lines', { reasoning_content: '\n\n' }],
    ['an unknown form', { reasoning: 7, reasoning_content: [null, 3, {}] }],
  ])('is not %s', async (_, delta) => {
    const { text, deltas } = await read(piece(delta), piece({ content: 'Yes.' }), end());
    expect(text).toBe('Yes.');
    expect(deltas.some((read) => 'reasoning' in read)).toBe(false);
  });

  it('is the same wherever the bytes are split', async () => {
    const bytes = new TextEncoder().encode(
      piece({ content: '<think>Grüße 🍀' }) +
        piece({ content: '\n</think>\nJa 🌱' }) +
        end() +
        'data: [DONE]\n\n',
    );
    for (let at = 1; at < bytes.length; at += 1) {
      const { text, reasoning } = await read(bytes.slice(0, at), bytes.slice(at));
      expect({ at, text, reasoning }).toEqual({ at, text: 'Ja 🌱', reasoning: 'Grüße 🍀\n' });
    }
  });

  it('ignores tags in the text if the vendor separates reasoning', async () => {
    const { text, reasoning } = await read(
      piece({ reasoning: 'They want a tag.' }),
      piece({ content: '<think>a</think>' }),
      end(),
    );
    expect({ text, reasoning }).toEqual({ text: '<think>a</think>', reasoning: 'They want a tag.' });
  });

  it('without an answer ends in an error, but is delivered', async () => {
    const stopped = await read(piece({ reasoning: 'Hm.' }), end());
    expect(stopped.error).toMatchObject({
      code: 'no_answer',
      message: 'The model stopped after thinking and wrote no answer.',
    });
    expect(stopped.reasoning).toBe('Hm.');
    const cut = await read(piece({ content: '<think>Hm.' }), end('length'));
    expect(cut.error?.message).toBe(
      'The model reached its output limit while it was thinking, before it wrote an answer.',
    );
  });

  it('that breaks off makes the reply interrupted', async () => {
    const { error, reasoning } = await read(piece({ reasoning: 'Hm.' }));
    expect(error?.code).toBe('interrupted');
    expect(reasoning).toBe('Hm.');
  });

  it('contains no key, even if it arrives in pieces', async () => {
    const { reasoning } = await read(
      piece({ reasoning: `The key ${testKey.slice(0, 9)}` }),
      piece({ reasoning: `${testKey.slice(9)} is` }),
      piece({ content: 'Yes.' }),
      end(),
    );
    expect(reasoning).not.toContain(testKey);
    expect(reasoning).toMatch(/^The key .* is$/);
  });

  it('is cut at its maximum length, and the answer follows', async () => {
    const { text, reasoning } = await read(
      piece({ reasoning: 'ä'.repeat(maxReasoningBytes / 2) }),
      piece({ reasoning: 'more' }),
      piece({ content: 'Yes.' }),
      end(),
    );
    expect(text).toBe('Yes.');
    expect(new TextEncoder().encode(reasoning).length).toBeLessThanOrEqual(maxReasoningBytes);
    expect(reasoning).toMatch(/ä…$/);
  });

  it("is read from a reply that isn't streamed", async () => {
    const whole = (message: Choice) =>
      Response.json({ model: 'm', choices: [{ message, finish_reason: 'stop' }] });
    for (const message of [
      { content: 'Yes.', reasoning_content: 'Hm.' },
      { content: '<think>Hm.</think>Yes.' },
    ]) {
      const fetch = async () => whole(message);
      const { deltas } = await collectDeltas(streamCompletion(vendor, request(), streamOptions({ fetch })));
      expect(deltas).toEqual([
        { text: 'Yes.', reasoning: 'Hm.', finishReason: 'stop', model: 'some/model', vendor: 'openrouter' },
      ]);
    }
  });
});

it('a refusal is shown as the answer', async () => {
  const { text } = await read(piece({ content: null, refusal: "I can't help with that." }), end());
  expect(text).toBe("I can't help with that.");
});

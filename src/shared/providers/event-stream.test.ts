import { describe, expect, it } from 'vitest';
import { streamCompletion } from './stream-completion.ts';
import { collectDeltas } from './testing/collect.ts';
import { createRandom } from './testing/random.ts';
import { streamOptions, request, vendorAt } from './testing/vendors.ts';

/** Nightly runs use more: FUZZ_ROUNDS=100000. */
const rounds = Number(process.env['FUZZ_ROUNDS'] ?? 500);

const encoder = new TextEncoder();

function bodyOf(bytes: Uint8Array, sizeOf: () => number): ReadableStream<Uint8Array> {
  let at = 0;
  return new ReadableStream({
    pull: (controller) => {
      if (at >= bytes.length) return controller.close();
      const next = at + Math.max(1, sizeOf());
      controller.enqueue(bytes.subarray(at, next));
      at = next;
    },
  });
}

/** Reads the events of these bytes as a client, in pieces of these sizes. */
async function read(bytes: Uint8Array, sizeOf: () => number = () => bytes.length) {
  const headers = { 'content-type': 'text/event-stream' };
  const fetch = async () => new Response(bodyOf(bytes, sizeOf), { headers });
  const vendor = vendorAt('openai', 'https://vendor.example/chat');
  const { deltas, error } = await collectDeltas(
    streamCompletion(vendor, request(), streamOptions({ fetch })),
  );
  return { deltas, failure: error && [error.code, error.message] };
}

const event = (value: unknown) => `data: ${JSON.stringify(value)}`;
const words = ['Grüße', ' 🍀', '👩‍🚀', '\n\n', 'data: x', ' naïve', '日本', '\u2028', '\\', '"'];
const chunk = (content: string) => event({ choices: [{ delta: { content } }] });
const ending = [
  event({ choices: [{ delta: {}, finish_reason: 'stop' }] }),
  event({ choices: [], usage: { prompt_tokens: 1, completion_tokens: 9 } }),
  'data: [DONE]',
];
const stream = (lineEnd: string) =>
  ['\uFEFF: hello', ...words.map(chunk), 'event: note\nid: 1\nretry: 5\n: aside', ...ending]
    .map((block) => block.replaceAll('\n', lineEnd) + lineEnd + lineEnd)
    .join('');

describe('a stream of events', () => {
  it.each([['\n'], ['\r\n'], ['\r']])(
    'reads the same events however the bytes are split, with line ends %j',
    async (lineEnd) => {
      const bytes = encoder.encode(stream(lineEnd));
      const whole = await read(bytes);
      expect(whole.failure).toBeUndefined();
      expect(whole.deltas.map(({ text }) => text).join('')).toBe(words.join(''));
      expect(await read(bytes, () => 1)).toEqual(whole);
      const random = createRandom(7);
      for (let round = 0; round < 60; round += 1)
        expect(await read(bytes, () => 1 + random(40))).toEqual(whole);
    },
  );

  it(
    'gives the same deltas or a clean error for damaged streams, however they are split',
    { timeout: 5000 + rounds * 20 },
    async () => {
      const random = createRandom(11);
      const intact = encoder.encode(stream('\n'));
      const codes = new Set<string>();
      const differing: string[] = [];
      for (let round = 0; round < rounds; round += 1) {
        const bytes = intact.slice(0, 1 + random(intact.length));
        for (let hits = random(4); hits > 0; hits -= 1) bytes[random(bytes.length)] = random(256);
        const whole = await read(bytes);
        const split = await read(bytes, () => 1 + random(120));
        if (JSON.stringify(split) !== JSON.stringify(whole)) differing.push(new TextDecoder().decode(bytes));
        if (whole.failure) codes.add(whole.failure[0] ?? '');
      }
      expect(differing).toEqual([]);
      // Every failure must be in the error catalog.
      expect([...codes].toSorted()).toEqual(['interrupted', 'invalid_format', 'invalid_json']);
    },
  );

  it('reads an event of just under a megabyte and refuses a longer one, whole or in pieces', async () => {
    const sized = (length: number) =>
      encoder.encode(`${chunk('x'.repeat(length))}\n\n${ending.join('\n\n')}\n\n`);
    for (const size of [() => 1 << 24, () => 65_536]) {
      expect((await read(sized(1_000_000), size)).deltas[0]?.text).toHaveLength(1_000_000);
      expect((await read(sized(1_100_000), size)).failure).toEqual([
        'invalid_format',
        'Invalid response format from API',
      ]);
    }
  });
});

import { expect, it } from 'vitest';
import { CompletionError } from '../completion/error.ts';
import { checkConnection } from './check-connection.ts';
import { generateImage } from './generate-image.ts';
import { listModels } from './list-models.ts';
import { streamCompletion } from './stream-completion.ts';
import { collectDeltas } from './testing/collect.ts';
import { createRandom } from './testing/random.ts';
import { streamOptions, request, vendorAt } from './testing/vendors.ts';
import type { DialectName } from './vendor.ts';

/** Nightly runs use more: FUZZ_ROUNDS=100000. */
const rounds = Number(process.env['FUZZ_ROUNDS'] ?? 400);

const completion = {
  model: 'm',
  choices: [{ index: 0, message: { role: 'assistant', content: 'Grüße 🍀' }, finish_reason: 'stop' }],
  usage: { prompt_tokens: 1, completion_tokens: 2, total_tokens: 3 },
};
const message = {
  type: 'message',
  model: 'm',
  content: [
    { type: 'thinking', thinking: 'Hm.', signature: 'c2ln' },
    { type: 'text', text: 'Grüße 🍀' },
  ],
  stop_reason: 'end_turn',
  usage: { input_tokens: 1, cache_read_input_tokens: 2, output_tokens: 3 },
};
const generated = {
  candidates: [
    { content: { parts: [{ text: 'Hm.', thought: true }, { text: 'Grüße 🍀' }] }, finishReason: 'STOP' },
  ],
  promptFeedback: { blockReason: '' },
  usageMetadata: { promptTokenCount: 1, candidatesTokenCount: 2, thoughtsTokenCount: 3 },
};
const response = {
  object: 'response',
  model: 'm',
  status: 'completed',
  error: null,
  output: [
    { type: 'reasoning', summary: [{ type: 'summary_text', text: 'Hm.' }] },
    { type: 'message', content: [{ type: 'output_text', text: 'Grüße 🍀' }] },
  ],
  usage: { input_tokens: 1, output_tokens: 3 },
};
const uncensored = { status: 'success', output: ['Hello', ' there'], message: '', meta: { max_tokens: 5 } };
const list = {
  object: 'list',
  data: [
    { id: 'a', name: 'Model A', context_length: 8192 },
    { id: 'b', metadata: { context_length: 4096 } },
  ],
};
const image = { created: 1, data: [{ b64_json: 'aGVsbG8=', url: 'https://images.example/1.png' }] };

const openai = vendorAt('openai', 'https://vendor.example/v1/chat/completions');
const modelslab = vendorAt('modelslab', 'https://vendor.example/uncensored_chat');
const added = (dialect: DialectName) => vendorAt('hub', 'https://vendor.example', { config: { dialect } });

/** Reads a whole reply. Throws the error that a reader of the stream would receive. */
async function complete(vendor: typeof openai, fetch: typeof globalThis.fetch): Promise<void> {
  const { error } = await collectDeltas(
    streamCompletion(vendor, request({ stream: false }), streamOptions({ fetch })),
  );
  if (error) throw error;
}

/** Throws if the connection test fails, because a failed test is only a result. */
async function check(fetch: typeof globalThis.fetch): Promise<void> {
  const result = await checkConnection(openai, 'm', { ...streamOptions({ fetch }), purpose: 'vendor' });
  if (!result.success) throw new CompletionError(result.details.code ?? 'api', result.message);
}

const imageRequest = { prompt: 'A fox', size: '1024x1024', quality: 'high' };

it.each<readonly [string, unknown, (fetch: typeof globalThis.fetch) => Promise<unknown>]>([
  ['a whole reply', completion, (fetch) => complete(openai, fetch)],
  ['a message', message, (fetch) => complete(added('anthropic'), fetch)],
  ['a response', response, (fetch) => complete(added('openai-responses'), fetch)],
  ['generated content', generated, (fetch) => complete(added('gemini'), fetch)],
  ["the third provider's reply", uncensored, (fetch) => complete(modelslab, fetch)],
  ['a list of models', list, (fetch) => listModels(openai, streamOptions({ fetch }))],
  ['an image', image, (fetch) => generateImage(openai, imageRequest, streamOptions({ fetch }))],
  ['a connection test', completion, check],
])(
  'is read or refused with our own messages, however %s was damaged',
  { timeout: 5000 + rounds * 20 },
  async (_, reply, read) => {
    const random = createRandom(17);
    const intact = new TextEncoder().encode(JSON.stringify(reply));
    const values = ['null', '[]', '{}', '7', '""', 'true', '-1e999'];
    const foreign: unknown[] = [];
    let refused = 0;
    for (let round = 0; round < rounds; round += 1) {
      let bytes = intact.slice();
      if (random(2) === 0) {
        // A value of another type passes the parser, unlike broken JSON.
        const text = new TextDecoder().decode(bytes);
        const places = [...text.matchAll(/(?<=:)(?:"[^"]*"|\d+|\[|\{)/g)];
        const place = places[random(places.length)]!;
        const value = values[random(values.length)]!;
        const rest = text.slice(place.index + place[0].length);
        bytes = new TextEncoder().encode(text.slice(0, place.index) + value + rest);
      }
      for (let hits = random(3); hits > 0; hits -= 1) bytes[random(bytes.length)] = random(256);
      const end = random(8) === 0 ? random(bytes.length) : bytes.length;
      const headers = { 'content-type': 'application/json' };
      try {
        await read(
          async () => new Response(bytes.slice(0, end), { headers, status: random(9) === 0 ? 500 : 200 }),
        );
      } catch (error) {
        refused += 1;
        if (!(error instanceof CompletionError)) foreign.push(error);
      }
    }
    expect(foreign).toEqual([]);
    expect(refused).toBeGreaterThan(rounds / 10);
  },
);

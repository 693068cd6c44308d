import { afterAll, beforeAll, expect, it } from 'vitest';
import { type FakeVendor, startVendor } from '../../../e2e/vendor/vendor.ts';
import { streamCompletion } from './stream-completion.ts';

const words =
  'Swearing, politics & <b>markup</b>; "bomb" in a chess game, \u202eright to left\u202c, ünïcode 🍀,\n\ttwo  spaces.';

let vendor: FakeVendor;
beforeAll(async () => {
  vendor = await startVendor();
});
afterAll(() => vendor.close());

it('is sent to the vendor as the user wrote it, and returned as the model wrote it', async () => {
  vendor.script({ kind: 'reply', text: words });
  let reply = '';
  for await (const { text } of streamCompletion(
    {
      name: 'openrouter',
      displayName: 'OpenRouter',
      endpointUrl: vendor.endpoints.openrouter,
      apiKey: 'k',
      config: {},
    },
    { messageId: crypto.randomUUID(), model: 'any', messages: [{ role: 'user', content: words }] },
    { signal: new AbortController().signal, fetch },
  ))
    reply += text;
  expect(vendor.requests[0]?.body.messages).toEqual([{ role: 'user', content: words }]);
  expect(reply).toBe(words);
});

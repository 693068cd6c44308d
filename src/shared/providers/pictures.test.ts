import Anthropic from '@anthropic-ai/sdk';
import { GoogleGenAI } from '@google/genai';
import OpenAI from 'openai';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { startVendor, type FakeVendor } from '../../../e2e/vendor/vendor.ts';
import { streamCompletion } from './stream-completion.ts';
import { collectDeltas } from './testing/collect.ts';
import { streamOptions, request, vendorAt } from './testing/vendors.ts';
import { parseVendorConfig } from './vendor.ts';

// Our clients must send an image and a text like the vendors' official clients.

let vendor: FakeVendor;
beforeAll(async () => {
  vendor = await startVendor();
});
afterEach(() => vendor.reset());
afterAll(() => vendor.close());

const data = 'iVBORw0KGgo=';
const text = 'What is this?';
const url = `data:image/png;base64,${data}`;

const openai = () => new OpenAI({ baseURL: `${vendor.url}/v1`, apiKey: 'k', maxRetries: 0 });
const clients = {
  openai: () =>
    openai().chat.completions.create({
      model: 'm',
      messages: [
        {
          role: 'user',
          content: [
            { type: 'text', text },
            { type: 'image_url', image_url: { url } },
          ],
        },
      ],
    }),
  'openai-responses': () =>
    openai().responses.create({
      model: 'm',
      input: [
        {
          role: 'user',
          content: [
            { type: 'input_image', image_url: url, detail: 'auto' },
            { type: 'input_text', text },
          ],
        },
      ],
    }),
  anthropic: () =>
    new Anthropic({ baseURL: vendor.url, apiKey: 'k', maxRetries: 0 }).messages.create({
      model: 'm',
      max_tokens: 9,
      messages: [
        {
          role: 'user',
          content: [
            { type: 'image', source: { type: 'base64', media_type: 'image/png', data } },
            { type: 'text', text },
          ],
        },
      ],
    }),
  gemini: () =>
    new GoogleGenAI({ apiKey: 'k', httpOptions: { baseUrl: vendor.url } }).models.generateContent({
      model: 'm',
      contents: [{ role: 'user', parts: [{ inlineData: { mimeType: 'image/png', data } }, { text }] }],
    }),
};

/** Returns the conversation in the last request. Dialects use different names for the field. */
function conversation(): unknown {
  const body = vendor.requests.at(-1)?.body;
  return body?.['messages'] ?? body?.['input'] ?? body?.['contents'];
}

it.each(Object.keys(clients) as (keyof typeof clients)[])(
  'an image is sent as the official client for %s sends it',
  async (name) => {
    await clients[name]();
    const official = conversation();
    vendor.reset();
    const config = parseVendorConfig(name === 'openai' ? {} : { dialect: name });
    const images = [{ mediaType: 'image/png' as const, data }];
    const { error } = await collectDeltas(
      streamCompletion(
        vendorAt(name, vendor.endpoints[name], { config }),
        request({ messages: [{ role: 'user', content: text, images }] }),
        streamOptions(),
      ),
    );
    expect(error).toBeUndefined();
    expect(official).toBeDefined();
    expect(conversation()).toEqual(official);
  },
);

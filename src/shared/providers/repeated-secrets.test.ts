import { expect, it } from 'vitest';
import { listModels } from './list-models.ts';
import { secretForms } from './secret-forms.ts';
import { streamCompletion } from './stream-completion.ts';
import { collectDeltas } from './testing/collect.ts';
import { streamOptions, request, vendorAt } from './testing/vendors.ts';
import { errorOfResponse } from './upstream-error.ts';

const key = 'canary+key/0123456789=%';
const secretText = `It is ${secretForms(key).join(' or ')}. Also sesame`;

const answering =
  (body: string, type = 'application/json'): typeof fetch =>
  () =>
    Promise.resolve(new Response(body, { headers: { 'content-type': type } }));

/** Splits the text into events of three characters, and adds the end of the stream. */
const streamOf = (text: string, end: string) =>
  (text.match(/.{1,3}/gs) ?? [])
    .map((content) => `data: ${JSON.stringify({ choices: [{ delta: { content } }] })}\n\n`)
    .join('') + end;
const done = 'data: {"choices":[{"delta":{},"finish_reason":"stop"}]}\n\ndata: [DONE]\n\n';
const stream = 'text/event-stream';

const keyed = (name: string) => vendorAt(name, 'https://vendor.test/v1/chat/completions', { apiKey: key });
const read = (name: string, fetch: typeof globalThis.fetch) =>
  collectDeltas(streamCompletion(keyed(name), request(), streamOptions({ fetch })));

it.each([
  ['openai', 'streamed', answering(streamOf(secretText, done), stream)],
  ['ollama', 'whole', answering(JSON.stringify({ choices: [{ message: { content: secretText } }] }))],
  ['modelslab', 'whole', answering(JSON.stringify({ status: 'success', output: secretText }))],
] as const)('takes a key out of what %s recites, %s', async (name, _how, fetch) => {
  const { text, error } = await read(name, fetch);
  expect(error).toBeUndefined();
  for (const form of secretForms(key)) expect(text).not.toContain(form.slice(0, -4));
  expect(text).toMatch(/^It is \[hidden\](?: or \[hidden\])+\. Also sesame$/);
});

it.each([
  ['openai', 'streamed', (text: string) => answering(streamOf(text, done), stream)],
  [
    'ollama',
    'whole',
    (text: string) => answering(JSON.stringify({ choices: [{ message: { content: text } }] })),
  ],
  ['modelslab', 'whole', (text: string) => answering(JSON.stringify({ status: 'success', output: text }))],
] as const)(
  'drops nothing of a complete reply that ends like the start of a key: %s, %s',
  async (name, _how, fetch) => {
    for (const end of ['c', 'can', 'canary+key', key.slice(0, -6)]) {
      const { text, error } = await read(name, fetch(`Ends in ${end}`));
      expect([text, error]).toEqual([`Ends in ${end}`, undefined]);
    }
  },
);

it('returns all of an interrupted reply that ends like the start of a key', async () => {
  const { text, error } = await read('openai', answering(streamOf('I can', ''), stream));
  expect(text).toBe('I can');
  expect(error?.code).toBe('interrupted');
});

it('removes a key from a list of models', async () => {
  const list = JSON.stringify({ data: [{ id: 'gpt', name: `for ${key}` }] });
  expect(await listModels(keyed('openai'), streamOptions({ fetch: answering(list) }))).toEqual([
    { id: 'gpt', displayName: 'for [hidden]' },
  ]);
});

it('never quotes part of a key from a web page', () => {
  for (const before of [0, 3950, 3970, 65_000]) {
    const { message } = errorOfResponse(502, `<p title="${' '.repeat(before)}">${key}</p>`, secretForms(key));
    expect(message).toBe('API error (502): [hidden]');
  }
});

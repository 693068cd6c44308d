import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startVendor, type Behavior, type FakeVendor } from '../../../e2e/vendor/vendor.ts';
import { streamCompletion } from './stream-completion.ts';
import { collectDeltas } from './testing/collect.ts';
import { streamOptions, request, vendorAt } from './testing/vendors.ts';

let server: FakeVendor;
beforeAll(async () => {
  server = await startVendor();
});
afterEach(() => server.reset());
afterAll(() => server.close());

const styles = ['deepinfra', 'openrouter', 'openai', 'ollama'] as const;

async function read(name: keyof FakeVendor['endpoints'], behavior: Behavior) {
  server.script(behavior);
  const { text, deltas, error } = await collectDeltas(
    streamCompletion(vendorAt(name, server.endpoints[name]), request(), streamOptions()),
  );
  return { text, error, end: deltas.at(-1)?.finishReason };
}

const bytes = (body: string | Uint8Array, contentType = 'text/event-stream'): Behavior => ({
  kind: 'raw',
  headers: { 'content-type': contentType },
  body,
});
const event = (value: unknown) => `data: ${JSON.stringify(value)}\n\n`;
const piece = (content: unknown, finish_reason: unknown = null) =>
  event({ choices: [{ index: 0, delta: { content }, finish_reason }] });
const done = 'data: [DONE]\n\n';
const stop = piece('', 'stop');

describe('an unusual but readable stream', () => {
  it.each<readonly [string, string, string]>([
    ['says [DONE] twice', piece('Hi') + stop + done + done, 'Hi'],
    ['continues after [DONE]', piece('Hi') + stop + done + piece(' and more'), 'Hi'],
    ['never says [DONE]', piece('Hi') + stop, 'Hi'],
    ['says only [DONE]', piece('Hi') + done, 'Hi'],
    ['ends in the event with the last word', piece('H') + piece('i', 'stop') + done, 'Hi'],
    ['has null for the choices', event({ choices: null }) + piece('Hi') + stop + done, 'Hi'],
    ['has no choices', event({ id: 'x' }) + piece('Hi') + stop + done, 'Hi'],
    ['has an empty list of choices', event({ choices: [] }) + piece('Hi') + stop + done, 'Hi'],
    ['has null for a delta', event({ choices: [{ delta: null }] }) + piece('Hi') + stop + done, 'Hi'],
    ['has null for a content', piece(null) + piece('Hi') + stop + done, 'Hi'],
    ['has null for the error', event({ error: null, choices: [] }) + piece('Hi') + stop + done, 'Hi'],
    ['has an unknown reason', piece('Hi', 'eos') + done, 'Hi'],
    ['has a reason that is not text', piece('Hi', 7) + stop + done, 'Hi'],
  ])('%s', async (_, body, expected) => {
    for (const name of styles) {
      const { text, error, end } = await read(name, bytes(body));
      expect({ name, text, error, hasEnded: end !== undefined }).toEqual({
        name,
        text: expected,
        error: undefined,
        hasEnded: true,
      });
    }
  });

  it.each(['text/event-stream; charset=utf-8', 'TEXT/EVENT-STREAM', 'application/x-event-stream'])(
    'may have the content type %s',
    async (label) => {
      const answer = await read('deepinfra', bytes(piece('Hi') + stop + done, label));
      expect(answer).toMatchObject({ text: 'Hi', error: undefined });
    },
  );
});

describe('an unusual whole reply', () => {
  const choice = { message: { content: 'Hi' }, finish_reason: 'stop' };

  it.each<readonly [string, string]>([
    ['text/plain', JSON.stringify({ choices: [choice] })],
    ['application/problem+json', JSON.stringify({ choices: [choice] })],
    ['application/json', `\uFEFF${JSON.stringify({ choices: [choice] })}`],
    ['application/json', `\n\n   ${JSON.stringify({ choices: [choice] })}\n`],
    ['application/json', JSON.stringify({ error: null, choices: [choice], usage: 'many' })],
  ])('is read with the content type %s: %s', async (label, body) => {
    for (const name of styles) expect(await read(name, bytes(body, label))).toMatchObject({ text: 'Hi' });
  });

  it.each<readonly [unknown, string]>([
    [{ status: 'success', output: 'Hi' }, 'Hi'],
    [{ status: 'success', output: ['H', 'i'] }, 'Hi'],
    [{ status: 'success', message: 'Hi' }, 'Hi'],
    [{ status: 'success', output: 'Hi', message: 'A remark' }, 'Hi'],
    [{ choices: [choice] }, 'Hi'],
  ])('is read from the third provider: %j [PROV-009]', async (body, expected) => {
    expect((await read('modelslab', bytes(JSON.stringify(body), 'application/json'))).text).toBe(expected);
  });

  it.each([
    { status: 'success' },
    { status: 'success', output: '' },
    { status: 'success', output: [] },
    { status: 'success', output: [''] },
    { status: 'success', output: 7, message: 'Hi' },
    { status: 'processing', output: 'Hi' },
    { choices: [] },
    { choices: [{ message: { content: '' } }] },
    null,
    [],
    'Hi',
  ])('is refused from the third provider if it contains no text: %j [PROV-033]', async (body) => {
    const { error } = await read('modelslab', bytes(JSON.stringify(body), 'application/json'));
    expect(error?.message).toBe('Unexpected response format from the uncensored-chat provider');
  });
});

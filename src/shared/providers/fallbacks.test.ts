import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { startVendor, type FakeVendor } from '../../../e2e/vendor/vendor.ts';
import { streamCompletion } from './stream-completion.ts';
import { collectDeltas } from './testing/collect.ts';
import { streamOptions, request, vendorAt } from './testing/vendors.ts';

let server: FakeVendor;
beforeAll(async () => {
  server = await startVendor();
});
afterEach(() => server.reset());
afterAll(() => server.close());

const usual = [
  'meta-llama/Meta-Llama-3.1-70B-Instruct-Turbo',
  'meta-llama/Meta-Llama-3.1-8B-Instruct-Turbo',
  'mistralai/Mixtral-8x7B-Instruct-v0.1',
];
const missing = { kind: 'status', status: 404 } as const;
const overloaded = {
  kind: 'status',
  status: 503,
  body: { error: { message: 'Model is overloaded' } },
} as const;

const ask = (model: string, config = {}) =>
  collectDeltas(
    streamCompletion(
      vendorAt('deepinfra', server.endpoints.deepinfra, { config }),
      request({ model }),
      streamOptions(),
    ),
  );
const requestedModels = () => server.requests.map(({ body }) => body['model']);

it('tries the two fallbacks in order if the default model is refused [PROV-015] [PROV-016]', async () => {
  server.script(missing, overloaded);
  const { text, deltas } = await ask(usual[0]!);
  expect(requestedModels()).toEqual(usual);
  expect(text).toBe('You said: Hello there');
  expect(deltas[0]?.model).toBe(usual[2]);
});

it('gives up after three calls with the last error [PROV-016]', async () => {
  server.script(missing, missing, overloaded);
  expect((await ask(usual[0]!)).error?.message).toBe('Model error: Model is overloaded');
  expect(requestedModels()).toEqual(usual);
});

it('tries no other model for other failures, nor after the first text [PROV-016]', async () => {
  server.script({ kind: 'status', status: 401 });
  expect((await ask(usual[0]!)).error?.code).toBe('authentication');
  server.script({ kind: 'error-event', after: 1, error: { message: 'The model broke', code: 500 } });
  expect((await ask(usual[0]!)).error?.code).toBe('model');
  expect(server.requests).toHaveLength(2);
});

it('does not replace a model that the user chose [PROV-016]', async () => {
  server.script(missing);
  expect((await ask('google/gemma-3-27b-it')).error?.code).toBe('not_found');
  expect(requestedModels()).toEqual(['google/gemma-3-27b-it']);
});

it("takes the default and its fallbacks from the vendor's config if set", async () => {
  server.script(missing, missing, missing);
  await ask('own/a', { default_model: 'own/a', fallback_models: ['own/b', 'own/c', 'own/d'] });
  expect(requestedModels()).toEqual(['own/a', 'own/b', 'own/c']);
});

const slowDown = (seconds: string) =>
  ({
    kind: 'raw',
    status: 429,
    headers: { 'content-type': 'application/json', 'retry-after': seconds },
    body: '{"error":{"message":"Slow down"}}',
  }) as const;

/** Requests a reply with a clock that records the waits. */
async function askPatiently(signal = new AbortController().signal, onWait = () => {}) {
  const waits: number[] = [];
  const wait = async (milliseconds: number) => {
    waits.push(milliseconds);
    onWait();
  };
  const vendor = vendorAt('openrouter', server.endpoints.openrouter);
  const { text, error } = await collectDeltas(
    streamCompletion(vendor, request(), streamOptions({ signal, wait })),
  );
  return { text, error: error?.message, waits, calls: server.requests.length };
}

it('repeats a call once if the vendor asks for at most five seconds', async () => {
  server.script(slowDown('5'));
  expect(await askPatiently()).toEqual({
    text: 'You said: Hello there',
    error: undefined,
    waits: [5000],
    calls: 2,
  });
  server.reset();
  server.script(slowDown('1'), slowDown('1'));
  expect(await askPatiently()).toMatchObject({
    error: 'API error (429): Slow down',
    waits: [1000],
    calls: 2,
  });
});

it.each(['6', 'soon', 'Fri, 01 Jan 2100 00:00:00 GMT'])('does not wait for Retry-After: %s', async (time) => {
  server.script(slowDown(time));
  expect(await askPatiently()).toMatchObject({ error: 'API error (429): Slow down', waits: [], calls: 1 });
});

it('does not repeat a call that was stopped while it waited', async () => {
  const stop = new AbortController();
  server.script(slowDown('5'));
  const result = await askPatiently(stop.signal, () => stop.abort());
  expect(result).toMatchObject({ error: 'The request was stopped', calls: 1 });
});

import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { startVendor, type FakeVendor } from '../../../e2e/vendor/vendor.ts';
import { streamCompletion } from './stream-completion.ts';
import { collect } from './testing/collect.ts';
import { options, request, vendorAt } from './testing/vendors.ts';

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
  collect(
    streamCompletion(
      vendorAt('deepinfra', server.endpoints.deepinfra, { config }),
      request({ model }),
      options(),
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

import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startVendor, type Behavior, type FakeVendor } from '../../../e2e/vendor/vendor.ts';
import { CompletionError } from '../completion/error.ts';
import { streamCompletion } from './stream-completion.ts';
import { collectDeltas } from './testing/collect.ts';
import { streamOptions, request, testKey, vendorAt } from './testing/vendors.ts';

let server: FakeVendor;
beforeAll(async () => {
  server = await startVendor();
});
afterEach(() => server.reset());
afterAll(() => server.close());

type Kind = keyof FakeVendor['endpoints'];
const styles = ['deepinfra', 'openrouter', 'openai', 'ollama'] as const;

async function call(name: Kind, fault?: Behavior, changes = {}, vendorChanges = {}) {
  if (fault) server.script(fault);
  const vendor = vendorAt(name, server.endpoints[name], vendorChanges);
  return collectDeltas(streamCompletion(vendor, request(changes), streamOptions()));
}

const refusal = (status: number, body?: unknown): Behavior => ({ kind: 'status', status, body });
const says = (message: string) => ({ error: { message } });

describe('a refused call', () => {
  it.each<readonly [string, Behavior, string, string]>([
    [
      'PROV-022',
      refusal(404),
      'not_found',
      'API endpoint not found (404): The chat API endpoint may have changed or is incorrect',
    ],
    [
      'PROV-023',
      refusal(401),
      'authentication',
      'Authentication error (401): API key may be invalid or expired',
    ],
    [
      'PROV-023',
      refusal(403),
      'authentication',
      'Authentication error (403): API key may be invalid or expired',
    ],
    ['PROV-024', refusal(400, says('Too long')), 'bad_request', 'Bad request (400): Too long'],
    ['PROV-024', refusal(400, {}), 'bad_request', 'Bad request (400): Invalid request parameters'],
    [
      'PROV-025',
      refusal(422, says('The model is not loaded')),
      'model',
      'Model error: The model is not loaded',
    ],
    [
      'PROV-025',
      refusal(410, { error: { code: 'model_not_found' } }),
      'model',
      'Model error: No details were given',
    ],
    ['PROV-026', refusal(402, says('See modelslab.com')), 'api', 'API error (402): See modelslab.com'],
    ['PROV-026', refusal(429, says('Slow down')), 'api', 'API error (429): Slow down'],
    ['PROV-026', refusal(500, 'plain words'), 'api', 'API error (500): plain words'],
    ['PROV-026', refusal(503, { detail: 'Busy' }), 'api', 'API error (503): Busy'],
    ['PROV-026', { kind: 'html', status: 502 }, 'api', 'API error (502): Bad gateway nginx'],
  ])("gets the catalog's message for every vendor [%s]: %j", async (_row, fault, code, message) => {
    for (const name of [...styles, 'modelslab' as const]) {
      for (const stream of [false, true]) {
        const { deltas, error } = await call(name, fault, { stream });
        expect(error).toBeInstanceOf(CompletionError);
        expect({ name, code: error?.code, message: error?.message }).toEqual({ name, code, message });
        expect(deltas).toEqual([]);
      }
    }
  });

  it('never repeats the key, and quotes at most 200 characters', async () => {
    const body = says(`Incorrect key provided: ${testKey}. ${'More words follow. '.repeat(50)}`);
    const { error } = await call('openai', refusal(429, body));
    expect(error?.message).toContain('Incorrect key provided: [hidden]');
    expect(error?.message).not.toContain(testKey.slice(3, 12));
    expect(error?.message.length).toBeLessThanOrEqual('API error (429): '.length + 200);
    expect(JSON.stringify(error, Object.getOwnPropertyNames(error))).not.toContain(testKey);
  });

  it('follows no redirect, which would forward the key', async () => {
    const { error } = await call('openai', {
      kind: 'redirect',
      location: `${server.url}/elsewhere/chat/completions`,
    });
    expect(error).toMatchObject({
      code: 'network',
      message: 'Connection error: the API could not be reached',
    });
    expect(server.requests).toHaveLength(1);
  });
});

describe('an invalid response', () => {
  it('is not JSON [PROV-027]', async () => {
    for (const name of [...styles, 'modelslab' as const]) {
      for (const stream of [false, true]) {
        const { error } = await call(name, { kind: 'malformed-json' }, { stream });
        const actual = [name, error?.code, error?.message];
        expect(actual).toEqual([name, 'invalid_json', 'Invalid JSON response from API']);
      }
    }
    const page = await call('openai', { kind: 'html', status: 200 });
    expect(page.error?.message).toBe('Invalid JSON response from API');
  });

  it('is JSON in another format [PROV-028]', async () => {
    for (const name of styles) {
      for (const stream of [false, true]) {
        const { error } = await call(name, { kind: 'wrong-shape' }, { stream });
        expect(error).toMatchObject({ code: 'invalid_format', message: 'Invalid response format from API' });
      }
    }
  });

  it('comes from the third provider, without output and choices [PROV-033] [PROV-036]', async () => {
    const { error } = await call('modelslab', { kind: 'wrong-shape' });
    expect(error).toMatchObject({
      code: 'invalid_format',
      message: 'Unexpected response format from the uncensored-chat provider',
    });
  });

  it('comes from the general-purpose provider, without content [PROV-035] [PROV-036]', async () => {
    for (const stream of [false, true]) {
      const { error } = await call('openai', { kind: 'empty' }, { stream });
      expect(error).toMatchObject({
        code: 'invalid_format',
        message: 'Empty response from the general-purpose provider',
      });
    }
    expect((await call('deepinfra', { kind: 'empty' })).error?.message).toBe(
      'Invalid response format from API',
    );
  });

  it('is an event over one megabyte [PROV-028]', async () => {
    const { error, deltas } = await call('openai', { kind: 'huge-event', bytes: 1_200_000 });
    expect(error?.message).toBe('Invalid response format from API');
    expect(deltas).toEqual([]);
  });

  it('is an error with HTTP status 200 and the status that it names', async () => {
    const { error } = await call('modelslab', undefined, {}, { apiKey: 'x' });
    expect(error).toBeUndefined();
    server.script({ kind: 'error-event', after: 0, error: { code: 429, message: 'Slow down' } });
    expect((await call('openrouter')).error).toMatchObject({
      code: 'api',
      message: 'API error (429): Slow down',
    });
  });
});

describe('an interrupted reply', () => {
  it.each(['cut', 'end-early'] as const)(
    'keeps the text so far and reports the interruption (%s)',
    async (kind) => {
      const { text, error } = await call('deepinfra', { kind, after: 3 });
      expect(text).toBe('You said: Hello');
      expect(error?.code).toBe('interrupted');
    },
  );

  it('is an ordinary failure if no text has arrived', async () => {
    expect((await call('deepinfra', { kind: 'cut', after: 0 })).error?.code).toBe('network');
    expect((await call('deepinfra', { kind: 'end-early', after: 0 })).error?.code).toBe('invalid_format');
  });

  it('reports the error that the vendor sent as an event', async () => {
    const error = { message: 'The engine is overloaded', type: 'server_error' };
    const broken = await call('openrouter', { kind: 'error-event', after: 2, error });
    expect(broken.text).toBe('You said:');
    expect(broken.error?.message).toBe('API error (500): The engine is overloaded');
  });
});

describe('a vendor that cannot be called', () => {
  it.each([
    ['deepinfra', 'PROV-030', 'The Vendor API key is not set. Please configure it in admin settings.'],
    ['openrouter', 'PROV-031', 'API key not configured for The Vendor. Please set it in the admin settings.'],
    ['modelslab', 'PROV-032', 'ModelsLab-style key not found. Please set it in the admin settings.'],
    ['openai', 'PROV-034', 'API key is required'],
  ] as const)('has no key: %s [%s] [VENDOR-007]', async (name, _row, message) => {
    for (const apiKey of [null, '', '  ', 'sk-with\nbreak']) {
      const { error } = await call(name, undefined, {}, { apiKey });
      expect(error).toMatchObject({ code: 'missing_key', message });
    }
    expect(server.requests).toEqual([]);
  });

  it('is unknown [VENDOR-024]', async () => {
    for (const name of ['other', 'constructor', '__proto__']) {
      const { error } = await collectDeltas(
        streamCompletion(vendorAt(name, server.url), request(), streamOptions()),
      );
      expect(error).toMatchObject({ code: 'unsupported_vendor', message: 'Unsupported vendor' });
    }
  });

  it('has no URL, or no server responds there', async () => {
    for (const address of ['', 'not a URL', 'http://127.0.0.1:1/chat/completions']) {
      const { error } = await collectDeltas(
        streamCompletion(vendorAt('ollama', address), request(), streamOptions()),
      );
      expect(error).toMatchObject({
        code: 'network',
        message: 'Connection error: the API could not be reached',
      });
    }
  });
});

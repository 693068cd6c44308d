import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startVendor, type FakeVendor } from '../../../e2e/vendor/vendor.ts';
import { createTestContext, testCaller } from '../_shared/testing/context.ts';
import { handler } from './handler.ts';
import { encryptionKeys, grantFor } from '../_shared/testing/grant.ts';

let vendor: FakeVendor;
beforeAll(async () => {
  vendor = await startVendor();
});
afterEach(() => vendor.reset());
afterAll(() => vendor.close());

const hello = { model: 'asked-model', messages: [{ role: 'user', content: 'Hello there' }] };

const post = (body: unknown) =>
  new Request('http://service.test/functions/v1/chat/completions', {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { authorization: `Bearer ${testCaller.token}` },
  });

const contextFor = (begin: unknown) =>
  createTestContext({ answers: { 'rpc/begin_completion': begin }, encryptionKeys });

describe("a reply's limit", () => {
  it('adds tokens for reasoning if the model is known to reason, up to its maximum reply length', async () => {
    const grant = await grantFor('deepinfra', vendor.endpoints.deepinfra);
    const askFor = async (config: object) => {
      const context = contextFor({ ...grant, model: { ...grant.model, config } });
      await handler(post({ ...hello, max_tokens: 1000 }), context);
      return vendor.requests.at(-1)?.body['max_tokens'];
    };
    expect(await askFor({})).toBe(1000);
    expect(await askFor({ reasoning_model: true })).toBe(1000 + 16_384);
    expect(await askFor({ reasoning_model: true, max_output: 4000 })).toBe(4000);
    expect(await askFor({ max_output: 700 })).toBe(700);
  });

  it('sends a limit to every vendor, because budgets reserve it', async () => {
    const context = contextFor(await grantFor('openrouter', vendor.endpoints.openrouter));
    const reply = await handler(post({ ...hello, max_tokens: 1000 }), context);
    expect(await reply.json()).toMatchObject({
      choices: [{ message: { content: 'You said: Hello there' } }],
    });
    expect(vendor.requests.at(-1)?.body).toMatchObject({ max_tokens: 1000, stream: true });
  });
});

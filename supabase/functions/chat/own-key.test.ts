import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startVendor, type FakeVendor } from '../../../e2e/vendor/vendor.ts';
import { createTestContext, testCaller } from '../_shared/testing/context.ts';
import { encryptionKeys, grantFor } from '../_shared/testing/grant.ts';
import { handler } from './handler.ts';

let vendor: FakeVendor;
beforeAll(async () => {
  vendor = await startVendor();
});
afterEach(() => vendor.reset());
afterAll(() => vendor.close());

const ownKey = 'sk-own-AbCdEf0123456789';

async function ask(headers: Readonly<Record<string, string>>, endpoint = vendor.endpoints.openai) {
  const begin = await grantFor('openai', endpoint);
  const context = createTestContext({ encryptionKeys, answers: { 'rpc/begin_completion': begin } });
  const response = await handler(
    new Request('http://service.test/functions/v1/chat/completions', {
      method: 'POST',
      headers: { authorization: `Bearer ${testCaller.token}`, ...headers },
      body: JSON.stringify({ model: 'm', messages: [{ role: 'user', content: 'Hello there' }] }),
    }),
    context,
  );
  const visible = [await response.text(), JSON.stringify([...response.headers]), ...context.logged].join(
    '\n',
  );
  return { response, visible, context };
}

const headersFor = (origin: string, vendorName = 'openai') => ({
  'x-provider-key': ownKey,
  'x-clover-vendor': vendorName,
  'x-provider-origin': origin,
});
const here = () => new URL(vendor.url).origin;

describe("the gateway with a user's own key", () => {
  it("calls the key's vendor with it, and sends the database the vendor but never the key [VENDOR-007]", async () => {
    const { response, visible, context } = await ask(headersFor(here()));
    expect(response.status).toBe(200);
    expect(vendor.requests[0]?.headers.authorization).toBe(`Bearer ${ownKey}`);
    expect(context.calls[0]?.body).toMatchObject({ vendor_name: 'openai', is_own_key: true });
    expect(visible + JSON.stringify(context.calls)).not.toContain(ownKey);
  });

  it("never uses the service's key instead", async () => {
    const { context } = await ask({});
    expect(context.calls[0]?.body).toMatchObject({ vendor_name: null, is_own_key: false });
    await ask(headersFor(here()));
    const [services, own] = vendor.requests.map(({ headers }) => headers.authorization);
    expect(services).not.toBe(own);
  });

  it('sends a key only to the origin that it was entered for, and refunds the message', async () => {
    const { response, visible, context } = await ask(headersFor('https://api.elsewhere.example'));
    expect(response.status).toBe(403);
    expect(visible).toContain('The URL of The Vendor has changed since you entered your API key.');
    expect(visible).not.toContain(ownKey);
    expect(vendor.requests).toEqual([]);
    expect(context.calls.at(-1)).toMatchObject({
      path: 'rpc/finish_completion',
      body: { outcome: 'failed' },
    });
  });

  it.each([
    ['no vendor', { 'x-clover-vendor': '' }, 'x-clover-vendor'],
    ['no origin', { 'x-provider-origin': '' }, 'x-provider-origin'],
    ['a path after the origin', { 'x-provider-origin': 'https://api.example.com/v1' }, 'x-provider-origin'],
    ['an unprintable key', { 'x-provider-key': 'sk-\u00e9\u00e8' }, 'x-provider-key'],
    ['an empty key', { 'x-provider-key': ' ' }, 'x-provider-key'],
    ['a key that is too long', { 'x-provider-key': 'k'.repeat(4097) }, 'x-provider-key'],
  ])('refuses %s before any request', async (_, changes, named) => {
    const { response, visible, context } = await ask({ ...headersFor(here()), ...changes });
    expect(response.status).toBe(400);
    expect(visible).toContain(named);
    expect(context.calls).toEqual([]);
    expect(vendor.requests).toEqual([]);
  });

  it('masks the key if the vendor returns it', async () => {
    for (const body of [
      { error: { message: `Incorrect API key provided: ${ownKey}` } },
      `denied: ${ownKey}`,
    ]) {
      vendor.script({ kind: 'status', status: 400, body });
      const { response, visible } = await ask(headersFor(here()));
      expect(response.status).toBe(400);
      expect(visible).toContain('Bad request (400)');
      expect(visible).not.toContain(ownKey);
    }
  });
});

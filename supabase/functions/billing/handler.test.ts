import { describe, expect, it } from 'vitest';
import { createTestContext, testCaller } from '../_shared/testing/context.ts';
import { handler } from './handler.ts';

const plan = {
  plan: 'professional',
  billing: 'annual',
  started_at: '2026-11-21T10:00:00+00:00',
  ends_at: null,
};

const ask = (path: string, body: unknown, token: string | null = testCaller.token, method = 'POST') =>
  new Request(`http://service.test/functions/v1/billing/${path}`, {
    method,
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    ...(method === 'POST' && { body: JSON.stringify(body) }),
  });

describe('billing', () => {
  it('records the plan as the caller, and returns it [CHECKOUT-031]', async () => {
    const context = createTestContext({ answers: { 'rpc/subscribe': { ok: true, ...plan } } });
    const response = await handler(
      ask('subscribe', { billing: 'annual', cardNumber: '4242424242424242' }),
      context,
    );
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual(plan);
    expect(context.calls).toEqual([
      {
        path: 'rpc/subscribe',
        authorization: `Bearer ${testCaller.token}`,
        // Unknown fields are dropped, especially card data [CHECKOUT-030].
        body: { billing: 'annual' },
      },
    ]);
  });

  it('cancels as the caller', async () => {
    const context = createTestContext({
      answers: { 'rpc/cancel_subscription': { ok: true, ...plan, ends_at: '2027-11-21T10:00:00+00:00' } },
    });
    const response = await handler(ask('cancel', {}), context);
    expect(await response.json()).toMatchObject({ ends_at: '2027-11-21T10:00:00+00:00' });
    expect(context.calls[0]?.authorization).toBe(`Bearer ${testCaller.token}`);
  });

  it.each([
    ['forbidden', 403],
    ['payments_off', 409],
    ['no_plan', 404],
  ])('returns the refusal %s with status %i', async (code, status) => {
    const refusal = { ok: false, code, message: 'Because.' };
    const context = createTestContext({ answers: { 'rpc/subscribe': refusal } });
    const response = await handler(ask('subscribe', { billing: 'monthly' }), context);
    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject({ error: { code, message: 'Because.' } });
  });

  it('does not call the database for visitors, unknown actions or invalid billing', async () => {
    const context = createTestContext({ answers: {} });
    const statusOf = async (request: Request) => (await handler(request, context)).status;
    expect(await statusOf(ask('subscribe', { billing: 'monthly' }, null))).toBe(401);
    expect(await statusOf(ask('subscribe', { billing: 'weekly' }))).toBe(400);
    expect(await statusOf(ask('subscribe', 'x'.repeat(2_000)))).toBe(413);
    expect(await statusOf(ask('give', {}))).toBe(404);
    expect(await statusOf(ask('subscribe', {}, testCaller.token, 'GET'))).toBe(405);
    expect(context.calls).toEqual([]);
  });
});

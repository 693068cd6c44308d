import { describe, expect, it } from 'vitest';
import { createTestContext, testCaller } from '../_shared/testing/context.ts';
import { handler } from './handler.ts';

const row = (model_id: string) => ({ model_id, created_at: '2026-11-01T00:00:00+00:00' });
const vendors = [{ id: 'c0000000-0000-4000-8000-000000000001', name: 'openai' }];

function ask(
  answers: Readonly<Record<string, unknown>>,
  { method = 'GET', token = testCaller.token, path = '' } = {},
) {
  const context = createTestContext({ answers });
  const headers = { authorization: `Bearer ${token}` };
  const request = new Request(`http://service.test/functions/v1/models${path}`, { method, headers });
  return handler(request, context).then((response) => ({ response, context }));
}

describe('the list of models', () => {
  it("is the vendor's own where none of the curated ones is offered", async () => {
    const { response, context } = await ask({
      api_vendors: vendors,
      ai_models: [row('a/curated')],
      api_vendor_models: [row('gpt-4o'), row('gpt-4o-mini')],
    });
    expect(await response.json()).toEqual({
      object: 'list',
      data: ['gpt-4o', 'gpt-4o-mini'].map((id) => ({
        id,
        object: 'model',
        created: 1_793_491_200,
        owned_by: 'openai',
      })),
    });
    expect(context.calls.at(-1)?.path).toContain(`vendor_id=eq.${vendors[0]?.id}&is_available=eq.true`);
  });

  it('is empty while no vendor is active', async () => {
    const { response } = await ask({ api_vendors: [], ai_models: [row('a/curated')] });
    expect(await response.json()).toEqual({ object: 'list', data: [] });
  });

  it('is for signed-in callers, by GET, at its own address', async () => {
    expect((await ask({}, { token: 'forged' })).response.status).toBe(401);
    expect((await ask({}, { method: 'POST' })).response.status).toBe(405);
    expect((await ask({}, { path: '/unknown' })).response.status).toBe(404);
    const { response, context } = await ask({}, { method: 'OPTIONS', token: '' });
    expect(response.status).toBe(204);
    expect(context.calls).toEqual([]);
  });

  it('is a fault for the host where the service refuses to be read, and quotes nothing of it', async () => {
    const refused = Response.json(
      { code: '42501', message: 'permission denied for secret' },
      { status: 403 },
    );
    await expect(ask({ api_vendors: refused, ai_models: [] })).rejects.toThrow(
      'The service answered 403 (42501)',
    );
  });
});

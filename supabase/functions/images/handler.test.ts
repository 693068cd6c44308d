import { describe, expect, it } from 'vitest';
import { createTestContext, testCaller } from '../_shared/testing/context.ts';
import { handler } from './handler.ts';

const id = 'f0000000-0000-4000-8000-000000000001';
const png = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0, 255]);

async function ask(rows: unknown, { name = id, method = 'GET', token = testCaller.token } = {}) {
  const context = createTestContext({ answers: { 'rpc/read_message_image': rows } });
  const headers = { authorization: `Bearer ${token}` };
  const request = new Request(`http://service.test/functions/v1/images/${name}`, { method, headers });
  return { context, response: await handler(request, context) };
}

describe('an image', () => {
  it('is read as its owner and sent as an image only', async () => {
    const rows = [{ content_type: 'image/png', content: Buffer.from(png).toString('base64') }];
    const { context, response } = await ask(rows);
    expect(response.status).toBe(200);
    expect(new Uint8Array(await response.arrayBuffer())).toEqual(png);
    expect(Object.fromEntries(response.headers)).toEqual({
      'content-type': 'image/png',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'cache-control': 'private, max-age=31536000, immutable',
      vary: 'authorization',
    });
    expect(context.calls).toEqual([
      {
        path: 'rpc/read_message_image',
        authorization: `Bearer ${testCaller.token}`,
        body: { image_id: id },
      },
    ]);
  });

  it('is not found by others, and that response is not cached', async () => {
    const { response } = await ask([]);
    expect(response.status).toBe(404);
    expect(response.headers.get('cache-control')).toBe('no-store');
  });

  it.each(['', 'x', `${id}0`, `${id}&select=*`, `..%2f${id}`, `${id}/x`])(
    'is not found at %j, without a call to the service',
    async (name) => {
      const { context, response } = await ask([], { name });
      expect(response.status).toBe(404);
      expect(context.calls).toEqual([]);
    },
  );

  it('of another type is never returned', async () => {
    await expect(ask([{ content_type: 'image/svg+xml', content: 'PHN2Zz4=' }])).rejects.toThrow(
      'content_type',
    );
  });

  it('is available to signed-in callers, by GET', async () => {
    expect((await ask([], { token: 'forged' })).response.status).toBe(401);
    expect((await ask([], { method: 'POST' })).response.status).toBe(405);
    const { context, response } = await ask([], { method: 'OPTIONS', token: '' });
    expect(response.status).toBe(204);
    expect(context.calls).toEqual([]);
  });
});

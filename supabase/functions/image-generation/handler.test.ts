import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { startVendor, type FakeVendor } from '../../../e2e/vendor/vendor.ts';
import { testCaller } from '../_shared/testing/context.ts';
import { grantFor, vendorKey } from '../_shared/testing/grant.ts';
import { contextWith, messageId, outcomesOf, postAction } from '../_shared/testing/quick-actions.ts';
import { handler } from './handler.ts';

const imageId = 'f0000000-0000-4000-8000-000000000001';
const stored = 'rpc/store_message_image';
const png = Buffer.from('\x89PNG\r\n\x1a\nand the rest', 'latin1');

let vendor: FakeVendor;
/** Serves images like a vendor's file server. */
let files: Server;
const authorizations: (string | undefined)[] = [];
beforeAll(async () => {
  vendor = await startVendor();
  files = createServer((request, response) => {
    authorizations.push(request.headers.authorization);
    response.end(png);
  });
  await new Promise<void>((resolve) => files.listen(0, '127.0.0.1', resolve));
});
afterEach(() => vendor.reset());
afterAll(async () => {
  await vendor.close();
  await new Promise((resolve) => (files.closeAllConnections(), files.close(resolve)));
});

const openContext = async (name = 'openai' as keyof FakeVendor['endpoints'], answers = {}) =>
  contextWith(await grantFor(name, vendor.endpoints[name]), { [stored]: imageId, ...answers });
const ask = (body: unknown = { prompt: 'A fox' }, init: RequestInit = {}) =>
  postAction('image-generation', body, {}, init);
const answerWith = (data: unknown) => vendor.script({ kind: 'status', status: 200, body: { data: [data] } });

describe('an image', () => {
  it("is refused with a clear message, and not counted, if the account's storage is full", async () => {
    const full = Response.json({ code: 'P0001', message: 'full', hint: 'limit' }, { status: 400 });
    const context = await openContext('openai', { [stored]: full });
    answerWith({ b64_json: png.toString('base64') });
    const response = await handler(ask(), context);
    expect([response.status, await response.text()]).toEqual([
      429,
      expect.stringContaining('Your account has no space for another image. Delete chats'),
    ]);
    expect(outcomesOf(context)).toEqual(['failed']);
  });

  it('is created with the documented defaults, stored, and returned by its URL [QUICK-006]', async () => {
    const context = await openContext();
    const response = await handler(ask(), context);
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({
      success: true,
      imageUrl: `http://service.test/functions/v1/images/${imageId}`,
    });
    expect(vendor.requests).toMatchObject([
      { path: '/v1/images/generations', body: { prompt: 'A fox', size: '1024x1024', quality: 'high' } },
    ]);
    expect(context.calls.map(({ path }) => path)).toEqual([
      'rpc/begin_completion',
      stored,
      'rpc/finish_completion',
    ]);
    expect(context.calls[0]?.body).toMatchObject({ user_id: testCaller.userId, message_id: messageId });
    expect(context.calls[1]).toMatchObject({
      authorization: 'Bearer secret-key',
      body: { owner_id: testCaller.userId, content_type: 'image/png' },
    });
    expect(context.calls[2]?.body).toMatchObject({ outcome: 'answered', prompt_tokens: 0 });
    expect(Buffer.from(String(context.calls[1]?.body['content']), 'base64').toString('latin1')).toContain(
      'IHDR',
    );
  });

  it('that is returned as a URL is fetched by the service, without the key', async () => {
    // The files are on the vendor's own server, because other URLs need https.
    const { port } = files.address() as AddressInfo;
    const endpoint = `http://127.0.0.1:${port}/v1/chat/completions`;
    const context = contextWith(await grantFor('ollama', endpoint), { [stored]: imageId });
    const url = `http://127.0.0.1:${port}/1.png`;
    const send = vi.spyOn(globalThis, 'fetch').mockResolvedValueOnce(Response.json({ data: [{ url }] }));
    const response = await handler(ask(), context);
    expect(send).toHaveBeenCalledTimes(2);
    send.mockRestore();
    expect(response.status).toBe(200);
    expect(authorizations).toEqual([undefined]);
    expect(context.calls[1]?.body['content']).toBe(png.toString('base64'));
  });

  it('is drawn by the demo without a request', async () => {
    const context = contextWith(await grantFor('demo', null), { [stored]: imageId });
    expect((await handler(ask(), context)).status).toBe(200);
    expect(context.calls[1]?.body['content_type']).toBe('image/png');
    expect(vendor.requests).toEqual([]);
  });

  it('is created without its prompt or the key in the log', async () => {
    const context = await openContext();
    const response = await handler(ask({ prompt: 'A secret fox' }), context);
    const visible = [await response.text(), JSON.stringify([...response.headers]), ...context.logged].join();
    expect(visible).not.toContain(vendorKey);
    expect(visible).not.toContain('secret fox');
  });
});

describe('an image that fails', () => {
  it.each([
    [{ prompt: ' ' }, 'prompt: must not be blank'],
    [{ prompt: 'x'.repeat(4001) }, 'prompt: is too long'],
    [{ prompt: 'x', size: '9000x9000' }, 'size: '],
    [{ prompt: 'x', quality: 'best' }, 'quality: '],
  ])('is not requested for an invalid payload [QUICK-011]', async (body, named) => {
    const context = await openContext();
    const response = await handler(ask(body), context);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ success: false, error: expect.stringContaining(named) });
    expect(context.calls).toEqual([]);
  });

  it('from a vendor without images is refused with a clear message and not counted [QUICK-011]', async () => {
    const context = await openContext('modelslab');
    const response = await handler(ask(), context);
    expect(response.status).toBe(503);
    expect(await response.json()).toEqual({
      success: false,
      error: 'The Vendor cannot create images',
      code: 'unsupported_vendor',
    });
    expect(outcomesOf(context)).toEqual(['failed']);
  });

  it.each([
    ['a page', Buffer.from('<html><script>alert(1)</script>')],
    ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>')],
    ['a GIF', Buffer.from('GIF89a')],
  ])('is not stored if it is %s, whatever the vendor calls it', async (_, bytes) => {
    answerWith({ b64_json: bytes.toString('base64') });
    const context = await openContext();
    const response = await handler(ask(), context);
    expect(response.status).toBe(502);
    expect(await response.json()).toMatchObject({
      error: expect.stringContaining('did not return a PNG, JPEG or WebP'),
    });
    expect(context.calls.map(({ path }) => path)).not.toContain(stored);
    expect(outcomesOf(context)).toEqual(['failed']);
  });

  it('is not stored over 4 MB', async () => {
    answerWith({ b64_json: Buffer.concat([png, Buffer.alloc(4_194_304)]).toString('base64') });
    const context = await openContext();
    const response = await handler(ask(), context);
    expect(await response.json()).toMatchObject({ error: expect.stringContaining('larger than 4 MB') });
    expect(context.calls.map(({ path }) => path)).not.toContain(stored);
  });

  it("has the catalog's message if the vendor refuses, and is refunded", async () => {
    vendor.script({ kind: 'status', status: 400, body: { error: { message: 'Not this prompt' } } });
    const context = await openContext();
    const response = await handler(ask(), context);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: 'Bad request (400): Not this prompt' });
    expect(outcomesOf(context)).toEqual(['failed']);
  });

  it('is refunded if it cannot be stored', async () => {
    const context = await openContext('openai', {
      [stored]: Response.json({ code: '23514' }, { status: 400 }),
    });
    await expect(handler(ask(), context)).rejects.toThrow('A SQL function failed (23514)');
    expect(outcomesOf(context)).toEqual(['failed']);
  });

  it('times out after 30 s [PROV-029]', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    const send = vi.spyOn(globalThis, 'fetch').mockImplementation(() => new Promise(() => {}));
    try {
      const context = contextWith(await grantFor('openai', vendor.endpoints.openai));
      const response = handler(ask(), context);
      await vi.waitFor(() => expect(send).toHaveBeenCalled());
      await vi.advanceTimersByTimeAsync(30_000);
      expect((await response).status).toBe(504);
      expect(await (await response).json()).toMatchObject({ error: 'Request timed out after 30 seconds' });
      expect(outcomesOf(context)).toEqual(['failed']);
    } finally {
      send.mockRestore();
      vi.useRealTimers();
    }
  });

  it('counts if the caller disconnects during the call', async () => {
    vendor.script({ kind: 'black-hole' });
    const caller = new AbortController();
    const context = await openContext();
    const response = handler(ask(undefined, { signal: caller.signal }), context);
    await vi.waitFor(() => expect(vendor.requests).toHaveLength(1));
    caller.abort();
    expect((await response).status).toBe(499);
    expect(await vendor.requests[0]?.ended).toBe('left');
    expect(outcomesOf(context)).toEqual(['answered']);
  });

  it('is refunded if the caller disconnected before the vendor was called', async () => {
    const context = await openContext();
    expect((await handler(ask(undefined, { signal: AbortSignal.abort() }), context)).status).toBe(499);
    expect(vendor.requests).toEqual([]);
    expect(outcomesOf(context)).toEqual(['failed']);
  });
});

import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
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

const stream = (signal: AbortSignal) =>
  streamCompletion(vendorAt('openai', server.endpoints.openai), request(), streamOptions({ signal }));

it('cancels the upstream call when the caller stops during the reply, and keeps the text so far', async () => {
  server.script({ kind: 'stall', after: 2 });
  const caller = new AbortController();
  const deltas = stream(caller.signal);
  expect((await deltas.next()).value).toMatchObject({ text: 'You' });
  caller.abort();
  const { error } = await collectDeltas(deltas);
  expect(error?.code).toBe('aborted');
  expect(await server.requests[0]?.ended).toBe('left');
});

it('cancels the upstream call when the caller stops before the first byte', async () => {
  server.script({ kind: 'black-hole' });
  const caller = new AbortController();
  const collected = collectDeltas(stream(caller.signal));
  await vi.waitFor(() => expect(server.requests).toHaveLength(1));
  caller.abort();
  expect((await collected).error?.code).toBe('aborted');
  expect(await server.requests[0]?.ended).toBe('left');
});

it('cancels the upstream call when the reader leaves the loop', async () => {
  server.script({ kind: 'stall', after: 2 });
  for await (const delta of stream(new AbortController().signal)) {
    expect(delta.text).toBe('You');
    break;
  }
  expect(await server.requests[0]?.ended).toBe('left');
});

it('makes no call for a caller who has already disconnected', async () => {
  const { error } = await collectDeltas(stream(AbortSignal.abort()));
  expect(error?.code).toBe('aborted');
  expect(server.requests).toEqual([]);
});

it("removes its listener from the caller's signal", async () => {
  const { signal } = new AbortController();
  const added = vi.spyOn(signal, 'addEventListener');
  const removed = vi.spyOn(signal, 'removeEventListener');
  await collectDeltas(stream(signal));
  expect(added).toHaveBeenCalledTimes(1);
  expect(removed).toHaveBeenCalledTimes(1);
});

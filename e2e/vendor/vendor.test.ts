import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startVendor, type Behavior, type FakeVendor } from './vendor.ts';

let vendor: FakeVendor;
beforeAll(async () => {
  vendor = await startVendor();
});
afterEach(() => vendor.reset());
afterAll(() => vendor.close());

const post = (url: string, body: unknown) => fetch(url, { method: 'POST', body: JSON.stringify(body) });
const hello = { model: 'm', messages: [{ role: 'user', content: 'Hello there' }] };

describe('the fake vendor', () => {
  it('listens on loopback only', () => {
    expect(new URL(vendor.url).hostname).toBe('127.0.0.1');
  });

  it('records requests and how they ended', async () => {
    await (await post(vendor.endpoints.openai, hello)).text();
    expect(vendor.requests).toMatchObject([{ method: 'POST', path: '/v1/chat/completions', body: hello }]);
    expect(await vendor.requests[0]?.ended).toBe('answered');
  });

  it('plays its script once, in order, and replies normally otherwise', async () => {
    vendor.script({ kind: 'status', status: 503 }, { kind: 'html', status: 502 });
    vendor.always({ kind: 'status', status: 418 });
    const statuses: number[] = [];
    for (let call = 0; call < 3; call += 1)
      statuses.push((await post(vendor.endpoints.openai, hello)).status);
    vendor.reset();
    statuses.push((await post(vendor.endpoints.openai, hello)).status);
    expect(statuses).toEqual([503, 502, 418, 200]);
  });

  it('lets each request choose its reply, and reports open connections', async () => {
    vendor.always(({ body }) => ({ kind: 'reply', text: `For ${String(body['model'])}` }));
    const ask = async (model: string) => (await post(vendor.endpoints.openai, { ...hello, model })).text();
    expect(await ask('a')).toContain('For a');
    expect(await ask('b')).toContain('For b');
    vendor.always({ kind: 'black-hole' });
    const left = new AbortController();
    const body = JSON.stringify(hello);
    const request = fetch(vendor.endpoints.openai, { method: 'POST', body, signal: left.signal }).catch(
      () => 'left',
    );
    await expect.poll(() => vendor.requests.length).toBe(3);
    expect(await vendor.connections()).toBeGreaterThan(0);
    left.abort();
    expect(await request).toBe('left');
  });

  it.each<Behavior>([
    { kind: 'cut', after: 1 },
    { kind: 'reset', behind: 'request' },
    { kind: 'reset', behind: 'headers' },
    { kind: 'no-http' },
    { kind: 'raw', headers: { 'content-length': '100' }, body: 'short', ending: 'close' },
  ])('breaks the connection in every protocol: %j', async (behavior) => {
    for (const endpoint of [vendor.endpoints.openai, vendor.endpoints.modelslab]) {
      vendor.script(behavior);
      const answer = post(endpoint, { ...hello, key: 'k' }).then((response) => response.text());
      await expect(answer).rejects.toBeInstanceOf(TypeError);
    }
  });

  it.each<Behavior>([
    { kind: 'stall', after: 1 },
    { kind: 'comments', between: 5 },
    { kind: 'black-hole' },
    { kind: 'pace', first: 60_000 },
    { kind: 'raw', body: '{', ending: 'hold' },
  ])('falls silent in every protocol until the client leaves: %j', async (behavior) => {
    for (const endpoint of [vendor.endpoints.openai, vendor.endpoints.modelslab]) {
      vendor.reset();
      vendor.script(behavior);
      const left = new AbortController();
      const answer = fetch(endpoint, {
        method: 'POST',
        body: JSON.stringify({ ...hello, key: 'k' }),
        signal: left.signal,
      }).then((response) => response.text());
      await expect.poll(() => vendor.requests.length).toBe(1);
      const over: string[] = [];
      void vendor.requests[0]?.ended.then((how) => over.push(how));
      // Meanwhile, another request receives its response.
      await (await fetch(`${vendor.url}/v1/models`)).text();
      expect(over).toEqual([]);
      left.abort();
      await expect(answer).rejects.toMatchObject({ name: 'AbortError' });
      expect(await vendor.requests[0]?.ended).toBe('left');
    }
  });

  it('streams words, the finish reason, usage if requested, and [DONE]', async () => {
    const request = { ...hello, stream: true, stream_options: { include_usage: true } };
    const response = await post(vendor.endpoints.deepinfra, request);
    expect(response.headers.get('content-type')).toBe('text/event-stream');
    const events = (await response.text()).trim().split('\n\n');
    expect(events).toHaveLength(7);
    expect(events[0]).toContain('"content":"You"');
    expect(events.at(-2)).toContain('"total_tokens":6');
    expect(events.at(-1)).toBe('data: [DONE]');
  });

  it('supports the other protocols: ModelsLab, models, images', async () => {
    const third = await post(vendor.endpoints.modelslab, { ...hello, key: 'k' });
    expect(await third.json()).toEqual({ status: 'success', output: 'You said: Hello there' });
    const refused = await post(vendor.endpoints.modelslab, hello);
    expect(await refused.json()).toMatchObject({ status: 'error' });
    const models = (await (await fetch(`${vendor.url}/v1/models`)).json()) as { data: unknown[] };
    expect(models.data.length).toBeGreaterThan(0);
    const image = (await (await post(`${vendor.url}/v1/images/generations`, { prompt: 'x' })).json()) as {
      data: [{ b64_json: string }];
    };
    expect(Buffer.from(image.data[0].b64_json, 'base64').subarray(1, 4).toString()).toBe('PNG');
    expect((await fetch(`${vendor.url}/else`)).status).toBe(404);
  });
});

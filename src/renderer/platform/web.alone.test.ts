import { afterEach, describe, expect, it, vi } from 'vitest';
import { fakeSession, startFakeService } from '../testing/fake-service.ts';
import { parseConfig } from './parse-config.ts';
import { testConfig } from './test.ts';
import { webPlatform } from './web.ts';

describe('the web platform', () => {
  afterEach(() => vi.restoreAllMocks());

  it('stores UI state in a cookie of 7 days for the whole site [CHAT-022]', () => {
    const written = vi.spyOn(document, 'cookie', 'set');
    webPlatform.uiState.set('sidebar_state', 'a=b; c');
    expect(written).toHaveBeenCalledWith('sidebar_state=a%3Db%3B%20c; path=/; max-age=604800; SameSite=Lax');
    expect(webPlatform.uiState.get('sidebar_state')).toBe('a=b; c');
    expect(webPlatform.uiState.get('sidebar')).toBeNull();
  });

  it('opens only web and email links, without an opener', async () => {
    const open = vi.spyOn(window, 'open').mockReturnValue(null);
    await webPlatform.openExternal('javascript:alert(1)');
    await webPlatform.openExternal('https://example.com/a');
    expect(open.mock.calls).toEqual([['https://example.com/a', '_blank', 'noopener,noreferrer']]);
  });

  it('saves a text file under its name', async () => {
    const blobs: Blob[] = [];
    vi.stubGlobal(
      'URL',
      class extends URL {
        static override createObjectURL = (blob: Blob) => (blobs.push(blob), 'blob:x');
      },
    );
    const clicked = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(
      this: unknown,
    ) {
      expect((this as HTMLAnchorElement).download).toBe('chat-2026-11-21.txt');
    });
    await expect(webPlatform.saveTextFile('chat-2026-11-21.txt', 'user: héllo')).resolves.toBe(
      'chat-2026-11-21.txt',
    );
    expect(clicked).toHaveBeenCalledOnce();
    await expect(blobs[0]!.text()).resolves.toBe('user: héllo');
  });

  it('loads the configuration once, and again only after a failure', async () => {
    const service = startFakeService();
    service.answer('GET /config.json', { status: 503, body: {} });
    await expect(webPlatform.loadConfig()).rejects.toThrow("Clover's service isn't responding.");
    service.setOffline(true);
    await expect(webPlatform.loadConfig()).rejects.toThrow("Clover's service isn't responding.");
    service.setOffline(false);
    service.answer('GET /config.json', { body: { supabaseUrl: 'javascript:alert(1)' } });
    await expect(webPlatform.loadConfig()).rejects.toThrow("Clover's service isn't responding.");
    service.answer('GET /config.json', { body: testConfig });
    await expect(webPlatform.loadConfig()).resolves.toEqual(testConfig);
    await webPlatform.loadConfig();
    expect(service.to('/config.json')).toHaveLength(3);
  });
});

it('rejects an invalid configuration and ignores unknown fields', () => {
  expect(() => parseConfig({ ...testConfig, supabaseUrl: 'javascript:alert(1)' })).toThrow('supabaseUrl');
  expect(() => parseConfig({ ...testConfig, supabaseKey: '' })).toThrow('supabaseKey');
  expect(parseConfig({ supabaseUrl: 'https://x.y', supabaseKey: 'k', extra: 1 })).toEqual({
    supabaseUrl: 'https://x.y',
    supabaseKey: 'k',
    demo: null,
  });
  const demo = { email: 'demo@x.y', password: 'p', name: 'Demo' };
  const known = { ...testConfig, demo, keepsMails: true };
  expect(parseConfig({ ...known, demo: { ...demo, extra: 1 } })).toEqual(known);
  for (const wrong of ['text', { ...demo, name: 1 }])
    expect(() => parseConfig({ ...testConfig, demo: wrong })).toThrow('demo');
  expect(() => parseConfig({ ...testConfig, keepsMails: 'yes' })).toThrow('keepsMails');
  for (const wrong of [null, 'text', []]) expect(() => parseConfig(wrong)).toThrow('supabaseUrl');
});

describe('a reply with an own key on the web [DESK-008]', () => {
  const accessToken = fakeSession().access_token;
  const endpointOrigin = 'https://api.openai.example';
  const key = 'sk-own-key-0123456789';

  /** Requests a reply, and returns the vendor headers of the request to the gateway. */
  async function requestHeadersFor(vendor: string | undefined, origin: string | undefined) {
    const service = startFakeService();
    const reply = { choices: [{ message: { content: 'Hi' }, finish_reason: 'stop' }] };
    service.answer('POST /functions/v1/chat/completions', { body: reply });
    const messages = [{ role: 'user' as const, content: 'Hello' }];
    const request = { messageId: 'm', model: 'gpt-4o-mini', messages, ...(vendor && { vendor }) };
    await webPlatform.completeChat(request, {
      accessToken,
      signal: new AbortController().signal,
      onDelta: () => {},
      ...(origin && { endpointOrigin: origin }),
    });
    const { headers } = service.to('/functions/v1/chat/completions')[0]!;
    return ['x-clover-vendor', 'x-provider-key', 'x-provider-origin'].map((name) => headers.get(name));
  }

  it('sends the key to the gateway with its vendor and origin', async () => {
    await webPlatform.ownKeys.set({ accessToken, vendor: 'openai', endpointOrigin }, key, 'memory');
    expect(await requestHeadersFor('openai', endpointOrigin)).toEqual(['openai', key, endpointOrigin]);
  });

  it('sends the key only in requests to its vendor and origin', async () => {
    await webPlatform.ownKeys.set({ accessToken, vendor: 'openai', endpointOrigin }, key, 'memory');
    expect(await requestHeadersFor('deepinfra', endpointOrigin)).toEqual(['deepinfra', null, null]);
    expect(await requestHeadersFor('openai', 'https://api.moved.example')).toEqual(['openai', null, null]);
    expect(await requestHeadersFor(undefined, undefined)).toEqual([null, null, null]);
  });
});

describe('a stored reply on the web', () => {
  const replyId = '33333333-3333-4333-8333-333333333333';
  const accessToken = fakeSession().access_token;

  it('is resumed at the gateway from a position, without calling the vendor again', async () => {
    const service = startFakeService();
    const path = `/functions/v1/chat/replies/${replyId}`;
    const events = ['{"choices":[{"delta":{"content":"the rest"}}]}', '[DONE]'];
    service.answer(`GET ${path}`, {
      headers: { 'content-type': 'text/event-stream' },
      body: new Response(events.map((data) => `data: ${data}\n\n`).join('')).body,
    });
    const pieces: string[] = [];
    const result = await webPlatform.resumeReply(
      { replyId, from: 7, reasoningFrom: 0 },
      {
        accessToken,
        signal: new AbortController().signal,
        onDelta: ({ text }) => pieces.push(text),
      },
    );
    expect([result.text, pieces.join('')]).toEqual(['the rest', 'the rest']);
    const [call] = service.to(path);
    expect([call?.search, call?.headers.get('authorization')]).toEqual([
      '?from=7&reasoning_from=0',
      `Bearer ${accessToken}`,
    ]);
  });

  it('is stopped at the gateway', async () => {
    const service = startFakeService();
    const path = `/functions/v1/chat/replies/${replyId}/stop`;
    service.answer(`POST ${path}`, { status: 204 });
    await webPlatform.stopReply(replyId, { accessToken });
    expect(service.to(path)).toHaveLength(1);
  });
});

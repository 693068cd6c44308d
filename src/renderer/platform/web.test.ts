import { afterEach, describe, expect, it, vi } from 'vitest';
import { startFakeService } from '../testing/fake-service.ts';
import { parseConfig } from './config-schema.ts';
import { testConfig } from './test.ts';
import { webPlatform } from './web.ts';

describe('the web platform', () => {
  afterEach(() => vi.restoreAllMocks());

  it('keeps small interface state in a cookie of 7 days for the whole site [CHAT-022]', () => {
    const written = vi.spyOn(document, 'cookie', 'set');
    webPlatform.uiState.set('sidebar_state', 'a=b; c');
    expect(written).toHaveBeenCalledWith('sidebar_state=a%3Db%3B%20c; path=/; max-age=604800; SameSite=Lax');
    expect(webPlatform.uiState.get('sidebar_state')).toBe('a=b; c');
    expect(webPlatform.uiState.get('sidebar')).toBeNull();
  });

  it('opens only web and mail addresses, without an opener', async () => {
    const open = vi.spyOn(window, 'open').mockReturnValue(null);
    await webPlatform.openExternal('javascript:alert(1)');
    await webPlatform.openExternal('https://example.com/a');
    expect(open.mock.calls).toEqual([['https://example.com/a', '_blank', 'noopener,noreferrer']]);
  });

  it('saves a text file under its name', async () => {
    const made: Blob[] = [];
    vi.stubGlobal(
      'URL',
      Object.assign(URL, { createObjectURL: (blob: Blob) => (made.push(blob), 'blob:x') }),
    );
    const clicked = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(
      this: unknown,
    ) {
      expect((this as HTMLAnchorElement).download).toBe('chat-2026-11-21.txt');
    });
    await expect(webPlatform.saveTextFile('chat-2026-11-21.txt', 'user: héllo')).resolves.toBe(true);
    expect(clicked).toHaveBeenCalledOnce();
    await expect(made[0]!.text()).resolves.toBe('user: héllo');
  });

  it('asks the service for its configuration, and again only after a failure', async () => {
    const service = startFakeService();
    service.answer('GET /config.json', { status: 503, body: {} });
    await expect(webPlatform.loadConfig()).rejects.toThrow('503');
    service.setOffline(true);
    await expect(webPlatform.loadConfig()).rejects.toThrow('The service did not answer. Please try again.');
    service.setOffline(false);
    service.answer('GET /config.json', { body: { supabaseUrl: 'javascript:alert(1)' } });
    await expect(webPlatform.loadConfig()).rejects.toThrow('The service did not answer. Please try again.');
    service.answer('GET /config.json', { body: testConfig });
    await expect(webPlatform.loadConfig()).resolves.toEqual(testConfig);
    await webPlatform.loadConfig();
    expect(service.to('/config.json')).toHaveLength(3);
  });
});

it('refuses a configuration that would send sessions to another kind of address', () => {
  expect(() => parseConfig({ ...testConfig, supabaseUrl: 'javascript:alert(1)' })).toThrow('supabaseUrl');
  expect(() => parseConfig({ ...testConfig, supabaseKey: '' })).toThrow('supabaseKey');
  expect(parseConfig({ supabaseUrl: 'https://x.y', supabaseKey: 'k', extra: 1 })).toEqual({
    supabaseUrl: 'https://x.y',
    supabaseKey: 'k',
    demo: null,
  });
});

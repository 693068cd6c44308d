import { describe, expect, it, vi } from 'vitest';
import { guardedFetch, OutboundRefused } from './guarded-fetch.ts';

describe('guardedFetch', () => {
  const setUp = (addresses: readonly string[]) => {
    const send = vi.fn<typeof fetch>(async () => new Response('ok'));
    return { send, guarded: guardedFetch({ fetch: send, resolve: async () => addresses }) };
  };

  it('calls a public name over https and never follows a redirect', async () => {
    const { send, guarded } = setUp(['8.8.8.8', '2606:4700::1111']);
    expect(await (await guarded('https://api.example.com/v1', { method: 'POST', body: 'x' })).text()).toBe(
      'ok',
    );
    expect(send.mock.calls.map(([request]) => (request as Request).redirect)).toEqual(['error']);
  });

  it.each([
    'http://api.example.com/',
    'https://127.0.0.1/',
    'https://2130706433/',
    'https://0x7f.1/',
    'https://[::1]/',
    'https://localhost/',
    'https://user:pass@api.example.com/',
    'file:///etc/passwd',
    'data:text/plain,x',
  ])('refuses %s without a call', async (address) => {
    const { send, guarded } = setUp(['8.8.8.8']);
    await expect(guarded(address)).rejects.toBeInstanceOf(Error);
    expect(send).not.toHaveBeenCalled();
  });

  it('refuses a name if any of its IP addresses is private, or if it has none', async () => {
    for (const addresses of [['8.8.8.8', '10.0.0.1'], ['fd00::1'], []]) {
      const { send, guarded } = setUp(addresses);
      await expect(guarded('https://api.example.com/')).rejects.toThrow(OutboundRefused);
      expect(send).not.toHaveBeenCalled();
    }
  });

  it('never reaches a metadata service, even behind a name', async () => {
    const send = vi.fn<typeof fetch>(async () => new Response('ok'));
    const guarded = (address: string, allowPrivate: boolean) =>
      guardedFetch({ fetch: send, resolve: async () => [address], allowPrivate });
    for (const address of ['169.254.169.254', '168.63.129.16']) {
      for (const host of [address, 'metadata.example.com'])
        await expect(guarded(address, true)(`http://${host}/`)).rejects.toThrow(OutboundRefused);
      await expect(guarded(address, false)('https://metadata.example.com/')).rejects.toThrow(OutboundRefused);
    }
    expect(send).not.toHaveBeenCalled();
  });

  it('reaches private servers only if the operator allows it, and never files', async () => {
    const send = vi.fn<typeof fetch>(async () => new Response('ok'));
    const fetchGuarded = guardedFetch({ fetch: send, resolve: async () => [], allowPrivate: true });
    expect(await (await fetchGuarded('http://127.0.0.1:11434/v1/models')).text()).toBe('ok');
    for (const address of ['file:///etc/passwd', 'data:text/plain,x'])
      await expect(fetchGuarded(address)).rejects.toThrow(OutboundRefused);
    expect(send).toHaveBeenCalledTimes(1);
  });
});

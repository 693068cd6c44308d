import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { LoadFailure, loadModule, onLoadFailure, watchStyles } from './load-module.ts';

afterEach(() => document.head.replaceChildren());

describe('a lazily loaded module', () => {
  it('fails with a message for the user, notifies listeners, and can be retried', async () => {
    const listener = vi.fn<() => void>();
    onTestFinished(onLoadFailure(listener));
    const load = vi
      .fn<() => Promise<string>>()
      .mockRejectedValueOnce(new TypeError('Failed to fetch dynamically imported module'))
      .mockResolvedValueOnce('the module');
    const failure = await loadModule(load).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(LoadFailure);
    expect(failure).toHaveProperty('message', expect.stringContaining('Check your connection'));
    expect(listener).toHaveBeenCalledOnce();
    await expect(loadModule(load)).resolves.toBe('the module');
    expect(listener).toHaveBeenCalledOnce();
  });

  it('loads failed styles again, and waits for them', async () => {
    onTestFinished(watchStyles());
    const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href: '/assets/a.css' });
    document.head.append(link);
    link.dispatchEvent(new Event('error'));
    const load = vi.fn<() => Promise<string>>().mockResolvedValue('the module');
    const loading = loadModule(load);
    const [next] = document.head.querySelectorAll('link');
    expect(next).not.toBe(link);
    expect(next?.href).toBe(link.href);
    expect(load).not.toHaveBeenCalled();
    next?.dispatchEvent(new Event('load'));
    await expect(loading).resolves.toBe('the module');
  });

  it('fails if its styles fail to load', async () => {
    onTestFinished(watchStyles());
    const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href: '/assets/b.css' });
    document.head.append(link);
    link.dispatchEvent(new Event('error'));
    const loading = loadModule(async () => 'the module');
    document.head.querySelector('link')?.dispatchEvent(new Event('error'));
    await expect(loading).rejects.toBeInstanceOf(LoadFailure);
    const again = loadModule(async () => 'the module');
    document.head.querySelector('link')?.dispatchEvent(new Event('load'));
    await expect(again).resolves.toBe('the module');
  });
});

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

  it('does not load the styles that a prerendered page contains', async () => {
    document.head.innerHTML = '<link rel="stylesheet" href="/assets/a.css" disabled />';
    const link = document.head.querySelector('link');
    onTestFinished(watchStyles());
    await expect(loadModule(async () => 'the module')).resolves.toBe('the module');
    expect(document.head.querySelector('link')).toBe(link);
  });

  it('fails while its own style fails, which prevents no other module', async () => {
    onTestFinished(watchStyles());
    const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href: '/assets/b.css' });
    document.head.append(link);
    const answerRequest = (type: 'load' | 'error') =>
      document.head.querySelector('link')?.dispatchEvent(new Event(type));
    let isFirst = true;
    // Like the bundler, reports a missing style only once.
    const load = async () => {
      if (!isFirst) return 'the module';
      isFirst = false;
      throw new Error('Unable to preload CSS for /assets/b.css');
    };
    answerRequest('error');
    const first = loadModule(load);
    answerRequest('error');
    await expect(first).rejects.toBeInstanceOf(LoadFailure);
    const other = loadModule(async () => 'another module');
    answerRequest('error');
    await expect(other).resolves.toBe('another module');
    const second = loadModule(load);
    answerRequest('error');
    await expect(second).rejects.toBeInstanceOf(LoadFailure);
    const third = loadModule(load);
    answerRequest('load');
    await expect(third).resolves.toBe('the module');
  });
});

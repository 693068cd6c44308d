import { expect, it } from 'vitest';
import { replaceVersion, sharedCacheName, versionCacheName } from './versions.ts';

/** Creates a Cache Storage in memory with the functions that `replaceVersion` uses. */
function fakeCaches(...names: readonly string[]) {
  const caches = new Map(names.map((name) => [name, new Map<string, string>()]));
  const open = async (name: string) => {
    const entries = caches.get(name) ?? new Map<string, string>();
    caches.set(name, entries);
    return {
      match: async (key: string) => (entries.has(key) ? new Response(entries.get(key)) : undefined),
      put: async (key: string, response: Response) => void entries.set(key, await response.text()),
    };
  };
  const storage = {
    open,
    keys: async () => [...caches.keys()],
    delete: async (name: string) => caches.delete(name),
  };
  return { caches: storage as unknown as CacheStorage, names: () => [...caches.keys()].toSorted() };
}

const [one, two, three, four] = ['1', '2', '3', '4'].map(versionCacheName) as [
  string,
  string,
  string,
  string,
];

it('keeps the files of the previous version, because other tabs may still use it', async () => {
  const { caches, names } = fakeCaches(one);
  await replaceVersion(caches, one);
  const next = await caches.open(two);
  await next.put('/chat', new Response('new'));
  await replaceVersion(caches, two);
  expect(names()).toEqual([one, two, sharedCacheName]);
  await caches.open(three);
  await replaceVersion(caches, three);
  expect(names()).toEqual([two, three, sharedCacheName]);
});

it('keeps the version that was in use, not a later one that was only downloaded', async () => {
  const { caches, names } = fakeCaches(one);
  await replaceVersion(caches, one);
  await caches.open(two);
  await caches.open(three);
  await replaceVersion(caches, three);
  expect(names()).toEqual([one, three, sharedCacheName]);
});

it('deletes nothing when the same version starts again', async () => {
  const { caches, names } = fakeCaches(one);
  await replaceVersion(caches, one);
  await caches.open(two);
  await replaceVersion(caches, two);
  await caches.open(four);
  await replaceVersion(caches, two);
  expect(names()).toEqual([one, two, four, sharedCacheName]);
});

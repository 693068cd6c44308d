/**
 * Returns the name of a version's cache. Each version has a separate cache, so that no page gets another version's
 * files.
 */
export const versionCacheName = (version: string): string => `clover-app-${version}`;

/** All versions share this cache. It contains the last configuration and the name of the version in use. */
export const sharedCacheName = 'clover-shared';

const currentVersion = '/current-version';

/**
 * Deletes the files of earlier versions except the previous one: the user may have accepted the new version in one
 * tab, and other tabs may still use the previous one.
 */
export async function replaceVersion(caches: CacheStorage, current: string): Promise<void> {
  const shared = await caches.open(sharedCacheName);
  const before = await shared.match(currentVersion).then((found) => found?.text());
  if (before === current) return;
  const needed = new Set([sharedCacheName, current, before]);
  for (const name of await caches.keys()) if (!needed.has(name)) await caches.delete(name);
  await shared.put(currentVersion, new Response(current));
}

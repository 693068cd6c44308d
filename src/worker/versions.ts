/** The version's files. Each version has a cache, so that no page gets the files of another one. */
export const versionCache = (version: string): string => `clover-app-${version}`;

/** Shared by all versions: the last configuration, and the name of the version in use. */
export const sharedCache = 'clover-shared';

const currentVersion = '/current-version';

/**
 * Deletes the files of earlier versions, except those of the previous version, because the user accepted the new
 * version in one tab and others may still run the old one.
 */
export async function replaceVersion(caches: CacheStorage, current: string): Promise<void> {
  const shared = await caches.open(sharedCache);
  const before = await shared.match(currentVersion).then((found) => found?.text());
  if (before === current) return;
  const needed = new Set([sharedCache, current, before]);
  for (const name of await caches.keys()) if (!needed.has(name)) await caches.delete(name);
  await shared.put(currentVersion, new Response(current));
}

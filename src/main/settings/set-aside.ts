import { readFileSync, renameSync } from 'node:fs';

/**
 * Moves what cannot be read as the file that it should be out of the way, so that the app starts and nothing is lost:
 * `settings.json` becomes `settings.json.unreadable-<time>`. Never overwrites it: the user or we may still repair it. A
 * directory in its place, or a file of somebody else, is moved as well.
 *
 * @param isReadable judges the parsed JSON
 * @returns the new path, or null when the file is fine or not there
 * @throws Error of the file system when it can be neither read nor moved; then it must not be written over either
 */
export function setAsideUnreadable(
  path: string,
  isReadable: (value: unknown) => boolean,
  now: () => Date = () => new Date(),
): string | null {
  try {
    if (isReadable(JSON.parse(readFileSync(path, 'utf8')))) return null;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
  }
  const aside = `${path}.unreadable-${now().toISOString().replaceAll(':', '-')}`;
  renameSync(path, aside);
  return aside;
}

import { readFileSync, renameSync } from 'node:fs';

/**
 * Renames an unreadable file to `<name>.unreadable-<time>`, so that the app starts and the file can still be repaired.
 * Damaged files, folders and other programs' files are treated alike.
 * @param isReadable checks the parsed JSON
 * @returns the new path, or null if the file is readable or missing
 * @throws Error of the file system if the file can be neither read nor renamed; it must not be overwritten then
 */
export function moveAsideUnreadable(
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

import { readFileSync, renameSync } from 'node:fs';

/**
 * Moves a file that cannot be read as what it should be out of the way, so that the app starts and nothing is lost:
 * `settings.json` becomes `settings.json.unreadable-<time>`. Never overwrites it: the user or we may still repair it.
 *
 * @param isReadable judges the parsed JSON
 * @returns the new path, or null when the file is fine or not there
 */
export function setAsideUnreadable(
  path: string,
  isReadable: (value: unknown) => boolean,
  now: () => Date = () => new Date(),
): string | null {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    // No right to read, a directory in its place: renaming a stranger's thing would not help, so it is told as it is.
    throw error;
  }
  if (isReadableText(text, isReadable)) return null;
  const aside = `${path}.unreadable-${now().toISOString().replaceAll(':', '-')}`;
  renameSync(path, aside);
  return aside;
}

function isReadableText(text: string, isReadable: (value: unknown) => boolean): boolean {
  try {
    return isReadable(JSON.parse(text));
  } catch {
    return false;
  }
}

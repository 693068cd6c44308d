import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Finds the files in a folder that contain one of the texts. Skips files that are deleted meanwhile. */
export async function findFilesWith(
  folder: string,
  ...texts: readonly (string | Buffer)[]
): Promise<string[]> {
  const found: string[] = [];
  for (const entry of await readdir(folder, { withFileTypes: true, recursive: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const content = await readFile(path).catch(() => Buffer.alloc(0));
    if (texts.some((text) => content.includes(text))) found.push(path);
  }
  return found;
}

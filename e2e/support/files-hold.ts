import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The files below a folder that hold a text somewhere; what goes away meanwhile holds none. */
export async function filesHold(folder: string, text: string): Promise<string[]> {
  const found: string[] = [];
  for (const entry of await readdir(folder, { withFileTypes: true, recursive: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    if ((await readFile(path).catch(() => Buffer.alloc(0))).includes(text)) found.push(path);
  }
  return found;
}

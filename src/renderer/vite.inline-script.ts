import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { minify } from 'vite';

/** An inline script. A separate file would need another request. */
export interface InlineScript {
  readonly code: string;
  /** The script's hash for the Content Security Policy. */
  readonly hash: string;
}

export async function readInlineScript(file: string): Promise<InlineScript> {
  const code = (await minify(basename(file), await readFile(file, 'utf8'))).code.trim();
  if (/<\/script|<!--/i.test(code)) throw new Error(`${file} can't be part of a page.`);
  return { code, hash: `sha256-${createHash('sha256').update(code).digest('base64')}` };
}

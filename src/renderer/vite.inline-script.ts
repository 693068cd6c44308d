import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { minify } from 'vite';

/** An inline script. A file would delay it by one request. */
export interface InlineScript {
  readonly code: string;
  /** For the Content Security Policy. */
  readonly hash: string;
}

export async function readInlineScript(file: string): Promise<InlineScript> {
  const code = (await minify(basename(file), await readFile(file, 'utf8'))).code.trim();
  if (/<\/script|<!--/i.test(code)) throw new Error(`${file} can't be part of a page.`);
  return { code, hash: `sha256-${createHash('sha256').update(code).digest('base64')}` };
}

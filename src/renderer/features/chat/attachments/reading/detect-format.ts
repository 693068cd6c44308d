import { extensionOf } from './file-name.ts';
import type { FormatName } from './formats/formats.ts';
import { Refusal } from './refusal.ts';

const headBytes = 4_096;

/** The bytes that begin a file of a binary format. */
const signatures: readonly (readonly [FormatName, RegExp])[] = [
  ['jpeg', /^\xff\xd8\xff/],
  // oxlint-disable-next-line no-control-regex
  ['png', /^\x89PNG\r\n\x1a\n/],
  ['gif', /^GIF8[79]a/],
  ['webp', /^RIFF[^]{4}WEBP/],
  ['avif', /^[^]{4}ftypavi[fs]/],
  ['heic', /^[^]{4}ftyp(?:hei[cxms]|hev[cx]|mif1|msf1)/],
];

/** Only these extensions count: the bytes of a text don't say what kind it is. */
const textFormats: Readonly<Record<string, FormatName>> = {
  csv: 'csv',
  tsv: 'csv',
  tab: 'csv',
  htm: 'html',
  html: 'html',
  xhtml: 'html',
  md: 'markdown',
  markdown: 'markdown',
};

/**
 * The format of a file, by its bytes: extensions and types that other programs state can be wrong. Everything that is not
 * known to be binary may be text; its reader refuses it if it isn't.
 */
export async function detectFormat(file: Blob, name: string): Promise<FormatName> {
  const head = new TextDecoder('latin1').decode(await file.slice(0, headBytes).arrayBuffer());
  if (head === '') throw new Refusal('empty');
  const binary = signatures.find(([, signature]) => signature.test(head));
  if (binary) return binary[0];
  if (/^(?:\xef\xbb\xbf)?\s*<(?:!doctype html|html)[\s>]/i.test(head)) return 'html';
  return textFormats[extensionOf(name)] ?? 'text';
}

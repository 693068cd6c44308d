import { byteText } from '../parts/byte-text.ts';
import { writeHtml } from '../parts/html-text.ts';
import { TextOutput } from '../parts/text-output.ts';
import type { FormatReader } from '../reading.ts';
import { decodeFile } from './text.ts';

/** How far a page may state its encoding (HTML standard: 1,024 bytes). */
const headBytes = 1_024;

/** A saved page: its text only. */
export const readHtml: FormatReader = async (file) => {
  const head = byteText(new Uint8Array(await file.slice(0, headBytes).arrayBuffer()));
  const stated = /<meta[^>]+charset\s*=\s*["']?([\w-]+)/i.exec(head)?.[1];
  const output = new TextOutput();
  writeHtml(await decodeFile(file, output, stated), output);
  return output.toReading();
};

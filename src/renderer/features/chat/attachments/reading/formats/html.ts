import { toBinaryString } from '../parts/binary-string.ts';
import { writeHtml } from '../parts/html-text.ts';
import { TextOutput } from '../parts/text-output.ts';
import type { FormatReader } from '../reading.ts';
import { decodeFile } from './text.ts';

/** According to the HTML standard, the encoding is declared within this many bytes. */
const headBytes = 1_024;

export const readHtml: FormatReader = async (file) => {
  const head = toBinaryString(new Uint8Array(await file.slice(0, headBytes).arrayBuffer()));
  const stated = /<meta[^>]+charset\s*=\s*["']?([\w-]+)/i.exec(head)?.[1];
  const output = new TextOutput();
  writeHtml(await decodeFile(file, output, stated), output);
  return output.toReading();
};

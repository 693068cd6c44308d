import { decodeText } from '../parts/decode-text.ts';
import { TextOutput } from '../parts/text-output.ts';
import { Refusal } from '../refusal.ts';
import type { FormatReader } from '../reading.ts';

export const readText: FormatReader = async (file) => {
  const output = new TextOutput();
  output.add(await decodeFile(file, output));
  return output.toReading();
};

/** @throws Refusal if the file is not text */
export async function decodeFile(file: Blob, output: TextOutput, stated?: string): Promise<string> {
  const decoded = await decodeText(new Uint8Array(await file.arrayBuffer()), stated);
  if (!decoded) throw new Refusal('unknown');
  if (decoded.guess !== null) output.notes.push({ code: 'encoding', encoding: decoded.guess });
  return decoded.text;
}

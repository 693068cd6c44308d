import { Table } from '../parts/table.ts';
import { TextOutput } from '../parts/text-output.ts';
import type { FormatReader } from '../reading.ts';
import { decodeFile } from './text.ts';

/** Writes values separated by commas, semicolons, tabs or pipes as a Markdown table. */
export const readCsv: FormatReader = async (file) => {
  const output = new TextOutput();
  const text = await decodeFile(file, output);
  const table = new Table();
  for (const row of rowsOf(text, separatorOf(text))) table.add(row);
  table.writeTo(output);
  return output.toReading();
};

/** Returns the separator that occurs most often in the first line, ignoring quoted text. */
function separatorOf(text: string): string {
  const line = /^[^\r\n]*/.exec(text.replace(/"(?:[^"]|"")*"/g, ''))?.[0] ?? '';
  const counts = [',', ';', '\t', '|'].map((separator) => ({
    separator,
    count: line.split(separator).length,
  }));
  return counts.reduce((best, each) => (each.count > best.count ? each : best)).separator;
}

/** Parses separated values according to RFC 4180. An unclosed quote is treated as an ordinary character. */
function* rowsOf(text: string, separator: string): Generator<string[]> {
  const field = new RegExp(`"((?:[^"]|"")*)"(?=[${separator}\\r\\n]|$)|([^${separator}\\r\\n]*)`, 'y');
  let row: string[] = [];
  for (let at = 0; at <= text.length;) {
    field.lastIndex = at;
    const match = field.exec(text);
    row.push(match?.[1]?.replaceAll('""', '"') ?? match?.[2] ?? '');
    at = field.lastIndex;
    if (text[at] === separator) {
      at += 1;
      continue;
    }
    yield row;
    row = [];
    if (at === text.length) return;
    at += text.startsWith('\r\n', at) ? 2 : 1;
  }
}

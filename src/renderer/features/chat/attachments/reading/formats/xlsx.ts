import { readingLimits } from '../limits.ts';
import { type CellFormat, cellFormatOf, formatCell } from '../parts/cell-format.ts';
import {
  hasMacros,
  mainPart,
  openPackage,
  type Package,
  readRelations,
  requirePart,
} from '../parts/package.ts';
import { Table } from '../parts/table.ts';
import { TextOutput } from '../parts/text-output.ts';
import { type Attributes, readXml } from '../parts/xml.ts';
import type { FormatReader } from '../reading.ts';

interface Workbook {
  readonly strings: readonly string[];
  /** Number formats by cell style index. */
  readonly formats: readonly CellFormat[];
  readonly is1904: boolean;
}

/** Writes each sheet as a Markdown table. Formulas are replaced by their last calculated value. */
export const readXlsx: FormatReader = async (file, onProgress) => {
  const parts = await openPackage(file);
  const main = await mainPart(parts);
  const relations = await readRelations(parts, main);
  const partOf = async (kind: string) => {
    const target = relations.find(({ type }) => type === kind)?.target;
    return target === undefined ? null : parts.read(target);
  };
  const { sheets, is1904 } = await readSheetList(parts, main);
  const strings = await readStrings(await partOf('sharedStrings'));
  const formats = await readFormats(await partOf('styles'));
  const output = new TextOutput();
  const read = sheets.slice(0, readingLimits.pages);
  for (const [index, sheet] of read.entries()) {
    const target = relations.find(({ id }) => id === sheet.id)?.target ?? '';
    const part = await parts.read(target);
    const rows = new SheetRows({ strings, formats, is1904 });
    if (part) await readXml(part, rows);
    output.begin(index + 1, sheet.name);
    output.add(`\n## ${sheet.isHidden ? 'Hidden sheet' : 'Sheet'}: ${sheet.name}\n`);
    rows.table.writeTo(output);
    for (const relation of await readRelations(parts, target))
      if (relation.type === 'comments') await writeComments(await parts.read(relation.target), output);
    onProgress(index + 1, read.length);
  }
  if (read.length < sheets.length)
    output.notes.push({ code: 'pages', read: read.length, total: sheets.length });
  if (hasMacros(parts)) output.notes.push({ code: 'macros' });
  return output.toReading(sheets.length);
};

async function readSheetList(parts: Package, main: string) {
  const sheets: { name: string; id: string; isHidden: boolean }[] = [];
  let is1904 = false;
  await readXml(await requirePart(parts, main), {
    open: (name, attributes) => {
      if (name === 'workbookPr') is1904 = /^(?:1|true)$/.test(attributes['date1904'] ?? '');
      if (name !== 'sheet') return;
      const { name: title = '', state = 'visible', 'r:id': id = '' } = attributes;
      sheets.push({ name: title, id, isHidden: state !== 'visible' });
    },
  });
  return { sheets, is1904 };
}

async function readStrings(part: Blob | null): Promise<string[]> {
  const strings: string[] = [];
  if (part) await readXml(part, new RichTextReader('si', (text) => strings.push(text)));
  return strings;
}

async function readFormats(part: Blob | null): Promise<CellFormat[]> {
  const codes = new Map<number, string>();
  const formats: CellFormat[] = [];
  let isCellStyle = false;
  if (part)
    await readXml(part, {
      open: (name, { numFmtId = '0', formatCode }) => {
        if (name === 'numFmt' && formatCode !== undefined) codes.set(Number(numFmtId), formatCode);
        if (name === 'cellXfs') isCellStyle = true;
        if (name === 'xf' && isCellStyle)
          formats.push(cellFormatOf(Number(numFmtId), codes.get(Number(numFmtId))));
      },
      close: (name) => {
        if (name === 'cellXfs') isCellStyle = false;
      },
    });
  return formats;
}

async function writeComments(part: Blob | null, output: TextOutput): Promise<void> {
  if (!part) return;
  let cell = '';
  const text = new RichTextReader('comment', (comment) => output.add(`Comment on ${cell}: ${comment}\n`));
  await readXml(part, {
    open: (name, attributes) => {
      if (name === 'comment') cell = attributes['ref'] ?? '';
      text.open(name);
    },
    text: text.text,
    close: text.close,
  });
}

/** Joins text runs of different styles. Skips `rPh` runs, which contain the pronunciation of Japanese text. */
class RichTextReader {
  readonly #element: string;
  readonly #onText: (text: string) => void;
  #text = '';
  #isText = false;
  #isPhonetic = false;

  constructor(element: string, onText: (text: string) => void) {
    this.#element = element;
    this.#onText = onText;
  }

  readonly open = (name: string): void => {
    if (name === this.#element) this.#text = '';
    if (name === 'rPh') this.#isPhonetic = true;
    if (name === 't') this.#isText = true;
  };

  readonly text = (text: string): void => {
    if (this.#isText && !this.#isPhonetic) this.#text += text;
  };

  readonly close = (name: string): void => {
    if (name === 'rPh') this.#isPhonetic = false;
    if (name === 't') this.#isText = false;
    if (name === this.#element) this.#onText(this.#text);
  };
}

/** Excel's limit. Cells beyond it are ignored. */
const maxColumns = 16_384;

class SheetRows {
  readonly table = new Table();
  readonly #book: Workbook;
  #row = new Map<number, string>();
  #column = 0;
  #type = 'n';
  #style = 0;
  #value = '';
  #formula = '';
  /** The name of the element whose text is being read. */
  #reads: 'value' | 'formula' | null = null;

  constructor(book: Workbook) {
    this.#book = book;
  }

  readonly open = (name: string, attributes: Attributes): void => {
    if (name === 'row') {
      this.#row = new Map();
      this.#column = -1;
    } else if (name === 'c') {
      // A cell without a reference follows the previous one.
      this.#column = columnOf(attributes['r']) ?? this.#column + 1;
      this.#type = attributes['t'] ?? 'n';
      this.#style = Number(attributes['s'] ?? 0);
      [this.#value, this.#formula] = ['', ''];
    } else if (name === 'v' || name === 't') this.#reads = 'value';
    else if (name === 'f') this.#reads = 'formula';
  };

  readonly text = (text: string): void => {
    if (this.#reads === 'value') this.#value += text;
    else if (this.#reads === 'formula') this.#formula += text;
  };

  readonly close = (name: string): void => {
    if (name === 'v' || name === 't' || name === 'f') this.#reads = null;
    else if (name === 'c') this.#endCell();
    else if (name === 'row') this.table.add(this.#row);
  };

  #endCell(): void {
    if (this.#column >= maxColumns) return;
    const shown = this.#value === '' && this.#formula !== '' ? `=${this.#formula}` : this.#show();
    this.#row.set(this.#column, shown);
  }

  #show(): string {
    const { strings, formats, is1904 } = this.#book;
    if (this.#type === 's') return strings[Number(this.#value)] ?? '';
    if (this.#type === 'b') return this.#value === '1' ? 'TRUE' : 'FALSE';
    if (this.#type !== 'n') return this.#value;
    return formatCell(this.#value, formats[this.#style] ?? 'number', is1904);
  }
}

/** Returns the 0-based column of a cell reference: 27 for `AB12`. */
function columnOf(reference: string | undefined): number | null {
  const letters = /^[A-Z]{1,3}/.exec(reference ?? '')?.[0];
  if (letters === undefined) return null;
  return Array.from(letters).reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}

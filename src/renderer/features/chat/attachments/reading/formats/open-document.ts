import { openPackage, requirePart } from '../parts/package.ts';
import { Table } from '../parts/table.ts';
import { TextOutput } from '../parts/text-output.ts';
import { type Attributes, readXml } from '../parts/xml.ts';
import { Refusal } from '../refusal.ts';
import type { FormatReader } from '../reading.ts';

/** Reads OpenDocument text documents, spreadsheets and presentations, which use the same elements. */
export const readOpenDocument: FormatReader = async (file) => {
  const parts = await openPackage(file);
  const manifest = await parts.read('META-INF/manifest.xml');
  if (manifest)
    await readXml(manifest, {
      open: (name) => {
        if (name === 'encryption-data') throw new Refusal('encrypted');
      },
    });
  const output = new TextOutput();
  const text = new OpenDocumentText(output);
  await readXml(await requirePart(parts, 'content.xml'), text);
  if (parts.entries.some(({ name }) => name.startsWith('Basic/') && !/\/script-l[bc]\.xml$/.test(name)))
    output.notes.push({ code: 'macros' });
  return output.toReading(text.pages || null);
};

/** Elements that readers don't see: deleted text, settings, forms and scripts. */
const ignoredElements = new Set([
  'tracked-changes',
  'settings',
  'forms',
  'sequence-decls',
  'variable-decls',
  'scripts',
]);
/**
 * The maximum number of repetitions of a cell or row with content. Higher numbers come from attacks, or from
 * columns that were filled down to the last row.
 */
const maxRepeats = 1_000;

class OpenDocumentText {
  readonly #output: TextOutput;
  pages = 0;
  #ignored = 0;
  #isSpreadsheet = false;
  #inParagraph = 0;
  #paragraph = '';
  #prefix = '';
  #lists = 0;
  #tables = 0;
  #table = new Table();
  #row: string[] = [];
  #rowRepeats = 1;
  #cell = '';
  #cellRepeats = 1;
  #value = '';

  constructor(output: TextOutput) {
    this.#output = output;
  }

  readonly open = (name: string, attributes: Attributes): void => {
    if (ignoredElements.has(name)) this.#ignored += 1;
    if (this.#ignored > 0) return;
    if (name === 'p' || name === 'h') this.#openParagraph(name, attributes);
    else if (name === 's') this.#paragraph += ' '.repeat(Math.min(100, Number(attributes['c'] ?? 1) || 1));
    else if (name === 'tab') this.#paragraph += '\t';
    else if (name === 'line-break') this.#paragraph += '\n';
    else if (name === 'note-citation') this.#paragraph += ' [';
    else if (name === 'list') this.#lists += 1;
    else if (name === 'list-item') this.#prefix = `${'  '.repeat(Math.min(8, this.#lists - 1))}- `;
    else if (name === 'spreadsheet') this.#isSpreadsheet = true;
    else if (name === 'page') this.#openPage(`Slide ${this.pages + 1}`);
    else if (name === 'notes') this.#prefix = 'Notes: ';
    else if (name === 'table') this.#openTable(attributes);
    else if (this.#tables === 1) this.#openInTable(name, attributes);
  };

  readonly text = (text: string): void => {
    if (this.#inParagraph > 0 && this.#ignored === 0) this.#paragraph += text.replace(/\s+/g, ' ');
  };

  readonly close = (name: string): void => {
    if (ignoredElements.has(name)) this.#ignored -= 1;
    if (this.#ignored > 0) return;
    if (name === 'p' || name === 'h') this.#endParagraph();
    else if (name === 'note-citation') this.#paragraph += ': ';
    else if (name === 'note-body') this.#paragraph += '] ';
    else if (name === 'list') this.#lists -= 1;
    else if (/^(?:covered-)?table-cell$/.test(name) && this.#tables === 1) this.#endCell();
    else if (name === 'table-row' && this.#tables === 1)
      for (let count = 0; count < this.#rowRepeats; count += 1) this.#table.add(this.#row);
    else if (name === 'table') this.#endTable();
  };

  /** Paragraphs of notes and comments are nested in other paragraphs. */
  #openParagraph(name: string, attributes: Attributes): void {
    this.#inParagraph += 1;
    const level = Math.min(6, Number(attributes['outline-level'] ?? 1) || 1);
    if (name === 'h' && this.#tables === 0) this.#prefix = `\n${'#'.repeat(level)} `;
  }

  #endParagraph(): void {
    this.#inParagraph -= 1;
    if (this.#inParagraph > 0) {
      this.#paragraph += ' ';
      return;
    }
    if (this.#tables > 0) this.#cell += `${this.#paragraph} `;
    else if (this.#paragraph.trim() !== '') {
      this.#output.add(`${this.#prefix}${this.#paragraph}\n${this.#prefix === '' ? '\n' : ''}`);
      this.#prefix = '';
    }
    this.#paragraph = '';
  }

  #openPage(title: string): void {
    this.pages += 1;
    this.#output.add(`\n## ${title}\n\n`);
  }

  #openTable({ name }: Attributes): void {
    this.#tables += 1;
    // Table names are visible only in spreadsheets.
    if (this.#tables === 1 && this.#isSpreadsheet) this.#openPage(`Sheet: ${name ?? ''}`);
  }

  #openInTable(name: string, attributes: Attributes): void {
    if (name === 'table-row') {
      this.#row = [];
      this.#rowRepeats = repeatCount(attributes['number-rows-repeated']);
    } else if (name === 'table-cell' || name === 'covered-table-cell') {
      this.#cell = '';
      this.#cellRepeats = repeatCount(attributes['number-columns-repeated']);
      this.#value = attributes['date-value'] ?? '';
    }
  }

  #endCell(): void {
    const text = this.#cell.trim() === '' ? this.#value : this.#cell;
    for (let count = 0; count < this.#cellRepeats; count += 1) this.#row.push(text);
  }

  #endTable(): void {
    this.#tables -= 1;
    if (this.#tables > 0) return;
    this.#table.writeTo(this.#output);
    this.#table = new Table();
  }
}

const repeatCount = (count = '1'): number => Math.min(maxRepeats, Math.max(1, Number(count) || 1));

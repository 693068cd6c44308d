import { Parser } from 'htmlparser2';
import { readingLimits } from '../limits.ts';
import { Refusal } from '../refusal.ts';
import { Table } from './table.ts';
import type { TextOutput } from './text-output.ts';

const skippedElements = new Set([
  'script',
  'style',
  'template',
  'noscript',
  'iframe',
  'object',
  'svg',
  'head',
]);
const blockElements = new Set(
  'address article aside blockquote body center dd details dialog div dl dt fieldset figcaption figure footer form header hr legend main nav ol p section summary table ul'.split(
    ' ',
  ),
);

/** Extracts the visible content of a page: text, headings, lists and tables. Nothing is loaded or run. */
export function writeHtml(html: string, output: TextOutput): void {
  const writer = new HtmlWriter(output);
  let depth = 0;
  const parser = new Parser({
    onopentag: (name, attributes) => {
      depth += 1;
      if (depth > readingLimits.htmlDepth) throw new Refusal('damaged');
      writer.open(name, attributes);
    },
    ontext: (text) => writer.text(text),
    onclosetag: (name) => {
      depth -= 1;
      writer.close(name);
    },
  });
  parser.write(html);
  parser.end();
  writer.end();
}

class HtmlWriter {
  readonly #output: TextOutput;
  #skipping = 0;
  #isInTitle = false;
  #preformatted = 0;
  #lists: { count: number | null }[] = [];
  /** The outermost table. The text of nested tables, often used for layout, is added to its cells. */
  #table: { depth: number; table: Table; row: string[]; cell: string | null } | null = null;
  #line = '';

  constructor(output: TextOutput) {
    this.#output = output;
  }

  open(name: string, attributes: Record<string, string>): void {
    if (name === 'title' && this.#skipping <= 1) this.#isInTitle = true;
    if (skippedElements.has(name)) this.#skipping += 1;
    if (this.#skipping > 0) return;
    if (name === 'table') this.#openTable();
    else if (name === 'tr') this.#endRow();
    else if (name === 'td' || name === 'th') this.#startCell();
    else if (name === 'br') this.#write('\n');
    else if (name === 'pre') this.#preformatted += 1;
    else if (name === 'img' && attributes['alt']) this.#write(` ${attributes['alt']} `);
    else if (name === 'ol' || name === 'ul') this.#lists.push({ count: name === 'ol' ? 0 : null });
    if (/^h[1-6]$/.test(name)) {
      this.#break(2);
      this.#write(`${'#'.repeat(Number(name[1]))} `);
    } else if (name === 'li') this.#startItem();
    else if (blockElements.has(name)) this.#break(name === 'p' || name === 'table' ? 2 : 1);
  }

  close(name: string): void {
    if (name === 'title') {
      if (this.#isInTitle) this.#break(2);
      this.#isInTitle = false;
    }
    if (skippedElements.has(name)) {
      this.#skipping = Math.max(0, this.#skipping - 1);
      return;
    }
    if (this.#skipping > 0) return;
    if (name === 'table') this.#closeTable();
    else if (name === 'td' || name === 'th') this.#endCell();
    else if (name === 'pre') this.#preformatted = Math.max(0, this.#preformatted - 1);
    else if (name === 'ol' || name === 'ul') this.#lists.pop();
    if (/^h[1-6]$/.test(name) || name === 'p') this.#break(2);
    else if (name === 'li' || blockElements.has(name)) this.#break(1);
  }

  text(text: string): void {
    if (this.#skipping > 0 && !this.#isInTitle) return;
    if (this.#preformatted > 0) return this.#write(text);
    const collapsed = text.replace(/[ \t\r\n\f]+/g, ' ');
    this.#write(this.#isAtStart ? collapsed.trimStart() : collapsed);
  }

  end(): void {
    while (this.#table) this.#closeTable();
    this.#flush();
  }

  get #isAtStart(): boolean {
    const written = this.#table ? (this.#table.cell ?? '') : this.#line;
    return written === '' || /\s$/.test(written);
  }

  #write(text: string): void {
    if (this.#table) {
      // Text between cells is left out: browsers don't show it inside the table.
      if (this.#table.cell !== null) this.#table.cell += text;
      return;
    }
    this.#line += text;
    if (this.#line.length > 4_096) this.#flush();
  }

  /** Ends the line. Adds an empty line after it if `lines` is 2. */
  #break(lines: 1 | 2): void {
    if (this.#table) return this.#write(' ');
    const last = /\n*$/.exec(this.#line)?.[0].length ?? 0;
    if (this.#line !== '') this.#line += '\n'.repeat(Math.max(0, lines - last));
    this.#flush();
  }

  #flush(): void {
    this.#output.add(this.#line);
    this.#line = '';
  }

  #startItem(): void {
    this.#break(1);
    const list = this.#lists.at(-1);
    const indent = '  '.repeat(Math.min(8, Math.max(0, this.#lists.length - 1)));
    if (list && list.count !== null) list.count += 1;
    this.#write(`${indent}${list?.count ? `${list.count}.` : '-'} `);
  }

  #openTable(): void {
    if (this.#table) this.#table.depth += 1;
    else {
      this.#break(1);
      this.#table = { depth: 1, table: new Table(), row: [], cell: null };
    }
  }

  #closeTable(): void {
    if (!this.#table || --this.#table.depth > 0) return;
    this.#table.depth = 1;
    this.#endRow();
    const { table } = this.#table;
    this.#table = null;
    table.writeTo(this.#output);
  }

  #startCell(): void {
    if (this.#table?.depth !== 1) return;
    this.#endCell();
    this.#table.cell = '';
  }

  #endCell(): void {
    if (this.#table?.depth !== 1 || this.#table.cell === null) return;
    this.#table.row.push(this.#table.cell);
    this.#table.cell = null;
  }

  #endRow(): void {
    if (this.#table?.depth !== 1) return;
    this.#endCell();
    this.#table.table.add(this.#table.row);
    this.#table.row = [];
  }
}

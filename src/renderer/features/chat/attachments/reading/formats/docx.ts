import { hasMacros, mainPart, openPackage, readRelations, requirePart } from '../parts/package.ts';
import { Table } from '../parts/table.ts';
import { TextOutput } from '../parts/text-output.ts';
import { type Attributes, readXml } from '../parts/xml.ts';
import type { FormatReader } from '../reading.ts';

/** The headings of parts other than the main document, in output order. */
const partHeadings: Readonly<Record<string, string>> = {
  footnotes: 'Footnotes',
  endnotes: 'Endnotes',
  comments: 'Comments',
  header: 'Header',
  footer: 'Footer',
};

/**
 * Reads the paragraphs, headings, lists, tables, notes, comments and headers of a Word document. Text that
 * tracked changes have deleted is left out.
 */
export const readDocx: FormatReader = async (file) => {
  const parts = await openPackage(file);
  const main = await mainPart(parts);
  const relations = await readRelations(parts, main);
  const styles = relations.find(({ type }) => type === 'styles');
  const stylePart = styles && (await parts.read(styles.target));
  const headings = stylePart ? await readHeadingStyles(stylePart) : new Map<string, number>();
  const output = new TextOutput();
  await readXml(await requirePart(parts, main), new WordText(output, headings));
  for (const [kind, title] of Object.entries(partHeadings))
    for (const { target } of relations.filter(({ type }) => type === kind)) {
      const part = await parts.read(target);
      const text = new TextOutput();
      if (part) await readXml(part, new WordText(text, headings));
      if (text.text !== '') output.add(`\n## ${title}\n\n${text.text}\n`);
    }
  if (hasMacros(parts)) output.notes.push({ code: 'macros' });
  return output.toReading();
};

/** Returns the heading level of each style. Word translates the ids of styles, but not their names. */
async function readHeadingStyles(part: Blob): Promise<Map<string, number>> {
  const levels = new Map<string, number>();
  let id = '';
  await readXml(part, {
    open: (name, attributes) => {
      if (name === 'style') id = attributes['styleId'] ?? '';
      if (name !== 'name') return;
      const level = /^heading ([1-6])$/i.exec(attributes['val'] ?? '')?.[1];
      if (level) levels.set(id, Number(level));
      if (/^title$/i.test(attributes['val'] ?? '')) levels.set(id, 1);
    },
  });
  return levels;
}

/** Deleted and moved text, field codes, and alternatives for older versions of Word. */
const ignoredElements = new Set(['del', 'moveFrom', 'instrText', 'delInstrText', 'Fallback']);

class WordText {
  readonly #output: TextOutput;
  readonly #headings: ReadonlyMap<string, number>;
  #ignored = 0;
  #isText = false;
  #paragraph = '';
  #prefix = '';
  /** The outermost table. The text of nested tables is added to its cells. */
  #table = new Table();
  #tables = 0;
  #row: string[] = [];
  #cell = '';

  constructor(output: TextOutput, headings: ReadonlyMap<string, number>) {
    this.#output = output;
    this.#headings = headings;
  }

  readonly open = (name: string, attributes: Attributes): void => {
    if (ignoredElements.has(name)) this.#ignored += 1;
    if (this.#ignored > 0) return;
    if (name === 't') this.#isText = true;
    else if (name === 'tab') this.#paragraph += '\t';
    else if (name === 'br' || name === 'cr') this.#paragraph += '\n';
    else if (name === 'noBreakHyphen') this.#paragraph += '-';
    else if (name === 'sym') this.#paragraph += symbolOf(attributes);
    else if (name === 'footnoteReference' || name === 'endnoteReference') this.#addReference(attributes);
    else if (name === 'footnote' || name === 'endnote') this.#prefix = `[${attributes['id'] ?? ''}] `;
    else if (name === 'comment') this.#prefix = `${attributes['author'] ?? 'Comment'}: `;
    else if (name === 'pStyle') this.#addHeading(attributes['val'] ?? '');
    else if (name === 'ilvl') this.#addItem(Number(attributes['val']));
    else if (name === 'tbl') this.#tables += 1;
    else if (name === 'tr' && this.#tables === 1) this.#row = [];
    else if (name === 'tc' && this.#tables === 1) this.#cell = '';
  };

  readonly text = (text: string): void => {
    if (this.#isText && this.#ignored === 0) this.#paragraph += text;
  };

  readonly close = (name: string): void => {
    if (ignoredElements.has(name)) this.#ignored -= 1;
    if (this.#ignored > 0) return;
    if (name === 't') this.#isText = false;
    else if (name === 'p') this.#endParagraph();
    else if (name === 'tc' && this.#tables === 1) this.#row.push(this.#cell);
    else if (name === 'tr' && this.#tables === 1) this.#table.add(this.#row);
    else if (name === 'tbl') this.#endTable();
  };

  #addReference({ id = '' }: Attributes): void {
    this.#paragraph += `[${id}]`;
  }

  #addHeading(style: string): void {
    const level = this.#headings.get(style);
    if (level && this.#tables === 0) this.#prefix = `\n${'#'.repeat(level)} `;
  }

  #addItem(level: number): void {
    if (this.#prefix === '') this.#prefix = `${'  '.repeat(Math.min(8, level || 0))}- `;
  }

  #endParagraph(): void {
    const text = this.#paragraph;
    this.#paragraph = '';
    if (this.#tables > 0) {
      this.#cell += `${text} `;
      this.#prefix = '';
      return;
    }
    if (text.trim() === '') this.#output.add('\n');
    else {
      this.#output.add(`${this.#prefix}${text}\n`);
      this.#prefix = '';
    }
  }

  #endTable(): void {
    this.#tables -= 1;
    if (this.#tables > 0) return;
    this.#table.writeTo(this.#output);
    this.#table = new Table();
  }
}

/** Symbol fonts use Unicode's private use area, whose characters have no meaning without the font. */
function symbolOf({ char = '' }: Attributes): string {
  const code = Number.parseInt(char, 16);
  return code >= 0x20 && code < 0xd800 ? String.fromCharCode(code) : '';
}

import { hasMacros, mainPart, openPackage, readRelations, requirePart } from '../parts/package.ts';
import { Table } from '../parts/table.ts';
import { TextOutput } from '../parts/text-output.ts';
import { type Attributes, readXml } from '../parts/xml.ts';
import { readingLimits } from '../limits.ts';
import type { FormatReader } from '../reading.ts';

/** Reads the text and tables of each slide in order, followed by the speaker notes. */
export const readPptx: FormatReader = async (file, onProgress) => {
  const parts = await openPackage(file);
  const main = await mainPart(parts);
  const relations = await readRelations(parts, main);
  const ids: string[] = [];
  await readXml(await requirePart(parts, main), {
    open: (name, attributes) => void (name === 'sldId' && ids.push(attributes['r:id'] ?? '')),
  });
  const read = ids.slice(0, readingLimits.pages);
  const output = new TextOutput();
  for (const [index, id] of read.entries()) {
    const target = relations.find((relation) => relation.id === id)?.target ?? '';
    const slide = await parts.read(target);
    output.begin(index + 1);
    output.add(`\n## Slide ${index + 1}\n\n`);
    if (slide) await readXml(slide, new SlideText(output));
    const notes = (await readRelations(parts, target)).find(({ type }) => type === 'notesSlide');
    const notesPart = notes && (await parts.read(notes.target));
    if (notesPart) {
      const text = new TextOutput();
      await readXml(notesPart, new SlideText(text));
      if (text.text !== '') output.add(`\nNotes: ${text.text}\n`);
    }
    onProgress(index + 1, read.length);
  }
  if (read.length < ids.length) output.notes.push({ code: 'pages', read: read.length, total: ids.length });
  if (hasMacros(parts)) output.notes.push({ code: 'macros' });
  return output.toReading(ids.length);
};

class SlideText {
  readonly #output: TextOutput;
  #isText = false;
  #isSlideNumber = false;
  #paragraph = '';
  #table: Table | null = null;
  #row: string[] = [];
  #cell = '';
  #fallbacks = 0;

  constructor(output: TextOutput) {
    this.#output = output;
  }

  readonly open = (name: string, attributes: Attributes): void => {
    if (name === 'Fallback') this.#fallbacks += 1;
    if (name === 'fld') this.#isSlideNumber = attributes['type'] === 'slidenum';
    if (name === 't') this.#isText = true;
    if (name === 'br') this.#paragraph += '\n';
    if (name === 'tbl') this.#table = new Table();
    if (name === 'tr') this.#row = [];
    if (name === 'tc') this.#cell = '';
  };

  readonly text = (text: string): void => {
    if (this.#isText && !this.#isSlideNumber && this.#fallbacks === 0) this.#paragraph += text;
  };

  readonly close = (name: string): void => {
    if (name === 'Fallback') this.#fallbacks -= 1;
    if (name === 'fld') this.#isSlideNumber = false;
    if (name === 't') this.#isText = false;
    if (name === 'p') this.#endParagraph();
    if (name === 'tc') this.#row.push(this.#cell);
    if (name === 'tr') this.#table?.add(this.#row);
    if (name === 'tbl') {
      this.#table?.writeTo(this.#output);
      this.#table = null;
    }
  };

  #endParagraph(): void {
    if (this.#table) this.#cell += `${this.#paragraph} `;
    else if (this.#paragraph.trim() !== '') this.#output.add(`${this.#paragraph}\n`);
    this.#paragraph = '';
  }
}

import { createArchive, escapeXml, type ArchiveParts } from './archive.ts';

const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const word = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';
const sheet = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const slides = 'http://schemas.openxmlformats.org/presentationml/2006/main';
const drawing = 'http://schemas.openxmlformats.org/drawingml/2006/main';
const relation = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

/** Builds relations by id: `[type, target]`. */
export function relationsXml(list: Readonly<Record<string, readonly [string, string]>>): string {
  const items = Object.entries(list).map(
    ([id, [type, target]]) => `<Relationship Id="${id}" Type="${relation}/${type}" Target="${target}"/>`,
  );
  return `${head}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${items.join('')}</Relationships>`;
}

const contentTypes = `${head}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>`;
const office = (main: string, parts: ArchiveParts): Uint8Array =>
  createArchive({
    '[Content_Types].xml': contentTypes,
    '_rels/.rels': relationsXml({ r1: ['officeDocument', main] }),
    ...parts,
  });

/** Builds a paragraph split into two runs, as Word does. */
export const wordParagraph = (text: string, properties = ''): string => {
  const half = Math.floor(text.length / 2);
  const run = (part: string) => `<w:r><w:t xml:space="preserve">${escapeXml(part)}</w:t></w:r>`;
  return `<w:p>${properties && `<w:pPr>${properties}</w:pPr>`}${run(text.slice(0, half))}${run(text.slice(half))}</w:p>`;
};

export const wordTable = (rows: readonly (readonly string[])[]): string =>
  `<w:tbl>${rows.map((row) => `<w:tr>${row.map((cell) => `<w:tc>${wordParagraph(cell)}</w:tc>`).join('')}</w:tr>`).join('')}</w:tbl>`;

const wordPart = (element: string, content: string) =>
  `${head}<w:${element} xmlns:w="${word}" xmlns:r="${relation}">${content}</w:${element}>`;

/** Creates a Word document with this XML as its body, and optionally with a note and a header. */
export function createDocx(
  body: string,
  more: { note?: string; header?: string; parts?: ArchiveParts } = {},
): Uint8Array {
  const styles = wordPart('styles', '<w:style w:styleId="berschrift1"><w:name w:val="heading 1"/></w:style>');
  return office('word/document.xml', {
    'word/document.xml': wordPart('document', `<w:body>${body}</w:body>`),
    'word/_rels/document.xml.rels': relationsXml({
      s: ['styles', 'styles.xml'],
      ...(more.note !== undefined && { n: ['footnotes', 'footnotes.xml'] }),
      ...(more.header !== undefined && { h: ['header', 'header1.xml'] }),
    }),
    'word/styles.xml': styles,
    ...(more.note !== undefined && {
      'word/footnotes.xml': wordPart(
        'footnotes',
        `<w:footnote w:id="2">${wordParagraph(more.note)}</w:footnote>`,
      ),
    }),
    ...(more.header !== undefined && { 'word/header1.xml': wordPart('hdr', wordParagraph(more.header)) }),
    ...more.parts,
  });
}

export type CellValue =
  | string
  | number
  | { readonly date: number }
  | { readonly formula: string; readonly value: number };

const columnName = (column: number): string =>
  column < 26
    ? String.fromCharCode(65 + column)
    : columnName(Math.floor(column / 26) - 1) + columnName(column % 26);

/** Creates an Excel workbook. Texts are shared strings, as in Excel's own files. */
export function createXlsx(
  sheets: Readonly<Record<string, readonly (readonly CellValue[])[]>>,
  parts: ArchiveParts = {},
): Uint8Array {
  const strings: string[] = [];
  const cell = (value: CellValue, row: number, column: number) => {
    const reference = `r="${columnName(column)}${row + 1}"`;
    if (typeof value === 'string') return `<c ${reference} t="s"><v>${strings.push(value) - 1}</v></c>`;
    if (typeof value === 'number') return `<c ${reference}><v>${value}</v></c>`;
    if ('date' in value) return `<c ${reference} s="1"><v>${value.date}</v></c>`;
    return `<c ${reference}><f>${escapeXml(value.formula)}</f><v>${value.value}</v></c>`;
  };
  const names = Object.keys(sheets);
  const pages = Object.values(sheets).map((rows) => {
    const content = rows.map(
      (row, index) =>
        `<row r="${index + 1}">${row.map((value, at) => cell(value, index, at)).join('')}</row>`,
    );
    return `${head}<worksheet xmlns="${sheet}"><sheetData>${content.join('')}</sheetData></worksheet>`;
  });
  return office('xl/workbook.xml', {
    'xl/workbook.xml': `${head}<workbook xmlns="${sheet}" xmlns:r="${relation}"><sheets>${names
      .map((name, index) => `<sheet name="${escapeXml(name)}" sheetId="${index + 1}" r:id="s${index}"/>`)
      .join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relationsXml({
      t: ['sharedStrings', 'sharedStrings.xml'],
      f: ['styles', '/xl/styles.xml'],
      ...Object.fromEntries(
        names.map((_, index) => [`s${index}`, ['worksheet', `worksheets/sheet${index + 1}.xml`]]),
      ),
    } as Record<string, [string, string]>),
    'xl/styles.xml': `${head}<styleSheet xmlns="${sheet}"><numFmts><numFmt numFmtId="164" formatCode="dd\\.mm\\.yyyy"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="164"/></cellXfs></styleSheet>`,
    'xl/sharedStrings.xml': `${head}<sst xmlns="${sheet}">${strings.map((text) => `<si><t>${escapeXml(text)}</t></si>`).join('')}</sst>`,
    ...Object.fromEntries(pages.map((page, index) => [`xl/worksheets/sheet${index + 1}.xml`, page])),
    ...parts,
  });
}

const slidePart = (element: string, lines: readonly string[]) =>
  `${head}<p:${element} xmlns:p="${slides}" xmlns:a="${drawing}"><p:cSld><p:spTree><p:sp><p:txBody>${lines
    .map((line) => `<a:p><a:r><a:t>${escapeXml(line)}</a:t></a:r></a:p>`)
    .join('')}</p:txBody></p:sp></p:spTree></p:cSld></p:${element}>`;

/** Creates a PowerPoint presentation with the lines of each slide and its notes. */
export function createPptx(
  pages: readonly { readonly lines: readonly string[]; readonly notes?: string }[],
): Uint8Array {
  const parts: Record<string, string> = {
    'ppt/presentation.xml': `${head}<p:presentation xmlns:p="${slides}" xmlns:r="${relation}"><p:sldIdLst>${pages
      .map((_, index) => `<p:sldId id="${256 + index}" r:id="s${index}"/>`)
      .join('')}</p:sldIdLst></p:presentation>`,
    'ppt/_rels/presentation.xml.rels': relationsXml(
      Object.fromEntries(
        pages.map((_, index) => [`s${index}`, ['slide', `slides/slide${index + 1}.xml`] as const]),
      ),
    ),
  };
  for (const [index, { lines, notes }] of pages.entries()) {
    parts[`ppt/slides/slide${index + 1}.xml`] = slidePart('sld', lines);
    if (notes === undefined) continue;
    parts[`ppt/slides/_rels/slide${index + 1}.xml.rels`] = relationsXml({
      n: ['notesSlide', `../notesSlides/notesSlide${index + 1}.xml`],
    });
    parts[`ppt/notesSlides/notesSlide${index + 1}.xml`] = slidePart('notes', [notes]);
  }
  return office('ppt/presentation.xml', parts);
}

const openNamespaces = ['office', 'text', 'table', 'draw', 'presentation']
  .map((name) => `xmlns:${name}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`)
  .join(' ');

export const createOpenDocument = (kind: 'text' | 'spreadsheet' | 'presentation', body: string): Uint8Array =>
  createArchive({
    mimetype: `application/vnd.oasis.opendocument.${kind}`,
    'content.xml': `${head}<office:document-content ${openNamespaces}><office:body><office:${kind}>${body}</office:${kind}></office:body></office:document-content>`,
  });

export const openParagraph = (text: string): string => `<text:p>${escapeXml(text)}</text:p>`;

export const openTable = (name: string, rows: readonly (readonly string[])[]): string =>
  `<table:table table:name="${escapeXml(name)}">${rows
    .map(
      (row) =>
        `<table:table-row>${row.map((cell) => `<table:table-cell>${openParagraph(cell)}</table:table-cell>`).join('')}</table:table-row>`,
    )
    .join('')}</table:table>`;

export const createEpub = (chapters: readonly string[]): Uint8Array =>
  createArchive({
    mimetype: 'application/epub+zip',
    'META-INF/container.xml': `${head}<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile full-path="OEBPS/book.opf"/></rootfiles></container>`,
    'OEBPS/book.opf': `${head}<package xmlns="http://www.idpf.org/2007/opf"><manifest>${chapters
      .map((_, index) => `<item id="c${index}" href="chapter%20${index}.xhtml"/>`)
      .join(
        '',
      )}</manifest><spine>${chapters.map((_, index) => `<itemref idref="c${index}"/>`).join('')}</spine></package>`,
    ...Object.fromEntries(
      chapters.map((text, index) => [
        `OEBPS/chapter ${index}.xhtml`,
        `${head}<!DOCTYPE html><html xmlns="http://www.w3.org/1999/xhtml"><body><h1>Chapter ${index + 1}</h1><p>${escapeXml(text)}</p></body></html>`,
      ]),
    ),
  });

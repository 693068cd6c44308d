import { createArchive } from './archive.ts';
import { forgedZip, createPng } from './bombs.ts';
import { canaryUrl, nest, hostileFile, type HostileFile } from './hostile-file.ts';
import {
  createDocx,
  createOpenDocument,
  openParagraph,
  relationsXml,
  wordParagraph,
  createXlsx,
} from './office.ts';
import { createImagePdf, createPdf, pdfStream, writePdf } from './pdf.ts';

const xmlHead = '<?xml version="1.0"?>';
const billionLaughs = `<!DOCTYPE x [<!ENTITY a "haha">${Array.from({ length: 12 }, (_, index) => {
  const [name, inner] = [String.fromCharCode(98 + index), String.fromCharCode(97 + index)];
  return `<!ENTITY ${name} "${`&${inner};`.repeat(10)}">`;
}).join('')}]>`;
const externalEntity = `<!DOCTYPE x [<!ENTITY e SYSTEM "${canaryUrl}"><!ENTITY % p SYSTEM "${canaryUrl}">%p;]>`;
const withDocument = (xml: string) => createDocx('', { parts: { 'word/document.xml': xml } });
const zeroMegabyte = Buffer.alloc(1_048_576);
const zeros = (megabytes: number) => Buffer.alloc(megabytes * 1_048_576, 0x20);
const sheetXml = (content: string) =>
  `${xmlHead}<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>${content}</sheetData></worksheet>`;
const withSheet = (content: string) =>
  createXlsx({ A: [['x']] }, { 'xl/worksheets/sheet1.xml': sheetXml(content) });

export const archiveBombs = (): readonly HostileFile[] => [
  hostileFile(
    'bomb.zip',
    forgedZip(Array.from({ length: 60_000 }, (_, index) => ({ name: `${index}`, content: zeroMegabyte }))),
    'unpacksTooLarge',
  ),
  hostileFile('bomb.docx', createDocx('', { parts: { 'word/document.xml': zeros(200) } }), 'unpacksTooLarge'),
  hostileFile(
    'bomb-in-limit.docx',
    createDocx('', { parts: { 'word/document.xml': zeros(100) } }),
    'damaged',
  ),
  hostileFile(
    'lying-size.docx',
    forgedZip([
      { name: '[Content_Types].xml' },
      { name: 'word/x' },
      { name: '_rels/.rels', content: zeroMegabyte, size: 10 },
    ]),
    'damaged',
  ),
  hostileFile(
    'bomb.xlsx',
    createXlsx({ A: [['x']] }, { 'xl/sharedStrings.xml': zeros(150) }),
    'unpacksTooLarge',
  ),
  hostileFile(
    'long-cells.xlsx',
    withSheet(`<row>${'<c t="str"><v>lorem ipsum</v></c>'.repeat(16_000)}</row>`.repeat(60)),
    'read',
  ),
  hostileFile(
    'far-cells.xlsx',
    withSheet('<row><c r="XFD1"><v>1</v></c></row>'.repeat(100_000)),
    'read',
    'tooSlow',
  ),
  hostileFile(
    'repeated.ods',
    createOpenDocument(
      'spreadsheet',
      `<table:table table:name="A"><table:table-row table:number-rows-repeated="1000000"><table:table-cell table:number-columns-repeated="1000000">${openParagraph('x')}</table:table-cell></table:table-row></table:table>`,
    ),
    'read',
  ),
  hostileFile(
    'spaces.odt',
    createOpenDocument('text', `<text:p>a${'<text:s text:c="2000000000"/>'.repeat(10_000)}b</text:p>`),
    'read',
  ),
  hostileFile('bomb.png', createPng(50_000, 50_000), 'tooManyPixels'),
  hostileFile('wide.png', createPng(0x7fff_ffff, 1), 'tooManyPixels'),
  hostileFile('no-pixels.png', createPng(3_000, 3_000), 'damaged', 'read'),
  hostileFile('bomb.gif', Buffer.from('474946383961ffffffff0000003b', 'hex'), 'tooManyPixels', 'damaged'),
  hostileFile(
    'bomb.pdf',
    writePdf([
      '<< /Type /Catalog /Pages 2 0 R >>',
      '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
      '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] /Contents 4 0 R >>',
      pdfStream(zeros(200), '', true),
    ]),
    'unpacksTooLarge',
  ),
  hostileFile(
    'object-bomb.pdf',
    writePdf([
      '<< /Type /Catalog /Pages 2 0 R >>',
      '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
      '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] /Resources << /Font << /F << /Type /Font /Subtype /Type1 /BaseFont /Helvetica /ToUnicode 5 0 R >> >> >> /Contents 4 0 R >>',
      pdfStream('BT /F 9 Tf (ha) Tj ET', ''),
      pdfStream(zeros(400), '', true),
    ]),
    'unpacksTooLarge',
  ),
  hostileFile('large-image.pdf', createImagePdf(6_300, 6_300, 1), 'unpacksTooLarge'),
  hostileFile('image-bomb.pdf', createImagePdf(6_300, 6_300, 12), 'unpacksTooLarge'),
  hostileFile(
    'text-bomb.pdf',
    writePdf([
      '<< /Type /Catalog /Pages 2 0 R >>',
      '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
      '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] /Resources << /Font << /F << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> >> /Contents 4 0 R >>',
      pdfStream(`BT /F 9 Tf ${'(ha) Tj '.repeat(3_000_000)} ET`, '', true),
    ]),
    'read',
    'tooSlow',
  ),
  hostileFile(
    'thousand.pdf',
    createPdf(Array.from({ length: 1_200 }, (_, index) => [`Page ${index}`])),
    'read',
    'tooSlow',
  ),
  hostileFile('many-columns.csv', `${','.repeat(2_000_000)}\n`.repeat(3), 'noText', 'read'),
  hostileFile('quotes.csv', '"'.repeat(3_000_000), 'read', 'noText'),
  hostileFile('one-line.txt', 'x'.repeat(19_000_000), 'read'),
];

export const xmlAttacks = (): readonly HostileFile[] => [
  hostileFile('laughs.docx', withDocument(`${xmlHead}${billionLaughs}<x>&m;</x>`), 'damaged'),
  hostileFile(
    'laughs.xlsx',
    createXlsx({ A: [] }, { 'xl/sharedStrings.xml': `${xmlHead}${billionLaughs}<sst>&m;</sst>` }),
    'damaged',
  ),
  hostileFile(
    'laughs.odt',
    createArchive({
      mimetype: 'application/vnd.oasis.opendocument.text',
      'content.xml': `${xmlHead}${billionLaughs}<x>&m;</x>`,
    }),
    'damaged',
  ),
  hostileFile('external.docx', withDocument(`${xmlHead}${externalEntity}<x>&e;</x>`), 'damaged'),
  hostileFile('external.pptx', pptxWith(`${xmlHead}${externalEntity}<x>&e;</x>`), 'damaged'),
  hostileFile(
    'external-dtd.docx',
    withDocument(`${xmlHead}<!DOCTYPE x SYSTEM "${canaryUrl}"><x/>`),
    'damaged',
  ),
  hostileFile(
    'include.docx',
    withDocument(
      `${xmlHead}<x xmlns:i="http://www.w3.org/2001/XInclude"><i:include href="${canaryUrl}" parse="text"/></x>`,
    ),
    'noText',
  ),
  hostileFile(
    'stylesheet.docx',
    withDocument(`${xmlHead}<?xml-stylesheet href="${canaryUrl}"?><x/>`),
    'noText',
  ),
  hostileFile('undefined.docx', withDocument(`${xmlHead}<x>&undefined;</x>`), 'damaged'),
  hostileFile('deep.docx', withDocument(`${xmlHead}${nest('<x>', '</x>', 1_000_000)}`), 'damaged'),
  hostileFile(
    'attributes.docx',
    withDocument(
      `${xmlHead}<x ${Array.from({ length: 200_000 }, (_, index) => `a${index}="1"`).join(' ')}/>`,
    ),
    'noText',
  ),
  hostileFile(
    'template.docx',
    createDocx(wordParagraph('Hello'), {
      parts: { 'word/_rels/settings.xml.rels': relationsXml({ t: ['attachedTemplate', canaryUrl] }) },
    }),
    'read',
  ),
  hostileFile(
    'outside.docx',
    createArchive({
      '[Content_Types].xml': '',
      '_rels/.rels': relationsXml({ r: ['officeDocument', canaryUrl] }),
      'word/x': '',
    }),
    'damaged',
  ),
  hostileFile(
    'path-tricks.docx',
    createArchive({
      '[Content_Types].xml': '',
      '_rels/.rels': relationsXml({ r: ['officeDocument', '../../../etc/passwd'] }),
      'word/x': '',
    }),
    'damaged',
  ),
  hostileFile(
    'macros.docm',
    createDocx(wordParagraph('Hello'), { parts: { 'word/vbaProject.bin': 'Sub AutoOpen()' } }),
    'read',
  ),
  hostileFile('latin.docx', withDocument(`${xmlHead}<x>\xff</x>`), 'read', 'noText', 'damaged'),
];

function pptxWith(slide: string): Uint8Array {
  return createArchive({
    '[Content_Types].xml': '',
    '_rels/.rels': relationsXml({ r: ['officeDocument', 'ppt/presentation.xml'] }),
    'ppt/presentation.xml': slide,
  });
}

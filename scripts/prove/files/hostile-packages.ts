import { archive } from './archive.ts';
import { lyingZip, png } from './bombs.ts';
import { canary, deep, file, type HostileFile } from './hostile-file.ts';
import { docx, openDocument, openParagraph, relations, wordParagraph, xlsx } from './office.ts';
import { pdf, stream, writePdf } from './pdf.ts';

const xmlHead = '<?xml version="1.0"?>';
const laughs = `<!DOCTYPE x [<!ENTITY a "haha">${Array.from({ length: 12 }, (_, index) => {
  const [name, inner] = [String.fromCharCode(98 + index), String.fromCharCode(97 + index)];
  return `<!ENTITY ${name} "${`&${inner};`.repeat(10)}">`;
}).join('')}]>`;
const external = `<!DOCTYPE x [<!ENTITY e SYSTEM "${canary}"><!ENTITY % p SYSTEM "${canary}">%p;]>`;
const withDocument = (xml: string) => docx('', { parts: { 'word/document.xml': xml } });
const zeroMegabyte = Buffer.alloc(1_048_576);
const zeros = (megabytes: number) => Buffer.alloc(megabytes * 1_048_576, 0x20);
const sheetXml = (content: string) =>
  `${xmlHead}<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>${content}</sheetData></worksheet>`;
const withSheet = (content: string) =>
  xlsx({ A: [['x']] }, { 'xl/worksheets/sheet1.xml': sheetXml(content) });

export const bombs = (): readonly HostileFile[] => [
  file(
    'bomb.zip',
    lyingZip(Array.from({ length: 60_000 }, (_, index) => ({ name: `${index}`, content: zeroMegabyte }))),
    'unpacksTooLarge',
  ),
  file('bomb.docx', docx('', { parts: { 'word/document.xml': zeros(200) } }), 'unpacksTooLarge'),
  file('bomb-in-limit.docx', docx('', { parts: { 'word/document.xml': zeros(100) } }), 'damaged'),
  file(
    'lying-size.docx',
    lyingZip([
      { name: '[Content_Types].xml' },
      { name: 'word/x' },
      { name: '_rels/.rels', content: zeroMegabyte, size: 10 },
    ]),
    'damaged',
  ),
  file('bomb.xlsx', xlsx({ A: [['x']] }, { 'xl/sharedStrings.xml': zeros(150) }), 'unpacksTooLarge'),
  file(
    'long-cells.xlsx',
    withSheet(`<row>${'<c t="str"><v>lorem ipsum</v></c>'.repeat(16_000)}</row>`.repeat(60)),
    'read',
  ),
  file('far-cells.xlsx', withSheet('<row><c r="XFD1"><v>1</v></c></row>'.repeat(100_000)), 'read', 'tooSlow'),
  file(
    'repeated.ods',
    openDocument(
      'spreadsheet',
      `<table:table table:name="A"><table:table-row table:number-rows-repeated="1000000"><table:table-cell table:number-columns-repeated="1000000">${openParagraph('x')}</table:table-cell></table:table-row></table:table>`,
    ),
    'read',
  ),
  file(
    'spaces.odt',
    openDocument('text', `<text:p>a${'<text:s text:c="2000000000"/>'.repeat(10_000)}b</text:p>`),
    'read',
  ),
  file('bomb.png', png(50_000, 50_000), 'tooManyPixels'),
  file('wide.png', png(0x7fff_ffff, 1), 'tooManyPixels'),
  file('no-pixels.png', png(3_000, 3_000), 'damaged', 'read'),
  file('bomb.gif', Buffer.from('474946383961ffffffff0000003b', 'hex'), 'tooManyPixels', 'damaged'),
  file(
    'bomb.pdf',
    writePdf([
      '<< /Type /Catalog /Pages 2 0 R >>',
      '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
      '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] /Contents 4 0 R >>',
      stream(zeros(200), '', true),
    ]),
    'scan',
    'tooSlow',
    'damaged',
  ),
  file(
    'text-bomb.pdf',
    writePdf([
      '<< /Type /Catalog /Pages 2 0 R >>',
      '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
      '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] /Resources << /Font << /F << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> >> /Contents 4 0 R >>',
      stream(`BT /F 9 Tf ${'(ha) Tj '.repeat(3_000_000)} ET`, '', true),
    ]),
    'read',
    'tooSlow',
  ),
  file(
    'thousand.pdf',
    pdf(Array.from({ length: 1_200 }, (_, index) => [`Page ${index}`])),
    'read',
    'tooSlow',
  ),
  file('many-columns.csv', `${','.repeat(2_000_000)}\n`.repeat(3), 'noText', 'read'),
  file('quotes.csv', '"'.repeat(3_000_000), 'read', 'noText'),
  file('one-line.txt', 'x'.repeat(19_000_000), 'read'),
];

export const xml = (): readonly HostileFile[] => [
  file('laughs.docx', withDocument(`${xmlHead}${laughs}<x>&m;</x>`), 'damaged'),
  file(
    'laughs.xlsx',
    xlsx({ A: [] }, { 'xl/sharedStrings.xml': `${xmlHead}${laughs}<sst>&m;</sst>` }),
    'damaged',
  ),
  file(
    'laughs.odt',
    archive({
      mimetype: 'application/vnd.oasis.opendocument.text',
      'content.xml': `${xmlHead}${laughs}<x>&m;</x>`,
    }),
    'damaged',
  ),
  file('external.docx', withDocument(`${xmlHead}${external}<x>&e;</x>`), 'damaged'),
  file('external.pptx', pptxWith(`${xmlHead}${external}<x>&e;</x>`), 'damaged'),
  file('external-dtd.docx', withDocument(`${xmlHead}<!DOCTYPE x SYSTEM "${canary}"><x/>`), 'damaged'),
  file(
    'include.docx',
    withDocument(
      `${xmlHead}<x xmlns:i="http://www.w3.org/2001/XInclude"><i:include href="${canary}" parse="text"/></x>`,
    ),
    'noText',
  ),
  file('stylesheet.docx', withDocument(`${xmlHead}<?xml-stylesheet href="${canary}"?><x/>`), 'noText'),
  file('undefined.docx', withDocument(`${xmlHead}<x>&undefined;</x>`), 'damaged'),
  file('deep.docx', withDocument(`${xmlHead}${deep('<x>', '</x>', 1_000_000)}`), 'damaged'),
  file(
    'attributes.docx',
    withDocument(
      `${xmlHead}<x ${Array.from({ length: 200_000 }, (_, index) => `a${index}="1"`).join(' ')}/>`,
    ),
    'noText',
  ),
  file(
    'template.docx',
    docx(wordParagraph('Hello'), {
      parts: { 'word/_rels/settings.xml.rels': relations({ t: ['attachedTemplate', canary] }) },
    }),
    'read',
  ),
  file(
    'outside.docx',
    archive({
      '[Content_Types].xml': '',
      '_rels/.rels': relations({ r: ['officeDocument', canary] }),
      'word/x': '',
    }),
    'damaged',
  ),
  file(
    'path-tricks.docx',
    archive({
      '[Content_Types].xml': '',
      '_rels/.rels': relations({ r: ['officeDocument', '../../../etc/passwd'] }),
      'word/x': '',
    }),
    'damaged',
  ),
  file(
    'macros.docm',
    docx(wordParagraph('Hello'), { parts: { 'word/vbaProject.bin': 'Sub AutoOpen()' } }),
    'read',
  ),
  file('latin.docx', withDocument(`${xmlHead}<x>\xff</x>`), 'read', 'noText', 'damaged'),
];

function pptxWith(slide: string): Uint8Array {
  return archive({
    '[Content_Types].xml': '',
    '_rels/.rels': relations({ r: ['officeDocument', 'ppt/presentation.xml'] }),
    'ppt/presentation.xml': slide,
  });
}

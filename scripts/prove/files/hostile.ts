import { createArchive } from './archive.ts';
import { forgedZip, createPng } from './bombs.ts';
import { corpus } from './corpus.ts';
import { canaryUrl, nest, hostileFile, type HostileFile } from './hostile-file.ts';
import { archiveBombs, xmlAttacks } from './hostile-packages.ts';
import { firstFreeObject, createPdf, pdfStream, writePdf } from './pdf.ts';

const corpusContent = (name: string) => corpus.find((document) => document.name === name)?.content ?? '';

const script = `fetch('${canaryUrl}');new Image().src='${canaryUrl}'`;
const scripts: readonly HostileFile[] = [
  hostileFile(
    'script.html',
    `<!doctype html><body onload="${script}">Hi<script>${script}</script><img src="${canaryUrl}" onerror="${script}"><iframe src="${canaryUrl}"></iframe><link rel=stylesheet href="${canaryUrl}"><meta http-equiv=refresh content="0;url=${canaryUrl}">`,
    'read',
  ),
  hostileFile(
    'script.svg',
    `<svg xmlns="http://www.w3.org/2000/svg" onload="${script}"><script>${script}</script><image href="${canaryUrl}"/></svg>`,
    'read',
  ),
  hostileFile(
    'script.xhtml',
    `<html xmlns="http://www.w3.org/1999/xhtml"><script>${script}</script><p>Hi</p></html>`,
    'read',
  ),
  hostileFile('deep.html', `<!doctype html>${'<div>'.repeat(500_000)}deep`, 'damaged'),
  hostileFile('deep-tables.html', `<!doctype html>${'<table><tr><td>'.repeat(200_000)}deep`, 'damaged'),
  hostileFile('open-tags.html', '<!doctype html><a href="'.padEnd(3_000_000, '<a href='), 'read', 'noText'),
  hostileFile(
    'script.pdf',
    createPdf([['Hi']], {
      catalog: `/OpenAction << /S /JavaScript /JS (app.launchURL\\("${canaryUrl}"\\)) >>`,
    }),
    'read',
  ),
  hostileFile(
    'uri.pdf',
    createPdf([['Hi']], { catalog: `/OpenAction << /S /URI /URI (${canaryUrl}) >>` }),
    'read',
  ),
  hostileFile(
    'launch.pdf',
    createPdf([['Hi']], { catalog: '/OpenAction << /S /Launch /F (/bin/sh) >>' }),
    'read',
  ),
  hostileFile(
    'submit.pdf',
    createPdf([['Hi']], {
      catalog: `/AA << /WC << /S /SubmitForm /F << /FS /URL /F (${canaryUrl}) >> >> >>`,
    }),
    'read',
  ),
  hostileFile(
    'external-stream.pdf',
    createPdf([['Hi']], {
      catalog: `/Metadata ${firstFreeObject(1)} 0 R`,
      objects: [pdfStream('', `/F << /FS /URL /F (${canaryUrl}) >>`)],
    }),
    'read',
  ),
  hostileFile(
    'xfa.pdf',
    createPdf([['Hi']], {
      catalog: `/AcroForm << /XFA ${firstFreeObject(1)} 0 R >>`,
      objects: [pdfStream(`<xdp><script>${script}</script></xdp>`, '')],
    }),
    'read',
  ),
  hostileFile(
    'embedded.pdf',
    createPdf([['Hi']], {
      catalog: `/Names << /EmbeddedFiles << /Names [(a.exe) << /EF << /F ${firstFreeObject(1)} 0 R >> >>] >> >>`,
      objects: [pdfStream('MZ', '/Type /EmbeddedFile')],
    }),
    'read',
  ),
  hostileFile(
    'script.eml',
    `From: a@b.test\nDate: Tue, 24 Nov 2026 04:00:00 +0000\nMIME-Version: 1.0\nContent-Type: text/html\n\n<p>Hi</p><img src="${canaryUrl}"><script>${script}</script>`,
    'read',
  ),
  hostileFile(
    'object.rtf',
    String.raw`{\rtf1{\object\objdata 0105}{\field{\*\fldinst INCLUDEPICTURE "${canaryUrl}"}{\fldrslt x}}{\*\template ${canaryUrl}}Hi}`,
    'read',
  ),
];

const encrypted =
  '<< /Filter /Standard /V 2 /R 3 /Length 128 /P -44 /O (01234567890123456789012345678901) /U (01234567890123456789012345678901) >>';
const onePage = [
  '<< /Type /Catalog /Pages 2 0 R >>',
  '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
  '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] >>',
];
const broken: readonly HostileFile[] = [
  hostileFile('empty.pdf', '', 'empty'),
  hostileFile('locked.pdf', writePdf([...onePage, encrypted], '/Encrypt 4 0 R /ID [<00> <00>]'), 'encrypted'),
  hostileFile(
    'locked.docx',
    Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.from('EncryptedPackage', 'utf16le')]),
    'encrypted',
  ),
  hostileFile(
    'locked.odt',
    createArchive({
      mimetype: 'application/vnd.oasis.opendocument.text',
      'META-INF/manifest.xml': '<manifest><encryption-data/></manifest>',
      'content.xml': 'x',
    }),
    'encrypted',
  ),
  hostileFile(
    'locked-entry.docx',
    forgedZip([
      { name: '[Content_Types].xml' },
      { name: 'word/x' },
      { name: '_rels/.rels', content: Buffer.from('x'), isEncrypted: true },
    ]),
    'encrypted',
  ),
  hostileFile(
    'old.doc',
    Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(512)]),
    'oldOffice',
  ),
  hostileFile(
    'binary.xlsb',
    createArchive({ '[Content_Types].xml': '', 'xl/workbook.bin': 'x' }),
    'oldOffice',
  ),
  hostileFile('scan.pdf', writePdf(onePage), 'scan'),
  hostileFile(
    'loop.pdf',
    writePdf([onePage[0] ?? '', '<< /Type /Pages /Kids [2 0 R] /Count 1000000 >>']),
    'damaged',
    'scan',
    'tooSlow',
  ),
  hostileFile(
    'many-pages.pdf',
    writePdf([onePage[0] ?? '', '<< /Type /Pages /Kids [3 0 R] /Count 2000000000 >>', onePage[2] ?? '']),
    'damaged',
    'scan',
    'read',
    'tooSlow',
  ),
  hostileFile('no-table.pdf', `%PDF-1.7\n${'1 0 obj\n'.repeat(100_000)}`, 'damaged', 'scan'),
  hostileFile(
    'deep.pdf',
    writePdf([`<< /Type /Catalog /Pages ${nest('[', ']', 100_000)} >>`]),
    'damaged',
    'scan',
  ),
  hostileFile(
    'font.pdf',
    createPdf([['Hi']], {})
      .toString('latin1')
      .replace('beginbfchar', 'begin\xff\xffchar'),
    'read',
    'scan',
    'noText',
    'damaged',
  ),
  hostileFile('program.txt', Buffer.from('7f454c4602010100000000000000000003003e00', 'hex'), 'unknown'),
  hostileFile('program.pdf', Buffer.from('4d5a90000300000004000000ffff0000', 'hex'), 'otherContent'),
  hostileFile('picture.docx', createPng(10, 10, 10), 'read'),
  hostileFile('document.png', corpusContent('English.docx'), 'read'),
  hostileFile(
    'both.gif',
    Buffer.concat([Buffer.from('GIF89a'), Buffer.from(corpusContent('English.pdf'))]),
    'damaged',
  ),
  hostileFile(
    'page-and-archive.html',
    Buffer.concat([Buffer.from('<!doctype html><p>Hi</p>'), Buffer.from(corpusContent('English.docx'))]),
    'read',
    'unknown',
  ),
  hostileFile('groups.rtf', `{\\rtf1${'{'.repeat(1_000_000)}`, 'damaged'),
  hostileFile('binary.rtf', String.raw`{\rtf1\bin2000000000 x}`, 'noText'),
  hostileFile(
    'parts.eml',
    `From: a@b.test\nMIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=a\n\n${'--a\nContent-Type: multipart/mixed; boundary=a\n\n'.repeat(50_000)}`,
    'damaged',
    'read',
  ),
  hostileFile(`${'long'.repeat(75)}.txt`, 'Hi', 'read'),
  hostileFile('../../../etc/passwd', 'Hi', 'read'),
  hostileFile('invoice\u202Efdp.exe', 'Hi', 'read'),
  hostileFile('CON\u0000.txt', 'Hi', 'read'),
];

/** These documents are each cut off in the middle. */
const truncatedNames = [
  'English.pdf',
  'Greek.docx',
  'Polish.xlsx',
  'Korean.pptx',
  'Hindi.odt',
  'Arabic.epub',
  'Hebrew.rtf',
  'Korean.eml',
];
const truncated = truncatedNames.map((name) => {
  const content = corpusContent(name);
  return hostileFile(
    `cut-${name}`,
    content.slice(0, Math.floor(content.length / 2)),
    'damaged',
    'read',
    'scan',
    'noText',
  );
});

/** Returns the small files without images, for a short test. */
export const smallHostileFiles = (): readonly HostileFile[] =>
  [...scripts, ...broken, ...truncated].filter(({ name }) => !/^(?:deep|open-tags|picture|both)/.test(name));

/** Generates these files on demand, because they take seconds and hundreds of megabytes. */
export const hostileFiles = (): readonly HostileFile[] => [
  ...archiveBombs(),
  ...xmlAttacks(),
  ...scripts,
  ...broken,
  ...truncated,
];

import { archive } from './archive.ts';
import { lyingZip, png } from './bombs.ts';
import { corpus } from './corpus.ts';
import { canary, deep, file, type HostileFile } from './hostile-file.ts';
import { bombs, xml } from './hostile-packages.ts';
import { firstFree, pdf, stream, writePdf } from './pdf.ts';

const office = (name: string) => corpus.find((document) => document.name === name)?.content ?? '';

const script = `fetch('${canary}');new Image().src='${canary}'`;
const scripts: readonly HostileFile[] = [
  file(
    'script.html',
    `<!doctype html><body onload="${script}">Hi<script>${script}</script><img src="${canary}" onerror="${script}"><iframe src="${canary}"></iframe><link rel=stylesheet href="${canary}"><meta http-equiv=refresh content="0;url=${canary}">`,
    'read',
  ),
  file(
    'script.svg',
    `<svg xmlns="http://www.w3.org/2000/svg" onload="${script}"><script>${script}</script><image href="${canary}"/></svg>`,
    'read',
  ),
  file(
    'script.xhtml',
    `<html xmlns="http://www.w3.org/1999/xhtml"><script>${script}</script><p>Hi</p></html>`,
    'read',
  ),
  file('deep.html', `<!doctype html>${'<div>'.repeat(500_000)}deep`, 'damaged'),
  file('deep-tables.html', `<!doctype html>${'<table><tr><td>'.repeat(200_000)}deep`, 'damaged'),
  file('open-tags.html', '<!doctype html><a href="'.padEnd(3_000_000, '<a href='), 'read', 'noText'),
  file(
    'script.pdf',
    pdf([['Hi']], { catalog: `/OpenAction << /S /JavaScript /JS (app.launchURL\\("${canary}"\\)) >>` }),
    'read',
  ),
  file('uri.pdf', pdf([['Hi']], { catalog: `/OpenAction << /S /URI /URI (${canary}) >>` }), 'read'),
  file('launch.pdf', pdf([['Hi']], { catalog: '/OpenAction << /S /Launch /F (/bin/sh) >>' }), 'read'),
  file(
    'submit.pdf',
    pdf([['Hi']], { catalog: `/AA << /WC << /S /SubmitForm /F << /FS /URL /F (${canary}) >> >> >>` }),
    'read',
  ),
  file(
    'external-stream.pdf',
    pdf([['Hi']], {
      catalog: `/Metadata ${firstFree(1)} 0 R`,
      objects: [stream('', `/F << /FS /URL /F (${canary}) >>`)],
    }),
    'read',
  ),
  file(
    'xfa.pdf',
    pdf([['Hi']], {
      catalog: `/AcroForm << /XFA ${firstFree(1)} 0 R >>`,
      objects: [stream(`<xdp><script>${script}</script></xdp>`, '')],
    }),
    'read',
  ),
  file(
    'embedded.pdf',
    pdf([['Hi']], {
      catalog: `/Names << /EmbeddedFiles << /Names [(a.exe) << /EF << /F ${firstFree(1)} 0 R >> >>] >> >>`,
      objects: [stream('MZ', '/Type /EmbeddedFile')],
    }),
    'read',
  ),
  file(
    'script.eml',
    `From: a@b.test\nDate: Tue, 24 Nov 2026 04:00:00 +0000\nMIME-Version: 1.0\nContent-Type: text/html\n\n<p>Hi</p><img src="${canary}"><script>${script}</script>`,
    'read',
  ),
  file(
    'object.rtf',
    String.raw`{\rtf1{\object\objdata 0105}{\field{\*\fldinst INCLUDEPICTURE "${canary}"}{\fldrslt x}}{\*\template ${canary}}Hi}`,
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
  file('empty.pdf', '', 'empty'),
  file('locked.pdf', writePdf([...onePage, encrypted], '/Encrypt 4 0 R /ID [<00> <00>]'), 'encrypted'),
  file(
    'locked.docx',
    Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.from('EncryptedPackage', 'utf16le')]),
    'encrypted',
  ),
  file(
    'locked.odt',
    archive({
      mimetype: 'application/vnd.oasis.opendocument.text',
      'META-INF/manifest.xml': '<manifest><encryption-data/></manifest>',
      'content.xml': 'x',
    }),
    'encrypted',
  ),
  file(
    'locked-entry.docx',
    lyingZip([
      { name: '[Content_Types].xml' },
      { name: 'word/x' },
      { name: '_rels/.rels', content: Buffer.from('x'), isEncrypted: true },
    ]),
    'encrypted',
  ),
  file('old.doc', Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(512)]), 'oldOffice'),
  file('binary.xlsb', archive({ '[Content_Types].xml': '', 'xl/workbook.bin': 'x' }), 'oldOffice'),
  file('scan.pdf', writePdf(onePage), 'scan'),
  file(
    'loop.pdf',
    writePdf([onePage[0] ?? '', '<< /Type /Pages /Kids [2 0 R] /Count 1000000 >>']),
    'damaged',
    'scan',
    'tooSlow',
  ),
  file(
    'many-pages.pdf',
    writePdf([onePage[0] ?? '', '<< /Type /Pages /Kids [3 0 R] /Count 2000000000 >>', onePage[2] ?? '']),
    'damaged',
    'scan',
    'read',
    'tooSlow',
  ),
  file('no-table.pdf', `%PDF-1.7\n${'1 0 obj\n'.repeat(100_000)}`, 'damaged', 'scan'),
  file('deep.pdf', writePdf([`<< /Type /Catalog /Pages ${deep('[', ']', 100_000)} >>`]), 'damaged', 'scan'),
  file(
    'font.pdf',
    pdf([['Hi']], {})
      .toString('latin1')
      .replace('beginbfchar', 'begin\xff\xffchar'),
    'read',
    'scan',
    'noText',
    'damaged',
  ),
  file('program.txt', Buffer.from('7f454c4602010100000000000000000003003e00', 'hex'), 'unknown'),
  file('program.pdf', Buffer.from('4d5a90000300000004000000ffff0000', 'hex'), 'unknown'),
  file('picture.docx', png(10, 10, 10), 'read'),
  file('document.png', office('English.docx'), 'read'),
  file('both.gif', Buffer.concat([Buffer.from('GIF89a'), Buffer.from(office('English.pdf'))]), 'damaged'),
  file(
    'page-and-archive.html',
    Buffer.concat([Buffer.from('<!doctype html><p>Hi</p>'), Buffer.from(office('English.docx'))]),
    'read',
    'unknown',
  ),
  file('groups.rtf', `{\\rtf1${'{'.repeat(1_000_000)}`, 'damaged'),
  file('binary.rtf', String.raw`{\rtf1\bin2000000000 x}`, 'noText'),
  file(
    'parts.eml',
    `From: a@b.test\nMIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=a\n\n${'--a\nContent-Type: multipart/mixed; boundary=a\n\n'.repeat(50_000)}`,
    'damaged',
    'read',
  ),
  file(`${'long'.repeat(75)}.txt`, 'Hi', 'read'),
  file('../../../etc/passwd', 'Hi', 'read'),
  file('invoice\u202Efdp.exe', 'Hi', 'read'),
  file('CON\u0000.txt', 'Hi', 'read'),
];

/** Each of these documents, cut in its middle. */
const cutNames = [
  'English.pdf',
  'Greek.docx',
  'Polish.xlsx',
  'Korean.pptx',
  'Hindi.odt',
  'Arabic.epub',
  'Hebrew.rtf',
  'Korean.eml',
];
const cut = cutNames.map((name) => {
  const content = office(name);
  return file(
    `cut-${name}`,
    content.slice(0, Math.floor(content.length / 2)),
    'damaged',
    'read',
    'scan',
    'noText',
  );
});

/** The small ones, without images, for a short test. */
export const smallHostile = (): readonly HostileFile[] =>
  [...scripts, ...broken, ...cut].filter(({ name }) => !/^(?:deep|open-tags|picture|both)/.test(name));

/** Generated when they are needed, because they take some seconds and hundreds of megabytes. */
export const hostile = (): readonly HostileFile[] => [...bombs(), ...xml(), ...scripts, ...broken, ...cut];

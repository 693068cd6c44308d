import { escapeXml } from './archive.ts';
import { type ContractSample, contractSamples } from './facts.ts';
import {
  createDocx,
  createEpub,
  createOpenDocument,
  openParagraph,
  openTable,
  createPptx,
  wordParagraph,
  wordTable,
  createXlsx,
} from './office.ts';
import { createPdf } from './pdf.ts';

export interface PlantedDocument {
  readonly name: string;
  readonly content: Uint8Array | string;
  readonly facts: readonly string[];
  /** Texts that must not be sent to a model. */
  readonly absent?: readonly string[];
}

/** Writes the lines of a sample in each format. */
const writers: Readonly<Record<string, (sample: ContractSample) => Uint8Array | string>> = {
  pdf: ({ lines }) => createPdf([lines, ['—', ...lines]], { isCompressed: true }),
  docx: ({ lines: [first = '', second = ''] }) =>
    createDocx(
      `${wordParagraph('1', '<w:pStyle w:val="berschrift1"/>')}${wordParagraph(first)}${wordTable([['№', second]])}`,
    ),
  xlsx: ({ language, lines }) => createXlsx({ [language]: lines.map((line, index) => [index, line]) }),
  pptx: ({ lines: [first = '', second = ''] }) => createPptx([{ lines: [first], notes: second }]),
  odt: ({ lines }) => createOpenDocument('text', lines.map(openParagraph).join('')),
  epub: ({ lines }) => createEpub(lines),
  rtf: ({ lines }) => rtf(lines),
  html: ({ lines }) => `<!doctype html><meta charset="utf-8"><p>${lines.map(escapeXml).join('</p><p>')}</p>`,
  eml: ({ lines }) => mail(lines),
  txt: ({ lines }) => lines.join('\r\n'),
};

/** These formats share a reader with another format, so they are tested in only a few languages. */
const sampleCounts: Readonly<Record<string, number>> = {
  odt: 7,
  epub: 7,
  rtf: 9,
  html: 5,
  eml: 8,
  txt: 5,
  pptx: 9,
};

const inLanguages: readonly PlantedDocument[] = Object.entries(writers).flatMap(([format, write]) =>
  contractSamples.slice(-(sampleCounts[format] ?? contractSamples.length)).map((sample) => ({
    name: `${sample.language}.${format}`,
    content: write(sample),
    facts: sample.lines,
  })),
);

/** Writes characters beyond ASCII as numbers, as in all RTF files. */
function rtf(lines: readonly string[]): string {
  const escaped = lines.map((line) =>
    line
      .replace(/[\\{}]/g, String.raw`\$&`)
      .replace(/[^\0-\x7f]/g, (sign) => `\\u${(sign.charCodeAt(0) << 16) >> 16}?`),
  );
  return `{\\rtf1\\ansi\\ansicpg1252{\\fonttbl{\\f0 Arial;}}\\f0 ${escaped.join('\\par\n')}\\par}`;
}

/** Creates an email with an image. The sample's first line is the subject, the second is in a base64 body. */
function mail([subject = '', body = '']: readonly string[]): string {
  const coded = (text: string) => Buffer.from(text).toString('base64');
  return [
    'From: Ann Sample <ann@example.test>',
    'To: bo@example.test',
    `Subject: =?utf-8?B?${coded(subject)}?=`,
    'Date: Tue, 24 Nov 2026 04:00:00 +0000',
    'MIME-Version: 1.0',
    'Content-Type: multipart/mixed; boundary=x',
    '',
    '--x',
    'Content-Type: text/plain; charset=utf-8',
    'Content-Transfer-Encoding: base64',
    '',
    coded(body),
    '--x',
    'Content-Type: image/png; name=plan.png',
    'Content-Disposition: attachment; filename=plan.png',
    'Content-Transfer-Encoding: base64',
    '',
    coded('not an image'),
    '--x--',
    '',
  ].join('\r\n');
}

const hex = (digits: string) => Buffer.from(digits, 'hex');
const special: readonly PlantedDocument[] = [
  {
    name: 'notes.docx',
    content: createDocx(
      `${wordParagraph('Kept')}<w:p><w:del><w:r><w:delText>Deleted</w:delText></w:r></w:del><w:ins><w:r><w:t>Inserted</w:t></w:r></w:ins></w:p>`,
      { note: 'See annex 12', header: 'Sample and Sons, 4 Mill Lane' },
    ),
    facts: ['Kept', 'Inserted', 'See annex 12', 'Sample and Sons, 4 Mill Lane'],
  },
  {
    name: 'values.xlsx',
    content: createXlsx({
      Sales: [
        ['City', 'Sum', 'Due'],
        ['Oslo', 0.1 + 0.2, { date: 46_000 }],
        ['Rome', { formula: 'B2*2', value: 84.5 }],
      ],
      'Second & last': [['Hidden gem']],
    }),
    facts: ['| Oslo | 0.3 | 2025-12-09 |', '84.5', 'Second & last', 'Hidden gem'],
  },
  {
    name: 'sheet.ods',
    content: createOpenDocument(
      'spreadsheet',
      openTable('Costs', [
        ['Rent', '1200'],
        ['Power', '88'],
      ]),
    ),
    facts: ['Sheet: Costs', '| Rent | 1200 |', '| Power | 88 |'],
  },
  {
    name: 'slides.odp',
    content: createOpenDocument('presentation', `<draw:page>${openParagraph('Goal 2031')}</draw:page>`),
    facts: ['Slide 1', 'Goal 2031'],
  },
  { name: 'semicolons.csv', content: 'Name;Ort\r\nJosé;"São, Paulo"\r\n', facts: ['| José | São, Paulo |'] },
  { name: 'tabs.tsv', content: 'Part\tPrice\nBolt\t0.40\n', facts: ['| Bolt | 0.40 |'] },
  {
    name: 'code.rs',
    content: 'fn main() {\n    println!("{}", 40 + 2);\n}\n',
    facts: ['    println!("{}", 40 + 2);'],
  },
  { name: 'read.md', content: '# Plan\n\n- [x] Ship 3.2\n', facts: ['- [x] Ship 3.2'] },
  { name: 'wide.txt', content: Buffer.from('\uFEFFGröße 42', 'utf16le'), facts: ['Größe 42'] },
  { name: 'western.txt', content: hex('4dfc6c6c6572207a61686c74203330208020'), facts: ['Müller zahlt 30 €'] },
  { name: 'japanese.txt', content: hex('82b182f182c982bf82cd'), facts: ['こんにちは'] },
  {
    name: 'table.html',
    content: '<table><tr><th>Tea<th>Price<tr><td>Assam<td>3.20</table><img alt="A map of Lyon">',
    facts: ['| Assam | 3.20 |', 'A map of Lyon'],
  },
  {
    name: 'form.pdf',
    content: createPdf([['Form']], {
      annotations:
        '/Annots [<< /Type /Annot /Subtype /Widget /FT /Tx /T (Iban) /V (DE02 1203) /Rect [0 0 9 9] >>]',
    }),
    facts: ['Form', 'Iban: DE02 1203'],
  },
];

export const corpus: readonly PlantedDocument[] = [...inLanguages, ...special];

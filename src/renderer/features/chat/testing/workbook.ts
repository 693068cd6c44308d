import { strToU8, zipSync } from 'fflate';

const relation = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const relations = (list: Readonly<Record<string, readonly [string, string]>>) =>
  `<Relationships>${Object.entries(list)
    .map(([id, [type, target]]) => `<Relationship Id="${id}" Type="${relation}/${type}" Target="${target}"/>`)
    .join('')}</Relationships>`;

export function workbook(
  sheets: Readonly<Record<string, readonly (readonly string[])[]>>,
): Uint8Array<ArrayBuffer> {
  const names = Object.keys(sheets);
  const cell = (text: string) => `<c t="inlineStr"><is><t>${text}</t></is></c>`;
  const pages = Object.values(sheets).map(
    (rows) =>
      `<worksheet><sheetData>${rows.map((row) => `<row>${row.map(cell).join('')}</row>`).join('')}</sheetData></worksheet>`,
  );
  const parts: Readonly<Record<string, string>> = {
    '[Content_Types].xml': '<Types/>',
    '_rels/.rels': relations({ r1: ['officeDocument', 'xl/workbook.xml'] }),
    'xl/workbook.xml': `<workbook xmlns:r="${relation}"><sheets>${names
      .map((name, index) => `<sheet name="${name}" r:id="s${index}"/>`)
      .join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relations(
      Object.fromEntries(names.map((_, index) => [`s${index}`, ['worksheet', `sheet${index}.xml`] as const])),
    ),
    ...Object.fromEntries(pages.map((page, index) => [`xl/sheet${index}.xml`, page])),
  };
  const files = Object.entries(parts).map(([name, text]) => [name, strToU8(text)] as const);
  return new Uint8Array(zipSync(Object.fromEntries(files)));
}

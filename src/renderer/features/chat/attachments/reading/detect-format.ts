import { DamagedZip, readZip, type ZipEntry } from '../../../../lib/zip.ts';
import { extensionOf } from './file-name.ts';
import type { FormatName } from './formats/formats.ts';
import { toBinaryString } from './parts/binary-string.ts';
import { Refusal } from './refusal.ts';

const headBytes = 4_096;

const signatures: readonly (readonly [FormatName, RegExp])[] = [
  ['jpeg', /^\xff\xd8\xff/],
  // oxlint-disable-next-line no-control-regex
  ['png', /^\x89PNG\r\n\x1a\n/],
  ['gif', /^GIF8[79]a/],
  ['webp', /^RIFF[^]{4}WEBP/],
  ['avif', /^[^]{4}ftypavi[fs]/],
  ['heic', /^[^]{4}ftyp(?:hei[cxms]|hev[cx]|mif1|msf1)/],
  ['rtf', /^\{\\rtf/],
  // PDF readers accept this mark anywhere in the first kilobyte.
  ['pdf', /^[^]{0,1019}%PDF-/],
];

/** Each Office format has its main part in a different folder. */
const officeFolders: readonly (readonly [FormatName, string])[] = [
  ['docx', 'word/'],
  ['xlsx', 'xl/'],
  ['pptx', 'ppt/'],
];

/** OpenDocument and EPUB files declare their type in the archive's first entry. */
const declaredTypes: Readonly<Record<string, FormatName>> = {
  'application/vnd.oasis.opendocument.text': 'odt',
  'application/vnd.oasis.opendocument.spreadsheet': 'ods',
  'application/vnd.oasis.opendocument.presentation': 'odp',
  'application/epub+zip': 'epub',
};

/** Only text formats are detected by their extension, because their bytes look alike. */
const textFormats: Readonly<Record<string, FormatName>> = {
  csv: 'csv',
  tsv: 'csv',
  tab: 'csv',
  htm: 'html',
  html: 'html',
  xhtml: 'html',
  eml: 'email',
  mht: 'email',
  mhtml: 'email',
  md: 'markdown',
  markdown: 'markdown',
};

/** Formats whose bytes are always recognized if the file is complete. */
const packageExtensions = ['docx', 'docm', 'xlsx', 'xlsm', 'pptx', 'pptm', 'odt', 'ods', 'odp', 'epub'];
const binaryExtensions = new Set([
  ...packageExtensions,
  'pdf',
  'zip',
  'jpg',
  'jpeg',
  'png',
  'gif',
  'webp',
  'heic',
  'heif',
  'avif',
]);

/** Every email has one of these headers in its first block of lines. */
const mailPattern = /^(?:[\w-]+:.*\r?\n(?:[ \t].*\r?\n)*)*(?:From|Date):/i;

/**
 * Detects the format from the bytes, because extensions and declared types can be wrong. Unknown formats are
 * treated as text, unless the extension belongs to a format that is not text. The text reader refuses binary
 * data.
 */
export async function detectFormat(file: Blob, name: string): Promise<FormatName> {
  const extension = extensionOf(name);
  const head = toBinaryString(new Uint8Array(await file.slice(0, headBytes).arrayBuffer()));
  if (head === '') throw new Refusal('empty');
  const binary = signatures.find(([, signature]) => signature.test(head));
  if (binary) return binary[0];
  if (head.startsWith('PK\x03\x04') || head.startsWith('PK\x05\x06')) {
    const format = await detectPackage(file);
    if (format === 'zip' && packageExtensions.includes(extension)) throw new Refusal('otherContent');
    return format;
  }
  if (head.startsWith('\xd0\xcf\x11\xe0')) throw new Refusal(await compoundFileRefusal(file));
  if (/^(?:\xef\xbb\xbf)?\s*<(?:!doctype html|html)[\s>]/i.test(head)) return 'html';
  if (textFormats[extension]) return textFormats[extension];
  if (binaryExtensions.has(extension)) throw new Refusal('otherContent');
  return /^(?:Received|Return-Path|Delivered-To|Message-ID|MIME-Version): /im.test(head) &&
    mailPattern.test(head)
    ? 'email'
    : 'text';
}

async function detectPackage(file: Blob): Promise<FormatName> {
  const entries = await readZip(file).catch((error: unknown) => {
    throw error instanceof DamagedZip ? new Refusal('damaged', error) : error;
  });
  const stated = declaredTypes[await readDeclaredType(entries)];
  if (stated) return stated;
  const isOffice = entries.some(({ name }) => name === '[Content_Types].xml');
  const office = officeFolders.find(([, folder]) => entries.some(({ name }) => name.startsWith(folder)));
  if (!isOffice || !office) return 'zip';
  // Excel's binary format (.xlsb).
  if (entries.some(({ name }) => name === 'xl/workbook.bin')) throw new Refusal('oldOffice');
  return office[0];
}

async function readDeclaredType([first]: readonly ZipEntry[]): Promise<string> {
  if (first?.name !== 'mimetype' || first.size > 100) return '';
  const type = await first.read().then(
    (blob) => blob.text(),
    () => '',
  );
  return type.trim();
}

const utf16 = (name: string) => Array.from(name).join('\0');

/** Old Office formats and encrypted new ones use the same container, with entry names in UTF-16. */
async function compoundFileRefusal(file: Blob): Promise<'encrypted' | 'oldOffice'> {
  const text = toBinaryString(new Uint8Array(await file.arrayBuffer()));
  return text.includes(utf16('EncryptedPackage')) ? 'encrypted' : 'oldOffice';
}

import { loadModule } from '../../../../../lib/load-module.ts';
import type { FormatReader } from '../reading.ts';

interface Format {
  /** The type to store. It is never taken from the file, which can't be trusted. */
  readonly mediaType: string;
  /** Loads the reader when a file of this format is first read. */
  readonly load: () => Promise<FormatReader>;
}

const text = () => loadModule(() => import('./text.ts')).then(({ readText }) => readText);
const csv = () => loadModule(() => import('./csv.ts')).then(({ readCsv }) => readCsv);
const html = () => loadModule(() => import('./html.ts')).then(({ readHtml }) => readHtml);
const image = () => loadModule(() => import('./image.ts')).then(({ readImage }) => readImage);
const pdf = () => loadModule(() => import('./pdf.ts')).then(({ readPdf }) => readPdf);
const docx = () => loadModule(() => import('./docx.ts')).then(({ readDocx }) => readDocx);
const xlsx = () => loadModule(() => import('./xlsx.ts')).then(({ readXlsx }) => readXlsx);
const pptx = () => loadModule(() => import('./pptx.ts')).then(({ readPptx }) => readPptx);
const openDocument = () =>
  loadModule(() => import('./open-document.ts')).then(({ readOpenDocument }) => readOpenDocument);
const rtf = () => loadModule(() => import('./rtf.ts')).then(({ readRtf }) => readRtf);
const epub = () => loadModule(() => import('./epub.ts')).then(({ readEpub }) => readEpub);
const email = () => loadModule(() => import('./email.ts')).then(({ readEmail }) => readEmail);
const zip = () => loadModule(() => import('./zip.ts')).then(({ readZipListing }) => readZipListing);

const office = 'application/vnd.openxmlformats-officedocument';
const open = 'application/vnd.oasis.opendocument';

/** A new format also needs an entry in `detect-format.ts`. */
export const formats = {
  text: { mediaType: 'text/plain', load: text },
  markdown: { mediaType: 'text/markdown', load: text },
  csv: { mediaType: 'text/csv', load: csv },
  html: { mediaType: 'text/html', load: html },
  pdf: { mediaType: 'application/pdf', load: pdf },
  docx: { mediaType: `${office}.wordprocessingml.document`, load: docx },
  xlsx: { mediaType: `${office}.spreadsheetml.sheet`, load: xlsx },
  pptx: { mediaType: `${office}.presentationml.presentation`, load: pptx },
  odt: { mediaType: `${open}.text`, load: openDocument },
  ods: { mediaType: `${open}.spreadsheet`, load: openDocument },
  odp: { mediaType: `${open}.presentation`, load: openDocument },
  rtf: { mediaType: 'application/rtf', load: rtf },
  epub: { mediaType: 'application/epub+zip', load: epub },
  email: { mediaType: 'message/rfc822', load: email },
  zip: { mediaType: 'application/zip', load: zip },
  jpeg: { mediaType: 'image/jpeg', load: image },
  png: { mediaType: 'image/png', load: image },
  gif: { mediaType: 'image/gif', load: image },
  webp: { mediaType: 'image/webp', load: image },
  heic: { mediaType: 'image/heic', load: image },
  avif: { mediaType: 'image/avif', load: image },
} as const satisfies Record<string, Format>;

export type FormatName = keyof typeof formats;

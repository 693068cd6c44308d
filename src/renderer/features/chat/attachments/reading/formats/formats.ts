import { loadModule } from '../../../../../lib/load-module.ts';
import type { FormatReader } from '../reading.ts';

interface Format {
  /** Of the stored file: fixed here, never taken from the file. */
  readonly mediaType: string;
  /** Loaded when the first such file is read. */
  readonly load: () => Promise<FormatReader>;
}

const text = () => loadModule(() => import('./text.ts')).then(({ readText }) => readText);
const csv = () => loadModule(() => import('./csv.ts')).then(({ readCsv }) => readCsv);
const html = () => loadModule(() => import('./html.ts')).then(({ readHtml }) => readHtml);
const image = () => loadModule(() => import('./image.ts')).then(({ readImage }) => readImage);

/** What can be read. A new format needs a line here and one in `detect-format.ts`. */
export const formats = {
  text: { mediaType: 'text/plain', load: text },
  markdown: { mediaType: 'text/markdown', load: text },
  csv: { mediaType: 'text/csv', load: csv },
  html: { mediaType: 'text/html', load: html },
  jpeg: { mediaType: 'image/jpeg', load: image },
  png: { mediaType: 'image/png', load: image },
  gif: { mediaType: 'image/gif', load: image },
  webp: { mediaType: 'image/webp', load: image },
  heic: { mediaType: 'image/heic', load: image },
  avif: { mediaType: 'image/avif', load: image },
} as const satisfies Record<string, Format>;

export type FormatName = keyof typeof formats;

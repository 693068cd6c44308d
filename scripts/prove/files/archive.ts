import { strToU8, zipSync } from 'fflate';

/** Parts of an archive by name, in the order of the archive. */
export type Parts = Readonly<Record<string, string | Uint8Array>>;

/** An archive with these parts. The first one is stored, because OpenDocument and EPUB require it for the file type. */
export function archive(parts: Parts): Uint8Array {
  const files = Object.entries(parts).map(([name, content], index) => {
    const bytes = typeof content === 'string' ? strToU8(content) : content;
    return [name, [bytes, { level: index === 0 ? 0 : 6 }]] as const;
  });
  return zipSync(Object.fromEntries(files) as Parameters<typeof zipSync>[0]);
}

export const escapeXml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

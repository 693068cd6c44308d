import { strToU8, zipSync } from 'fflate';

/** Parts of an archive by their names, in this order. */
export type Parts = Readonly<Record<string, string | Uint8Array>>;

/** An archive with these parts. The first one is stored, as OpenDocument and EPUB demand for their type. */
export function archive(parts: Parts): Uint8Array {
  const files = Object.entries(parts).map(([name, content], index) => {
    const bytes = typeof content === 'string' ? strToU8(content) : content;
    return [name, [bytes, { level: index === 0 ? 0 : 6 }]] as const;
  });
  return zipSync(Object.fromEntries(files) as Parameters<typeof zipSync>[0]);
}

export const escapeXml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

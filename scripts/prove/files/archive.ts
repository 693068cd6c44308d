import { strToU8, zipSync } from 'fflate';

/** The parts of an archive by name, in order. */
export type ArchiveParts = Readonly<Record<string, string | Uint8Array>>;

/**
 * Creates an archive of these parts. The first part is uncompressed, because it identifies the file type of
 * OpenDocument and EPUB.
 */
export function createArchive(parts: ArchiveParts): Uint8Array {
  const files = Object.entries(parts).map(([name, content], index) => {
    const bytes = typeof content === 'string' ? strToU8(content) : content;
    return [name, [bytes, { level: index === 0 ? 0 : 6 }]] as const;
  });
  return zipSync(Object.fromEntries(files) as Parameters<typeof zipSync>[0]);
}

export const escapeXml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

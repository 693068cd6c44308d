import { writeHtml } from '../parts/html-text.ts';
import { openPackage, requirePart, resolvePath } from '../parts/package.ts';
import { TextOutput } from '../parts/text-output.ts';
import { readXml } from '../parts/xml.ts';
import { Refusal } from '../refusal.ts';
import type { FormatReader } from '../reading.ts';

export const readEpub: FormatReader = async (file, onProgress) => {
  const parts = await openPackage(file);
  let book = '';
  await readXml(await requirePart(parts, 'META-INF/container.xml'), {
    open: (name, attributes) => {
      if (name === 'rootfile' && book === '') book = attributes['full-path'] ?? '';
    },
  });
  const items = new Map<string, string>();
  const chapters: string[] = [];
  await readXml(await requirePart(parts, book), {
    open: (name, { id = '', href = '', idref = '' }) => {
      if (name === 'item') items.set(id, resolvePath(book, href));
      if (name === 'itemref') chapters.push(items.get(idref) ?? '');
    },
  });
  const locked = await encryptedParts(await parts.read('META-INF/encryption.xml'));
  if (chapters.some((chapter) => locked.has(chapter))) throw new Refusal('encrypted');
  const output = new TextOutput();
  for (const [index, chapter] of chapters.entries()) {
    const part = await parts.read(chapter);
    if (part) writeHtml(new TextDecoder().decode(await part.arrayBuffer()), output);
    output.add('\n\n');
    onProgress(index + 1, chapters.length);
  }
  return output.toReading();
};

/** Returns the paths of encrypted parts. They include fonts, which are only obfuscated and not needed for the text. */
async function encryptedParts(part: Blob | null): Promise<ReadonlySet<string>> {
  const locked = new Set<string>();
  if (part)
    await readXml(part, {
      open: (name, attributes) => {
        if (name === 'CipherReference') locked.add(resolvePath('', attributes['URI'] ?? ''));
      },
    });
  return locked;
}
